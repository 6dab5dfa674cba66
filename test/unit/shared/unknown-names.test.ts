import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { asRead, unknownNames, withoutUnknown } from '../../../schema/shared/sent/unknown-names.ts'

const line = z.object({ amount: z.number(), note: z.string().optional() })
const pathsOf = (schema: z.ZodType, value: unknown) => unknownNames(schema, value).map((path) => path.join('.'))

describe('names that a schema doesn’t have', () => {
  it('unknown names are found in objects, lists and records, whatever those are wrapped in', () => {
    const schema = z.object({
      lines: z.array(line).max(3).optional(),
      first: z.preprocess((value) => value, line.nullable()),
      byName: z.record(z.string(), line).default({}),
      later: z.lazy(() => line.readonly()),
      pair: z.tuple([line, z.string()]),
      text: z
        .object({ value: z.string() })
        .transform(({ value }) => value)
        .pipe(z.string()),
    })
    const sent = {
      lines: [{ amount: 1 }, { amount: 2, nope: 1 }],
      first: { amount: 1, nope: 1 },
      byName: { free: { amount: 1, nope: 1 } },
      later: { amount: 1, nope: 1 },
      pair: [{ amount: 1, nope: 1 }, 'x'],
      text: { value: 'x', nope: 1 },
      nope: 1,
    }
    expect(pathsOf(schema, sent)).toEqual([
      ...['lines.1.nope', 'first.nope', 'byName.free.nope', 'later.nope', 'pair.0.nope', 'text.nope', 'nope'],
    ])
  })

  it('the unknown names of a union are those of the option that knows most of the value', () => {
    const kinds = z.union([
      z.object({ type: z.literal('A'), one: z.string(), two: z.string().optional() }),
      z.object({ type: z.literal('B'), other: z.string() }),
      z.string(),
    ])
    expect(pathsOf(kinds, { type: 'A', one: 'x', two: 'x' })).toEqual([])
    expect(pathsOf(kinds, { type: 'B', one: 'x' })).toEqual(['one'])
    expect(pathsOf(kinds, 'text')).toEqual([])
    expect(
      pathsOf(z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]), { id: 'x', name: 'y' }),
    ).toEqual(['name'])
  })

  it('no name is unknown where anything is taken, and those of Object’s prototype are', () => {
    expect(
      pathsOf(z.object({ any: z.unknown() }).and(z.object({ more: line })), { any: { a: 1 }, more: { amount: 1 } }),
    ).toEqual([])
    expect(pathsOf(z.looseObject({ a: z.string() }), { a: 'x', b: 'y' })).toEqual([])
    expect(pathsOf(line, JSON.parse('{"amount":1,"__proto__":1,"constructor":2}'))).toEqual([
      '__proto__',
      'constructor',
    ])
    const answers = z.object({ answers: z.record(z.string(), line) })
    expect(pathsOf(answers, JSON.parse('{"answers":{"__proto__":{"amount":1},"constructor":{"amount":1}}}'))).toEqual([
      'answers.__proto__',
    ])
  })

  it('a copy is without the unknown names', () => {
    const sent = { amount: 1, nope: 1 }
    expect(withoutUnknown(sent, unknownNames(line, sent))).toEqual({ amount: 1 })
    expect(sent).toEqual({ amount: 1, nope: 1 })
  })
})

it('names that come with a value when it is read may be sent back', () => {
  const answer = asRead(z.object({ questionId: z.string() }), ['label'])
  expect(pathsOf(z.array(answer), [{ questionId: 'x', label: 'Cost', nope: 1 }])).toEqual(['0.nope'])
  expect(answer.parse({ questionId: 'x', label: 'Cost' })).toEqual({ questionId: 'x' })
})
