import type { z } from 'zod'
import { type Access, type Operation, perform, type StaffContext } from '../../../core/operation.ts'

/** By the context of a step: how many of its changes wait for a second person. */
const waiting = new WeakMap<StaffContext, number>()

export const waitingIn = (context: StaffContext): number => waiting.get(context) ?? 0

const isWaiting = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'waits' in answer && answer.waits !== undefined

/** Calls an area's own operation, with its access and rules, as part of another command. */
export const callOf = async <A extends Access, I extends z.ZodType, O>(
  operation: Operation<A, I, O>,
  context: StaffContext,
  input: z.input<I>,
): Promise<O> => {
  // The command's id belongs to the import, not to one of its steps.
  const answer = await perform(operation, { ...context, commandId: null, known: null, guess: null }, input)
  if (isWaiting(answer)) waiting.set(context, waitingIn(context) + 1)
  return answer
}
