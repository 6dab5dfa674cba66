import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { Database } from '../../../worker/core/database.ts'
import { columns, computed, leftJoined, type RowOf, select, typed } from '../../../worker/core/record.ts'

/** Types are checked with the folder's types (`tsc -p test/unit`): a wrong one fails there. */

const bills = sqliteTable('bills', {
  id: text('id').primaryKey(),
  status: text('status', { enum: ['DRAFT', 'APPROVED'] }).notNull(),
  totalMinor: integer('total_minor').notNull(),
  dueDate: text('due_date'),
  isCredit: integer('is_credit', { mode: 'boolean' }).notNull(),
  isUrgent: integer('is_urgent', { mode: 'boolean' }),
  facts: text('facts', { mode: 'json' }).$type<{ note: string }>().notNull(),
  label: text('label', { mode: 'json' }).$type<'A' | 'B'>(),
  approvedAt: integer('approved_at', { mode: 'timestamp_ms' }),
})
const vendors = sqliteTable('vendors', { id: text('id').primaryKey(), name: text('name').notNull() })

/** A session that answers each statement with rows by its text. */
const databaseWith = (rows: Record<string, object[]>) => {
  const answer = (sql: string) => ({ results: rows[sql] ?? [], meta: {}, success: true })
  const prepare = vi.fn((sql: string) => ({
    sql,
    bind: (...params: unknown[]) => ({ sql, params, all: async () => answer(sql) }),
  }))
  const batch = async (statements: { sql: string }[]) => statements.map(({ sql }) => answer(sql))
  return new Database({ withSession: () => ({ prepare, batch }) } as unknown as D1Database)
}

describe('columns of a table', () => {
  it('columns are named as the table declares them, under the alias', () => {
    expect(select(bills, 'b', ['id', 'totalMinor', 'dueDate']).sql).toBe(
      'b.id, b.total_minor AS totalMinor, b.due_date AS dueDate',
    )
  })

  it('columns are called otherwise where the row asks for it', () => {
    const named = select(bills, 'b', { billId: 'id', due: 'dueDate' })
    expect(named.sql).toBe('b.id AS billId, b.due_date AS due')
    expectTypeOf<RowOf<typeof named>>().toEqualTypeOf<{ billId: string; due: string | null }>()
  })

  it('columns have the types of what D1 returns, not of what Drizzle maps', () => {
    const all = select(bills, 'b', ['status', 'totalMinor', 'isCredit', 'isUrgent', 'facts', 'label', 'approvedAt'])
    expectTypeOf<RowOf<typeof all>>().toEqualTypeOf<{
      status: 'DRAFT' | 'APPROVED'
      totalMinor: number
      isCredit: 0 | 1
      isUrgent: 0 | 1 | null
      facts: string
      label: string | null
      approvedAt: number | null
    }>()
    expect(all.sql).toContain('b.approved_at AS approvedAt')
  })

  it('a column that the table lacks is refused', () => {
    // @ts-expect-error `amount` is no column.
    expect(() => select(bills, 'b', ['id', 'amount'])).toThrow('amount is no column of b')
    // @ts-expect-error `amount` is no column.
    expect(() => select(bills, 'b', { total: 'amount' })).toThrow('amount is no column of b')
  })

  it('columns can each be null where the table is left-joined', () => {
    const joined = leftJoined(select(vendors, 'v', { vendorName: 'name' }))
    expect(joined.sql).toBe('v.name AS vendorName')
    expectTypeOf<RowOf<typeof joined>>().toEqualTypeOf<{ vendorName: string | null }>()
  })

  it('columns that SQL computes have their name and the type that is given', () => {
    const count = computed<{ lines: number; last: string | null }>({ lines: 'count(*)', last: 'max(l.id)' })
    expect(count.sql).toBe('count(*) AS lines, max(l.id) AS last')
    expectTypeOf<RowOf<typeof count>>().toEqualTypeOf<{ lines: number; last: string | null }>()
    // @ts-expect-error `last` has no SQL.
    computed<{ lines: number; last: string | null }>({ lines: 'count(*)' })
    // @ts-expect-error `first` is not of the row.
    computed<{ lines: number }>({ lines: 'count(*)', first: 'min(l.id)' })
  })

  it('columns of several tables are one list', () => {
    const both = columns(select(bills, 'b', ['id']), leftJoined(select(vendors, 'v', { vendorName: 'name' })))
    expect(both.sql).toBe('b.id, v.name AS vendorName')
    expect(`SELECT ${both} FROM bills b`).toBe('SELECT b.id, v.name AS vendorName FROM bills b')
    expectTypeOf<RowOf<typeof both>>().toEqualTypeOf<{ id: string; vendorName: string | null }>()
  })
})

