import type { AnswerEntry } from '../../../../schema/requests/forms/form.ts'

/** Bodies stay far below the Worker's limit, even with a single long text. */
export const BATCH_BYTES = 100_000
/** The endpoint's own limits. */
const BATCH_ANSWERS = 1000
const MAX_BATCHES = 100

const encoder = new TextEncoder()
const sizeOf = (entry: AnswerEntry): number => encoder.encode(JSON.stringify(entry)).length + 1

/**
 * Answers in batches of about 100 KB, in order. There is always at least one batch, so that an empty draft can be
 * saved. @throws RangeError above the number of batches that the server accepts
 */
export const splitAnswers = (entries: readonly AnswerEntry[], maxBytes = BATCH_BYTES): AnswerEntry[][] => {
  const batches: AnswerEntry[][] = [[]]
  let size = 0
  for (const entry of entries) {
    const bytes = sizeOf(entry)
    const current = batches.at(-1) ?? []
    if (current.length > 0 && (size + bytes > maxBytes || current.length >= BATCH_ANSWERS)) {
      batches.push([entry])
      size = bytes
    } else {
      current.push(entry)
      size += bytes
    }
  }
  if (batches.length > MAX_BATCHES) throw new RangeError('The answers are too long to save. Shorten the longest ones.')
  return batches
}
