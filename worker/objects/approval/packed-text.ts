/**
 * JSON has no control characters, so they can stand for text that repeats: one for each phrase that most blocks have, and
 * a few for what one block says more than once, such as a person's id and name. Those are kept beside it. The column
 * `plain` puts all of it back (migrations/0206), so that a statement reads a block as before. A phrase never changes; a
 * new one needs a new character and a new migration.
 */
export const PHRASES: readonly string[] = [
  '","name":"',
  '{"ruleId":"',
  '","reason":"',
  'Always","approverType":"',
  'MANAGER_APPROVER","approvers":[{"userId":"',
  'CUSTOM_APPROVERS","approvers":[{"userId":"',
  '","via":"',
  '","sources":[{"kind":"GROUP","id":"',
  '"}]},{"userId":"',
  '"}],"decisions":[{"userId":"',
  '"}]}],"decisions":[{"userId":"',
  '","decision":"APPROVED","comment":"',
  '","answersVersion":1,"at":',
  '}],"workStatusHistory":[{"status":"PENDING","userId":"',
  '","at":',
  ',"until":',
  ',"spentMs":',
  '}],"openedAt":',
  ',"decidedAt":',
  ',"createdAt":',
  'manager of ',
  'group ',
  '"}],"workStatusHistory":[{"status":"PENDING","userId":"',
  'null',
]

/** How many things that one text says more than once are kept beside it. */
export const PARTS = 5
const char = (code: number): string => String.fromCharCode(code)

/** Shorter ones aren't worth it. */
const SHORTEST = 5

export interface PackedText {
  text: string
  /** What the first characters stand for: `PARTS` of them, at most. */
  parts: string[]
}

/** @param repeated what may repeat in it */
export const packedText = (json: string, repeated: Iterable<string>): PackedText => {
  const parts: string[] = []
  let text = json
  const longestFirst = [...new Set(repeated)]
    .filter((part) => part.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
  for (const part of longestFirst) {
    if (parts.length === PARTS) break
    const pieces = text.split(part)
    if (pieces.length < 3) continue
    parts.push(part)
    text = pieces.join(char(parts.length))
  }
  const short = (long: string): string =>
    PHRASES.reduce((shorter, phrase, index) => shorter.replaceAll(phrase, char(PARTS + 1 + index)), long)
  return { text: short(text), parts: parts.map(short) }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL that puts everything back. @param parts columns */
export const plainSql = (column: string, parts: readonly string[]): string =>
  [...parts.map((part) => `coalesce(${part}, '')`), ...PHRASES.map(quoted)].reduce(
    (sql, by, index) => `replace(${sql}, char(${index + 1}), ${by})`,
    column,
  )
