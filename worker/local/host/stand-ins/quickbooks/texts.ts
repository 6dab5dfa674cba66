import { Refused } from './company.ts'

/** The Accounting API refuses texts that are too long, and names with colons, tabs or line breaks. */

type Json = Record<string, unknown>

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])

const textsIn = (body: Json): [unknown, number][] => [
  [body.DocNumber, 21],
  [body.PrivateNote, 4000],
  [body.DisplayName, 500],
  [body.CompanyName, 100],
  [objectOf(body.PrimaryEmailAddr).Address, 100],
  [objectOf(body.PrimaryPhone).FreeFormNumber, 30],
  ...listOf(body.Line).map(({ Description }): [unknown, number] => [Description, 4000]),
  ...listOf(body.CustomField).map(({ StringValue }): [unknown, number] => [StringValue, 31]),
]

export const checkTexts = (body: Json): void => {
  for (const [value, most] of textsIn(body)) {
    if (typeof value !== 'string' || value.length <= most) continue
    const [allowed, supplied] = [most, value.length].map((each) => each.toLocaleString('en-US'))
    throw new Refused(
      '2050',
      'String length is either shorter or longer than supported by specification',
      `String length specified does not match the supported length. Min:0 Max:${allowed} supported. Supplied length:${supplied}`,
    )
  }
  const { DisplayName } = body
  if (typeof DisplayName === 'string' && /[:\t\n]/.test(DisplayName))
    throw new Refused(
      '6000',
      'A business validation error has occurred while processing your request',
      'Business Validation Error: The name can not include a colon, tab, or new line.',
    )
}
