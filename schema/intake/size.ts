import { type Notes, noteField } from './notes.ts'

/**
 * What the answers of a request may take together, notes included, in bytes of UTF-8: an edit keeps them, what they were
 * and what changed in one record, and no record is larger than 2 MB.
 */
export const MAX_ANSWERS_BYTES = 400_000

const encoder = new TextEncoder()
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? '').length

/** A message beside the longest of the answers or notes where they are too long together; empty otherwise. */
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
