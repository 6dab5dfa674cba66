import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * The directory and a company's data can be different databases, so no statement may read both. Vendors' people are in
 * the directory as users of its own.
 */
const OF_DIRECTORY =
  /^(directory_(companies|people|forms)|vendor_companies|vendor_company_(members|customers|invitations)|vendor_sessions|vendor_login_tokens|users|json_each)$/

const root = join(import.meta.dirname, '../../../../worker')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))

/** The text of each string and template. */
const textsIn = (file: string): string[] => readFileSync(join(root, file), 'utf8').match(/`[^`]*`|'[^'\n]*'/g) ?? []

const tablesOf = (sql: string): string[] =>
  [...sql.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)/g)].map(([, table = '']) => table)

const offences = (sql: string): string[] =>
  /\bdirectory_(companies|people)\b/.test(sql) ? tablesOf(sql).filter((table) => !OF_DIRECTORY.test(table)) : []

it('finds a statement that reads the directory and a company’s data', () => {
  const sql = 'SELECT 1 FROM directory_companies d JOIN company_memberships m ON m.company_id = d.id'
  expect(offences(sql)).toEqual(['company_memberships'])
})

it('no statement reads the directory and a company’s data', () => {
  const found = files.flatMap((file) =>
    textsIn(file).flatMap((sql) => offences(sql).map((table) => `${file}: ${table}`)),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})
