/** What others read of the entries of the audit log, in which ids are numbers. */

/**
 * SQL of entries `e` along an index, each with its object `o` and the word `k` of its kind, which requests don't have.
 * They come in the order of the index.
 */
export const entriesAlong = (index: string): string =>
  `audit_entries e INDEXED BY ${index} CROSS JOIN object_numbers o ON o.id = e.object
   LEFT JOIN word_numbers k ON k.id = e.kind`

/** SQL of the words `w` with the numbers of a JSON list. */
export const wordsOf = (numbers: string): string =>
  `json_each(${numbers}) j CROSS JOIN word_numbers w ON w.id = j.value`
