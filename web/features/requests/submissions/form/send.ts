import type { z } from 'zod'
import { saveIntakeSubmission, type submissionInput } from '../../../../../schema/requests/endpoints.ts'
import { call, type ResponseOf } from '../../../../lib/rest.ts'
import { splitAnswers } from '../batches.ts'

type Input = z.input<typeof submissionInput>
export type SubmissionInput = Input & Required<Pick<Input, 'answers'>>
export type SaveResult = ResponseOf<typeof saveIntakeSubmission>

/** Saves or submits in as many numbered batches as the answers need. Each has its own repeatable command. */
export const sendSubmission = async (submission: SubmissionInput, commandId: string): Promise<SaveResult> => {
  const batches = splitAnswers(submission.answers)
  const total = batches.length
  let result: SaveResult | undefined
  for (const [i, answers] of batches.entries()) {
    result = await call(saveIntakeSubmission, {
      body: {
        ...(total > 1 ? { transactionId: commandId } : {}),
        batch: i + 1,
        totalBatches: total,
        submission: { ...submission, answers },
      },
      commandId: total > 1 ? `${commandId}-${i + 1}` : commandId,
    })
  }
  if (!result?.complete || result.id === null) throw new Error('The request was not saved. Please try again.')
  return result
}
