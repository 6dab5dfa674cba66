import { expect, it } from 'vitest'
import { z } from 'zod'
import { plainWords } from '../../../schema/shared/plain-words.ts'

const said = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: plainWords }).error?.issues[0]?.message

const CASES: [string, z.ZodType, unknown, string][] = [
  ['text that is missing', z.string(), undefined, 'Required'],
  ['text that is null', z.string(), null, 'Required'],
  ['a number for text', z.string(), 5, 'Enter text'],
  ['text for a number', z.number(), 'x', 'Enter a number'],
  ['what is no number at all', z.coerce.number(), 'x', 'Enter a number'],
  ['a part of a whole number', z.number().int(), 1.5, 'Enter a whole number'],
  ['text for yes or no', z.boolean(), 'maybe', 'Choose yes or no'],
  ['one for a list', z.array(z.string()), 'a', 'Must be a list'],
  ['an empty list', z.array(z.string()).min(1), [], 'Choose at least one'],
  ['a long list', z.array(z.number()).max(1), [1, 2], 'At most 1 item'],
  ['blank text', z.string().min(1), '', 'Required'],
  ['long text', z.string().max(1200), 'x'.repeat(1201), 'At most 1,200 characters'],
  ['a small number', z.number().min(3), 2, 'Must be 3 or more'],
  ['a large number', z.number().max(1000), 1001, 'Must be 1,000 or less'],
  ['a wrong pattern', z.string().regex(/^a$/), 'b', 'Isn’t in the right format'],
  ['an unknown choice', z.enum(['SECRET_ONE']), 'x', 'Isn’t a valid option'],
  ['an unknown field', z.strictObject({}), { a: 1 }, 'Unknown field: a'],
  ['neither of two', z.union([z.string(), z.number()]), true, 'Not a valid value'],
]

it.each(CASES)('%s is refused in plain words', (_, schema, value, words) => {
  expect(said(schema, value)).toBe(words)
})

it('a schema’s own messages are kept', () => {
  expect(said(z.string().min(1, 'Vendor name is required'), '')).toBe('Vendor name is required')
})
