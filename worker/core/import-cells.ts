import { email as emailShape } from '../../schema/shared/values.ts'

/** How a cell of a file is read. */

export type Parsed = { value: unknown } | { message: string }
export type Parser = (text: string) => Parsed

export const text =
  (max: number): Parser =>
  (value) =>
    value.length > max ? { message: `At most ${max.toLocaleString('en-US')} characters` } : { value }

export const emailAddress: Parser = (value) => {
  const parsed = emailShape.safeParse(value)
  return parsed.success ? { value: parsed.data } : { message: `${value} isn’t an email address` }
}

export const listOf =
  (item: Parser, separators: RegExp, most: number): Parser =>
  (value) => {
    const parts = [
      ...new Set(
        value
          .split(separators)
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ]
    if (parts.length > most) return { message: `At most ${most}` }
    const values: unknown[] = []
    for (const part of parts) {
      const parsed = item(part)
      if ('message' in parsed) return parsed
      values.push(parsed.value)
    }
    return { value: values }
  }

export const word = (value: string): string => value.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')

const YES = new Set(['YES', 'Y', 'TRUE', '1'])
const NO = new Set(['NO', 'N', 'FALSE', '0'])
export const yesNo: Parser = (value) => {
  const answer = word(value)
  if (YES.has(answer)) return { value: true }
  return NO.has(answer) ? { value: false } : { message: `${value} must be yes or no` }
}
