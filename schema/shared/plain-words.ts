import type { z } from 'zod'

/**
 * Turns validation errors into words. Every message goes through here unless a schema has its own. Names of types,
 * enums and patterns are never shown.
 */

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const NOT_VALID = 'Not a valid value'

const OF_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'Enter text',
    number: 'Enter a number',
    int: 'Enter a whole number',
    bigint: 'Enter a whole number',
    boolean: 'Choose yes or no',
    date: 'Enter a date',
    array: 'Must be a list',
  }),
)

const OF_FORMATS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    email: 'Invalid email',
    url: 'Must be a web address, e.g. https://example.com',
    date: 'Date must be in format yyyy-mm-dd',
    datetime: 'Must be a date with a time, such as 2026-11-20T09:30:00Z',
    regex: 'Isn’t in the right format',
  }),
)

const numberText = (value: unknown): string => Number(value).toLocaleString('en-US')
const counted = (value: unknown, one: string): string => `${numberText(value)} ${one}${Number(value) === 1 ? '' : 's'}`

const tooSmall = ({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string => {
  if (origin === 'string') return Number(minimum) <= 1 ? 'Required' : `At least ${counted(minimum, 'character')}`
  if (origin === 'array' || origin === 'set') {
    return Number(minimum) <= 1 ? 'Choose at least one' : `At least ${counted(minimum, 'item')}`
  }
  return inclusive === false ? `Must be more than ${numberText(minimum)}` : `Must be ${numberText(minimum)} or more`
}

const tooBig = ({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string => {
  if (origin === 'string') return `At most ${counted(maximum, 'character')}`
  if (origin === 'array' || origin === 'set') return `At most ${counted(maximum, 'item')}`
  return inclusive === false ? `Must be less than ${numberText(maximum)}` : `Must be ${numberText(maximum)} or less`
}

const isMissing = (input: unknown): boolean => input === undefined || input === null

/** Whether a message says what is wrong and not with what. */
export const namesNothing = (message: string): boolean =>
  /^(?:Required|Not a valid value|Enter (?:text|a (?:whole )?number|a date)|Choose (?:yes or no|at least one)|Must be |Invalid |Isn’t (?:a valid|in the)|At (?:least|most) |Date must be|Unknown field)/.test(
    message,
  )

export const plainWords = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue.input) ? 'Required' : (OF_TYPES.get(issue.expected) ?? NOT_VALID)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return OF_FORMATS.get(issue.format) ?? NOT_VALID
    case 'not_multiple_of':
      return `Must be a multiple of ${numberText(issue.divisor)}`
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`
    case 'invalid_value':
      return isMissing(issue.input) ? 'Required' : 'Isn’t a valid option'
    default:
      return isMissing(issue.input) ? 'Required' : NOT_VALID
  }
}
