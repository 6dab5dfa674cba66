import { type Notes, noteField } from './notes.ts'

/**
 * The maximum size of a request's answers together, including notes, in bytes of UTF-8. An edit stores them, their
 * previous values and the changes in one record, and no record can be larger than 2 MB.
 */
export const MAX_ANSWERS_BYTES = 400_000

const encoder = new TextEncoder()
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? '').length

/** A message for the longest answer or note if together they are too long, otherwise empty. */
export const sizeProblems = (answers: Readonly<Record<string, unknown>>, notes: Notes): Record<string, string> => {
  const sizes = [
    ...Object.entries(answers).map(([id, value]) => [id, bytesOf(value)] as const),
    ...Object.entries(notes).map(([id, note]) => [noteField(id), bytesOf(note)] as const),
  ]
  if (sizes.reduce((sum, [, bytes]) => sum + bytes, 0) <= MAX_ANSWERS_BYTES) return {}
  const [longest] = sizes.toSorted((a, b) => b[1] - a[1])
  return longest
    ? { [longest[0]]: 'All answers together are too long. Shorten this one, or attach it as a document' }
    : {}
}
