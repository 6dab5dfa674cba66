import { describe, expect, it } from 'vitest'
import { judge, printStored, type Ratchet, readStored } from '../../../worker/local/tools/ratchets/counts.ts'
import { MODULE_RATCHETS } from '../../../worker/local/tools/ratchets/modules.ts'
import { SIZE_RATCHETS } from '../../../worker/local/tools/ratchets/sizes.ts'
import { SQL_RATCHETS } from '../../../worker/local/tools/ratchets/sql.ts'
import { SYNTAX_RATCHETS } from '../../../worker/local/tools/ratchets/syntax.ts'
import { sourceOf } from '../../../worker/local/tools/ratchets/tree.ts'

const ALL = [...SQL_RATCHETS, ...SYNTAX_RATCHETS, ...MODULE_RATCHETS, ...SIZE_RATCHETS]
const ratchetOf = (name: string): Ratchet => {
  const found = ALL.find((ratchet) => ratchet.name === name)
  if (!found) throw new Error(`No ratchet ${name}`)
  return found
}

const treeOf = (files: Record<string, string>) => {
  const all = Object.entries(files).map(([path, text]) => sourceOf(path, text))
  const isTest = (path: string) => path.startsWith('test/')
  return { sources: all.filter(({ path }) => !isTest(path)), tests: all.filter(({ path }) => isTest(path)) }
}
const countsOf = (name: string, files: Record<string, string>) =>
  Object.fromEntries([...ratchetOf(name).count(treeOf(files))].map(([path, { count }]) => [path, count]))

