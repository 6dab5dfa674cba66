import { refuse } from './invocation.ts'

/**
 * Limits of a statement that the emulator leaves out. It refuses the others itself: more than 100 parameters, a text of
 * more than 100,000 bytes, a pattern of more than 50, a table of more than 100 columns.
 */
const MOST_ARGUMENTS = 32
const MOST_VALUE_BYTES = 2_000_000
/** A character takes at most three bytes for each unit of its string. */
const SURELY_FITS = MOST_VALUE_BYTES / 3

const encoder = new TextEncoder()

const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length < SURELY_FITS ? 0 : encoder.encode(value).byteLength
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
  return Array.isArray(value) ? value.length : 0
}

/** Refuses a text or blob that no row can hold. */
export const checkValues = (values: readonly unknown[], text: string): void => {
  const bytes = values.reduce<number>((most, value) => Math.max(most, bytesOf(value)), 0)
  if (bytes > MOST_VALUE_BYTES) refuse(`a value of 2,000,000 bytes, this has ${bytes}: ${startOf(text)}`)
}

const startOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)

const NO_FUNCTION =
  /^(?:VALUES|IN|AND|OR|NOT|AS|ON|SELECT|FROM|WHERE|BY|OVER|UNION|ALL|EXISTS|THEN|ELSE|WHEN|CASE|SET|KEY|UNIQUE|CHECK|INTO|MATERIALIZED|USING|FILTER|REFERENCES|RETURNING|CONFLICT)$/i
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\w+|[(),]/g

interface Open {
  /** Null for parentheses that are no call. */
  name: string | null
  commas: number
}

const isName = (token: string): boolean => /^[a-z_]\w*$/i.test(token) && !NO_FUNCTION.test(token)

/** A function with more arguments than D1 allows, or null. A column list of an INSERT is none. */
export const longCall = (text: string): string | null => {
  const open: Open[] = []
  let before = ''
  let two = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue
    if (token === '(') {
      const isCall = isName(before) && !/^(?:INTO|TABLE|AS|WITH|RECURSIVE|ON|REFERENCES|EXISTS)$/i.test(two)
      open.push({ name: isCall ? before : null, commas: 0 })
    } else if (token === ',') {
      const call = open.at(-1)
      if (call) call.commas += 1
    } else if (token === ')') {
      const call = open.pop()
      if (call?.name && call.commas >= MOST_ARGUMENTS) return `${call.name} with ${call.commas + 1}`
    }
    two = before
    before = token
  }
  return null
}

const known = new Map<string, string | null>()
const MOST_KNOWN = 5_000

/** Refuses a text with a function of more arguments than D1 allows. */
export const checkText = (text: string): void => {
  let call = known.get(text)
  if (call === undefined) {
    if (known.size > MOST_KNOWN) known.clear()
    call = text.includes(',') ? longCall(text) : null
    known.set(text, call)
  }
  if (call !== null) refuse(`${MOST_ARGUMENTS} arguments of a function, this calls ${call}: ${startOf(text)}`)
}
