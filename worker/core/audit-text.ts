import { createHash } from 'node:crypto'

/**
 * Entries of the approval machine say much the same, so control characters stand for what they repeat. The columns
 * `full_action`, `full_message` and `full_data` of the view `audit_log` put it back (migrations/0430), and every reader
 * reads those. A phrase never changes; a new one needs a new character and a new migration.
 */
export const PHRASES: readonly string[] = [
  'intake-submission.',
  'spend-request.',
  'block-approved',
  'block-rejected',
  ' submitted the request',
  'The request was approved',
  'The request was ',
  'The spend request was ',
  ' approved “',
  ' rejected “',
  ' on behalf of ',
  '{"blockId":"',
  '","label":"',
  '","comment":""}',
  '","comment":"',
  '{"workflow":{"label":"',
  '","version":',
  '},"blocks":[{"label":"',
  '","level":',
  ',"reason":"Always"},{"label":"',
  ',"reason":"Always"}]}',
  ',"reason":"',
  '"},{"label":"',
  'submitted',
  'approved',
  'null',
]

/** Others have few entries. */
const AREAS = ['intake-submission.', 'spend-request.']

/** Stands for the id of the entry's object. */
const OBJECT = 1
/** Tab and line breaks can be in a message. */
const CODES = Array.from({ length: 31 }, (_, index) => index + 1).filter((code) => ![9, 10, 13].includes(code))
const char = (code: number | undefined): string => String.fromCharCode(code ?? 0)
const codeOf = (index: number): number => CODES[index + 1] ?? 0

const OTHERS = new RegExp(`[${CODES.map((code) => `\\x${code.toString(16).padStart(2, '0')}`).join('')}]`)

interface Text {
  action: string
  message: string
  changeData: string
  targetId: string
}

const short = (text: string, targetId: string): string =>
  PHRASES.reduce(
    (shorter, phrase, index) => shorter.replaceAll(phrase, char(codeOf(index))),
    targetId ? text.replaceAll(targetId, char(OBJECT)) : text,
  )

/** The entry with short text, or as it is if its text has such characters of its own. */
export const shortened = <T extends Text>(entry: T): T & { isShort?: 1 } => {
  const { action, message, changeData, targetId } = entry
  if (!AREAS.some((area) => action.startsWith(area))) return entry
  if (OTHERS.test(`${action}${message}${changeData}${targetId}`)) return entry
  return {
    ...entry,
    action: short(action, targetId),
    message: short(message, targetId),
    changeData: short(changeData, targetId),
    isShort: 1,
  }
}

const KEY_BYTES = 12

/** What stands for a long change key: 96 bits of its hash, which no two changes of a database share. */
export const shortKey = (changeKey: string): string =>
  createHash('sha256').update(changeKey).digest().subarray(0, KEY_BYTES).toString('base64url')

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL that puts everything back, for an entry `e` about an object `o`. */
export const fullSql = (column: string): string => {
  const full = PHRASES.reduce(
    (sql, phrase, index) => `replace(${sql}, char(${codeOf(index)}), ${quoted(phrase)})`,
    `e.${column}`,
  )
  return `iif(e.is_short, replace(${full}, char(${OBJECT}), o.object_id), e.${column})`
}