const lines = (count: number): string => 'const a = 1\n'.repeat(count)
const roomOf = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/f${at}.ts`, '']))

const TABLES = {
  'schema/platform/members/tables.ts': `export const users = sqliteTable('users', {})`,
  'schema/money/bills/tables.ts': `export const bills = sqliteTable(\n  'bills', {})`,
  'schema/money/reading/tables.ts': `export const readings = sqliteTable('readings', {})`,
  'worker/features/money/bills/index.ts': '',
  'worker/features/platform/members/index.ts': '',
}
const LIST = 'worker/features/platform/members/list.ts'
const READ = 'worker/features/money/bills/read.ts'

/** By ratchet: a file without, the same with one, and the file that has it then. */
const PLANTED: [name: string, without: Record<string, string>, one: Record<string, string>, at: string][] = [
  [
    'tables-of-others',
    { ...TABLES, [READ]: 'db.sql(`SELECT b.id FROM bills b JOIN readings r`)' },
    { ...TABLES, [READ]: 'db.sql(`SELECT b.id FROM bills b JOIN users u`)' },
    READ,
  ],
  [
    'tables-of-wings-above',
    { ...TABLES, [LIST]: "db.sql('SELECT id FROM users')", [READ]: "db.sql('SELECT id FROM users')" },
    { ...TABLES, [LIST]: "db.sql('SELECT id FROM users WHERE id IN (SELECT user_id FROM bills)')" },
    LIST,
  ],
  [
    'raw-statements',
    { [READ]: 'typed`SELECT b.id FROM bills b WHERE b.id = ?`; db.sql("DELETE FROM bills WHERE id = ?")' },
    { [READ]: 'db.sql("SELECT id, version FROM bills WHERE id = ? AND company_id = ?")' },
    READ,
  ],
  [
    'as-unknown-as',
    { [READ]: '// as unknown as\nconst a = b as unknown; const c = "as unknown as"' },
    { [READ]: 'const a = b as unknown as string' },
    READ,
  ],
  [
    'literal-spreads',
    { [READ]: 'const a = { ...b, ...(c && { d }), ...e() }; // ...{ a }' },
    { [READ]: 'const a = { ...{ b, c } }' },
    READ,
  ],
  [
    'objects-as-maps',
    { [READ]: "const A: Record<string, number> = { a: 1 }; A['a']; const B = new Map(Object.entries(A)); B.get(name)" },
    { [READ]: 'const A: Record<string, number> = { a: 1 }; const b = A[name]' },
    READ,
  ],
  [
    'names-in-objects',
    { [READ]: "'a' in b; for (const c in b) {}; Object.hasOwn(b, name) // name in b" },
    { [READ]: 'const isThere = name in b' },
    READ,
  ],
  [
    'entries-as-maps',
    { [READ]: "const a = Object.fromEntries(b); a['b']; const d = new Map(b); d.get(name)" },
    { [READ]: 'const a = Object.fromEntries(b); const c = a[name]' },
    READ,
  ],
  [
    'row-types',
    { [READ]: 'interface Row { id: string }\nconst rows = await db.all(db.sql(TEXT)); first<Row>(rows)' },
    { [READ]: 'const rows = await db.all<{ id: string }>(db.sql(TEXT))' },
    READ,
  ],
  [
    'dead-exports',
    {
      [READ]: 'export const used = 1; export type Tried = string; export const whole = 2',
      [LIST]: `import { used } from '../../money/bills/read.ts'; import * as read from '../../money/bills/read.ts'; read.whole`,
      'test/unit/read.test.ts': `import type { Tried } from '../../worker/features/money/bills/read.ts'`,
    },
    { [READ]: 'export const unused = 1; unused + 1' },
    READ,
  ],
  [
    'arrows-against-wings',
    { [READ]: `import { users } from '../../platform/members/index.ts'` },
    { [LIST]: `import { bills } from '../../money/bills/index.ts'` },
    LIST,
  ],
  ['long-files', { [READ]: lines(300) }, { [READ]: lines(301) }, READ],
  ['rooms', roomOf('web/ui', 25), roomOf('web/ui', 26), 'web/ui'],
]

describe('each ratchet', () => {
  it('each ratchet has a planted case here', () => {
    expect(PLANTED.map(([name]) => name).sort()).toEqual(ALL.map(({ name }) => name).sort())
  })

  it.each(PLANTED)('%s: one more is refused, with its file and what to do', (name, without, one, at) => {
    const ratchet = ratchetOf(name)
    const before = ratchet.count(treeOf(without))
    expect([...before]).toEqual([])
    const after = ratchet.count(treeOf(one))
    expect([...after.keys()]).toEqual([at])
    const { grown, next } = judge(ratchet, after, new Map(), () => true)
    expect(grown).toHaveLength(1)
    expect(grown[0]).toContain(`${at} has ${after.get(at)?.count} ${ratchet.things} instead of 0`)
    expect(grown[0]).toContain(ratchet.instead)
    expect([...next]).toEqual([])
  })

  it.each(PLANTED)('%s: one less asks for the lower number', (name, without, one, at) => {
    const ratchet = ratchetOf(name)
    const stored = new Map([[at, ratchet.count(treeOf(one)).get(at)?.count ?? 0]])
    const { grown, fallen, next } = judge(ratchet, ratchet.count(treeOf(without)), stored, () => true)
    expect([grown, [...next]]).toEqual([[], []])
    expect(fallen).toHaveLength(1)
  })

  it('row types of another file are counted where they are written, once', () => {
    expect(
      countsOf('row-types', {
        'worker/a/rows.ts': 'export interface Row { id: string }\nexport interface Other { id: string }',
        'worker/a/read.ts': `import type { Row } from './rows.ts'\ndb.first<Row>(a); (b?.results as unknown as Row[])[0]`,
        'worker/a/list.ts': `import type { Row } from './rows.ts'\ndb.all<Row>(a)`,
      }),
    ).toEqual({ 'worker/a/rows.ts': 1 })
  })

  it('an export that a door passes on is used where the door’s is', () => {
    const door = { 'worker/a/index.ts': `export * from './make.ts'`, 'worker/a/make.ts': 'export const make = 1' }
    expect(countsOf('dead-exports', door)).toEqual({ 'worker/a/make.ts': 1 })
    const user = { 'worker/b/use.ts': `import { make } from '../a/index.ts'` }
    expect(countsOf('dead-exports', { ...door, ...user })).toEqual({})
  })
})

describe('numbers', () => {
  const spreads = ratchetOf('literal-spreads')
  const counts = (numbers: Record<string, number>) =>
    new Map(Object.entries(numbers).map(([path, count]) => [path, { count, what: [] as string[] }]))
  const judged = (now: Record<string, number>, stored: Record<string, number>, gone: string[] = []) =>
    judge(spreads, counts(now), new Map(Object.entries(stored)), (path) => !gone.includes(path))

  const A = 'worker/features/money/bills/a.ts'
  const B = 'worker/features/money/bills/b.ts'
  const C = 'worker/features/money/checks/a.ts'

  it('work that moves within an area is no growth', () => {
    expect(judged({ [A]: 1, [B]: 3 }, { [A]: 4 })).toMatchObject({ grown: [], fallen: [] })
  })

  it('an area that grew names the file that did', () => {
    const { grown, next } = judged({ [A]: 1, [B]: 4 }, { [A]: 2, [B]: 2 })
    expect(grown).toHaveLength(1)
    expect(grown[0]).toContain(`${B} has 4`)
    expect(grown[0]).toContain('worker/features/money/bills 5 instead of 4')
    expect(Object.fromEntries(next)).toEqual({ [A]: 2, [B]: 2 })
  })

  it('less in one area pays for nothing in another', () => {
    expect(judged({ [C]: 1 }, { [A]: 5 }).grown).toHaveLength(1)
  })

  it('a file that moves to another area takes its number along', () => {
    expect(judged({ [C]: 2 }, { [A]: 2 }, [A])).toMatchObject({ grown: [], fallen: [] })
    expect(judged({ [C]: 3 }, { [A]: 2 }, [A]).grown).toHaveLength(1)
  })

  it('a long file may lose up to nine lines without a new number, and may not gain one', () => {
    const longFiles = ratchetOf('long-files')
    const of = (count: number) => judge(longFiles, counts({ [A]: count }), new Map([[A, 340]]), () => true)
    expect(of(331)).toMatchObject({ grown: [], fallen: [] })
    expect(of(330).fallen).toHaveLength(1)
    expect(of(341).grown).toHaveLength(1)
  })

  it('a new ratchet starts with what there is, and one that has nothing left does not start again', () => {
    expect(judge(spreads, counts({ [A]: 2 }), undefined, () => true).next.get(A)).toBe(2)
    const stored = readStored(printStored(new Map([['literal-spreads', new Map()]])))
    expect(judge(spreads, counts({ [A]: 2 }), stored.get('literal-spreads'), () => true).grown).toHaveLength(1)
  })

  it('numbers that two branches lowered are merged to the lower one', () => {
    const merged = `literal-spreads 0 .\nliteral-spreads 7 ${A}\nliteral-spreads 5 ${A}\nrooms 26 web/ui\n`
    expect(readStored(merged).get('literal-spreads')?.get(A)).toBe(5)
    expect(printStored(readStored(merged))).toBe(
      `literal-spreads 0 .\nliteral-spreads 5 ${A}\nrooms 0 .\nrooms 26 web/ui\n`,
    )
  })
})
