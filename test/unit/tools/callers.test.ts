import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENTRY_KINDS } from '../../../schema/platform/accounting/entries.ts'
import { paths } from '../../../worker/local/host/paths.ts'
import { type Source, sourceOf } from '../../../worker/local/tools/ratchets/tree.ts'

/** What is written has a caller in the product: a test that calls it doesn't count. */

const sources: Source[] = globSync('{schema,worker,web}/**/*.{ts,tsx}', { cwd: paths.root })
  .filter((file) => !/node_modules|\/dist\/|\.d\.ts$|\.gen\.ts$|^worker\/local\//.test(file))
  .sort()
  .map((file) => sourceOf(file, readFileSync(join(paths.root, file), 'utf8')))

const textOf = (path: string): string => sources.find((one) => one.path === path)?.text ?? ''

/** What other files take of each, through those that pass it on. */
const taken = new Map<string, Set<string>>()
const takeFrom = (path: string, names: readonly string[] | '*'): void => {
  const known = taken.get(path) ?? new Set()
  for (const name of names === '*' ? ['*'] : names) known.add(name)
  taken.set(path, known)
}
for (const { takes } of sources) for (const { from, names } of takes) takeFrom(from, names)
for (const { path, passesOn } of sources) for (const to of passesOn) takeFrom(to, [...(taken.get(path) ?? [])])

const unused = (isMeant: (source: Source, name: string) => boolean): string[] =>
  sources.flatMap((source) =>
    source.offers
      .filter((name) => isMeant(source, name))
      .filter((name) => !taken.get(source.path)?.has(name) && !taken.get(source.path)?.has('*'))
      .map((name) => `${source.path}: ${name}`),
  )

const OPERATION = /^(?:query|command|listOperation)\(/
const isOperation = ({ path, text }: Source, name: string): boolean => {
  const at = text.indexOf(`export const ${name} = `)
  return path.startsWith('worker/') && at >= 0 && OPERATION.test(text.slice(at + `export const ${name} = `.length))
}

describe('what is written has a caller', () => {
  it('every operation is behind a door or called by another', () => {
    expect(sources.filter((one) => one.offers.some((name) => isOperation(one, name))).length).toBeGreaterThan(150)
    expect(unused(isOperation)).toEqual([])
  })

  it('everything that an adapter of an outside system offers is used', () => {
    const isAdapter = ({ path, text }: Source, name: string): boolean =>
      path.startsWith('worker/integrations/') && text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length === 1
    expect(unused(isAdapter)).toEqual([])
  })

  const payloads = textOf('worker/core/outbox.ts')
  const topics = [
    ...payloads
      .slice(payloads.indexOf('export interface OutboxPayloads {'), payloads.indexOf('\n}'))
      .matchAll(/^ {2}'([\w.-]+)':/gm),
  ].map(([, topic]) => topic ?? '')

  it('every topic of the outbox is written by something and read by something', () => {
    expect(topics.length).toBeGreaterThan(50)
    const all = sources.filter(({ path }) => path.startsWith('worker/') && path !== 'worker/core/outbox.ts')
    const text = all.map((one) => one.text).join('\n')
    const read = topics.filter((topic) => !new RegExp(`registerOutbox\\(\\s*'${topic}'`).test(text))
    // A type or a registration that names it writes nothing.
    const written = text.replaceAll(/<\s*(?:'[\w.-]+'\s*\|?\s*)+/g, '<').replaceAll(/registerOutbox\(\s*'[\w.-]+'/g, '')
    expect({ unread: read, unwritten: topics.filter((topic) => !written.includes(`'${topic}'`)) }).toEqual({
      ...{ unread: [], unwritten: [] },
    })
  })

  it('every kind of object that accounting systems take is made by an area, and every ledger entry is recorded for them', () => {
    const areas = sources.filter(({ path }) => path.startsWith('worker/features/'))
    const folder = (path: string): string => path.slice(0, path.lastIndexOf('/'))
    const writers = new Set(
      areas.filter(({ text }) => /^registerEntrySource\(/m.test(text)).map(({ path }) => folder(path)),
    )
    const makers = areas
      .filter(({ path }) => writers.has(folder(path)))
      .map(({ text }) => text.replaceAll(/^ *\/?\*.*$/gm, ''))
      .join('\n')
    for (const system of ['netsuite', 'quickbooks'])
      expect(textOf(`worker/integrations/${system}/write.ts`)).toContain(
        `kinds: [${ENTRY_KINDS.map((kind) => `'${kind}'`).join(', ')}]`,
      )
    // A value, not a type.
    expect(ENTRY_KINDS.filter((kind) => !new RegExp(`[?:] '${kind}'(?! \\|)`).test(makers))).toEqual([])
    const recorders = areas.filter(({ path, text }) => text.includes('recordSync(') && !path.includes('/ledger/'))
    for (const type of ['BILL', 'BILL_PAYMENT', 'ACH_LOAD', 'ACH_LOAD_REVERSAL'])
      expect(
        recorders.filter(({ text }) => text.includes(`'${type}'`)),
        type,
      ).not.toEqual([])
  })
})
