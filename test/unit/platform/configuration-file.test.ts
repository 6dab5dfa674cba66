import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { fileText } from '../../../worker/features/platform/configuration/file.ts'
import { YAML_TEXTS } from '../../support/names/yaml-texts.ts'

/** The configuration file means the same to programs that read YAML 1.1, which much of the world still does. */

const written = (texts: readonly string[]) =>
  fileText({ currency: 'USD' }, [
    ['values', [...texts]],
    ['keys', Object.fromEntries(texts.map((text, at) => [text, at]))],
  ])

it('each text stays a text, as a value and as a key', async () => {
  const text = await written(YAML_TEXTS)
  for (const version of ['1.1', '1.2'] as const) {
    const read = parse(text, { version, merge: version === '1.1' })
    expect({ version, values: read.values }).toEqual({ version, values: YAML_TEXTS })
    expect(Object.keys(read.keys).toSorted()).toEqual(YAML_TEXTS.toSorted())
  }
})

it('any text means the same in both versions', async () => {
  const alphabet = fc.constantFrom(...'0123456789_.:-+eExXoObynsfatTZ ~=<>!&*%@`#,[]{}"\'\\|?\n\tä\u0085\u2028\ufeff🧾')
  const texts = fc.array(fc.string({ unit: alphabet, maxLength: 12 }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      const text = await fileText({ currency: 'USD' }, [['values', values]])
      expect(parse(text, { version: '1.1' }).values).toEqual(values)
      expect(parse(text, { version: '1.2' }).values).toEqual(values)
    }),
  )
})

it('a plain text isn’t quoted', async () => {
  expect(await written(['Finance', 'Net 30', '12 desks'])).toContain('  - Finance\n  - Net 30\n  - 12 desks\n')
})
