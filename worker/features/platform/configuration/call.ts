import type { z } from 'zod'
import { type Access, type Operation, perform, type StaffContext } from '../../../core/operation.ts'

/** Calls an area's own operation, with its access and rules, as part of another command. */
export const callOf = <A extends Access, I extends z.ZodType, O>(
  operation: Operation<A, I, O>,
  context: StaffContext,
  input: z.input<I>,
): Promise<O> =>
  // The command's id belongs to the import, not to one of its steps.
  perform(operation, { ...context, commandId: null, known: null, guess: null }, input)
