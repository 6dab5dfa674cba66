import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * SQLite says which unique index was violated by its columns, and by its name only if one of them is an expression. An
 * area's words for it are found by that text, so they have to be kept under the right one.
 */

const root = join(import.meta.dirname, '../../..')
const textOf = (folder: string, ending: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
    .join('\n')

interface Unique {
  name: string
  /** As SQLite reports it. */
  reported: string
}

const uniqueIndexes = (sql: string): Unique[] =>
  [
    ...sql.matchAll(
      /CREATE UNIQUE INDEX(?: IF NOT EXISTS)? [`"]?(\w+)[`"]? ON [`"]?(\w+)[`"]? \(((?:[^()]|\([^()]*\))*)\)/gi,
    ),
  ].map(([, name = '', table = '', columns = '']) => {
    const parts = columns.split(/,(?![^(]*\))/).map((part) => part.trim().replaceAll(/[`"]/g, ''))
    const isPlain = parts.every((part) => /^\w+$/.test(part))
    return { name, reported: isPlain ? parts.map((part) => `${table}.${part}`).join(', ') : name }
  })

const indexes = uniqueIndexes(textOf('migrations', '.sql'))
const code = textOf('worker', '.ts')

describe('words for a violated unique index', () => {
  it('the migrations have unique indexes of both kinds', () => {
    expect(indexes.length).toBeGreaterThan(40)
    expect(indexes.some(({ name, reported }) => name === reported)).toBe(true)
    expect(indexes.some(({ name, reported }) => name !== reported)).toBe(true)
  })

  const byColumns = indexes.filter(({ name, reported }) => name !== reported)
  it.each(byColumns)('no words are kept for $name where SQLite doesn’t look for them', ({ name }) => {
    const misplaced = new RegExp(`(?:^|[{,(\\s])${name}: (?:\\(\\)|\\w+\\b)|(?:UNIQUE|[Ii]ndex)\\w* = '${name}'`, 'm')
    expect(misplaced.exec(code)?.[0] ?? null).toBe(null)
  })
})
