import { type Instruction as AnyInstruction, type Told, tellObject } from '../../approvals/blocks/index.ts'
import { requestSubject } from './subject.ts'
import { requireReadableSubmission } from './visibility.ts'

export interface Instruction extends AnyInstruction {
  submissionId: string
}

/**
 * Gives a command to a request's object, which alone decides. Throws the engine's refusals with their reason, or
 * NOT_FOUND for a request that the person can't see.
 */
export const tellRequest = (
  context: Parameters<typeof tellObject>[0],
  { submissionId, ...instruction }: Instruction,
): Promise<Told> =>
  tellObject(context, { targetType: requestSubject.targetType, id: submissionId }, instruction, () =>
    requireReadableSubmission(context, submissionId),
  )
