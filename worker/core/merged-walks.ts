/** D1 allows no more terms in one compound statement. */
const MOST_TERMS = 5

/**
 * Reads several walks along indexes as one list. Each returns its rows in order, so SQLite merges them and stops at the
 * end of the page, however many there are.
 * @param inOrder the end of every statement, such as `ORDER BY since ASC LIMIT ?4`
 */
export const mergedWalks = (walks: readonly string[], inOrder: string): string => {
  const [only] = walks
  if (only !== undefined && walks.length === 1) return `SELECT * FROM (${only} ${inOrder})`
  const slice = Math.ceil(walks.length / MOST_TERMS)
  const parts = Array.from({ length: Math.ceil(walks.length / slice) }, (_, i) =>
    walks.slice(i * slice, (i + 1) * slice),
  )
  const terms = parts.map((part) => (slice === 1 ? part.join('') : `SELECT * FROM (${mergedWalks(part, inOrder)})`))
  return `${terms.join('\nUNION ALL ')} ${inOrder}`
}

/** All rows of several statements, however many there are. */
export const unionAll = (statements: readonly string[]): string => {
  if (statements.length <= MOST_TERMS) return statements.join('\nUNION ALL ')
  const slice = Math.ceil(statements.length / MOST_TERMS)
  const starts = Array.from({ length: Math.ceil(statements.length / slice) }, (_, i) => i * slice)
  return starts
    .map((start) => `SELECT * FROM (${unionAll(statements.slice(start, start + slice))})`)
    .join('\nUNION ALL ')
}