describe('a typed text', () => {
  const bill = select(bills, 'b', ['id', 'status'])
  const limit = 10

  it('a typed text is plain SQL, and its rows have all columns that it was given', () => {
    const found = typed`SELECT ${bill}, ${computed<{ lines: number }>({ lines: 'count(*)' })} FROM bills b LIMIT ${limit}`
    expect(found).toBe('SELECT b.id, b.status, count(*) AS lines FROM bills b LIMIT 10')
    expectTypeOf<RowOf<typeof found>>().toEqualTypeOf<{ id: string; status: 'DRAFT' | 'APPROVED'; lines: number }>()
  })

  it('a typed text is refused when it left-joins a table whose columns say otherwise', () => {
    const vendor = select(vendors, 'v', ['name'])
    const make = (joins: string) =>
      typed`SELECT ${bill}, ${vendor} FROM bills b ${joins} vendors v ON v.id = b.vendor_id`
    expect(() => make('left join')).toThrow('v is left-joined')
    expect(make('JOIN')).toContain('b.id, b.status, v.name')
    const said = typed`SELECT ${bill}, ${leftJoined(vendor)} FROM bills b LEFT JOIN vendors v ON v.id = b.vendor_id`
    expectTypeOf<RowOf<typeof said>>().toEqualTypeOf<{
      id: string
      status: 'DRAFT' | 'APPROVED'
      name: string | null
    }>()
  })

  it('a typed text gives its rows to the read', async () => {
    const text = typed`SELECT ${bill} FROM bills b WHERE b.id = ?`
    const db = databaseWith({ [text]: [{ id: 'b1', status: 'DRAFT' }] })
    const one = await db.first(db.sql(text, 'b1'))
    expectTypeOf(one).toEqualTypeOf<{ id: string; status: 'DRAFT' | 'APPROVED' } | null>()
    expect(one).toEqual({ id: 'b1', status: 'DRAFT' })
    const many = await db.all(db.sql(text, 'b1'))
    expectTypeOf(many).toEqualTypeOf<{ id: string; status: 'DRAFT' | 'APPROVED' }[]>()
    // @ts-expect-error The text reads other rows.
    await db.all<{ total: number }>(db.sql(text, 'b1'))
    // @ts-expect-error `total` was not read.
    expect(one?.total).toBeUndefined()
  })

  it('typed texts keep their rows in a batch, each by its place', async () => {
    const first = typed`SELECT ${bill} FROM bills b`
    const second = typed`SELECT ${select(vendors, 'v', ['name'])} FROM vendors v`
    const third = 'SELECT 1 AS one'
    const db = databaseWith({
      [first]: [{ id: 'b1', status: 'DRAFT' }],
      [second]: [{ name: 'Acme' }],
      [third]: [{ one: 1 }],
    })
    for (const read of [db.readBatch.bind(db), db.batch.bind(db)]) {
      const [found, names, plain] = await read([db.sql(first), db.sql(second), db.sql(third)])
      expectTypeOf(found.results).toEqualTypeOf<{ id: string; status: 'DRAFT' | 'APPROVED' }[]>()
      expectTypeOf(names.results).toEqualTypeOf<{ name: string }[]>()
      expectTypeOf(plain.results).toEqualTypeOf<Record<string, unknown>[]>()
      expect([found.results, names.results, plain.results]).toEqual([
        [{ id: 'b1', status: 'DRAFT' }],
        [{ name: 'Acme' }],
        [{ one: 1 }],
      ])
    }
  })

  it('rows of a plain text are named by the caller', async () => {
    const db = databaseWith({ 'SELECT 1 AS one': [{ one: 1 }] })
    const rows = await db.all<{ one: number }>(db.sql('SELECT 1 AS one'))
    expect(rows[0]?.one).toBe(1)
  })
})
