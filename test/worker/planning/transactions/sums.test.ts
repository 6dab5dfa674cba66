import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { remapStatements } from '../../../../worker/features/planning/actuals/remap.ts'
import { books, connect, document, line, object, sync, workOn } from '../../../support/worker/made-books.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** The sums that totals and charts read, compared with what the lines sum to. */

const COLUMNS = 'account_type, department_id, business_unit_id, category_id, location_id, vendor_id'
const SUMS = 'SUM(coalesce(company_minor, 0)) AS amount, COUNT(*) AS lines, SUM(company_minor IS NULL) AS unrated'
const TRACKED = 'FROM transactions WHERE company_id = ?1 AND is_tracked'
const GROUPS_OF_LINES = `SELECT type, substr(date, 1, 7) AS month, ${COLUMNS}, is_payroll, ${SUMS} ${TRACKED}
  GROUP BY 1, 2, ${COLUMNS}, is_payroll`
const GROUPS = `SELECT type, month, ${COLUMNS}, is_payroll, SUM(amount_minor), SUM(lines), SUM(unrated)
  FROM transaction_groups WHERE company_id = ?1 GROUP BY 1, 2, ${COLUMNS}, is_payroll
  HAVING SUM(lines) <> 0 OR SUM(amount_minor) <> 0 OR SUM(unrated) <> 0`
const DIMENSIONS: Record<string, string> = {
  ...{ all: 'NULL', department: 'department_id', businessUnit: 'business_unit_id', category: 'category_id' },
  ...{ location: 'location_id', vendor: 'vendor_id', accountType: 'account_type' },
}
const SUMS_OF_LINES = Object.entries(DIMENSIONS).map(
  ([name, column]) => `SELECT * FROM (SELECT type, '${name}' AS dimension, substr(date, 1, 7) AS month,
      coalesce(${column}, '') AS value, is_payroll, ${SUMS} ${TRACKED} GROUP BY 1, 3, 4, 5)`,
)
const STORED = `SELECT type, dimension, month, value, is_payroll, amount_minor, lines, unrated FROM transaction_sums
  WHERE company_id = ?1 AND (lines <> 0 OR amount_minor <> 0 OR unrated <> 0)`

/** What one side has and the other doesn't. */
const differences = async (companyId: string): Promise<unknown[]> => {
  const both = async (a: string, b: string) => [
    ...(await rows(`SELECT * FROM (${a}) EXCEPT SELECT * FROM (${b})`, companyId)),
    ...(await rows(`SELECT * FROM (${b}) EXCEPT SELECT * FROM (${a})`, companyId)),
  ]
  const ofLines = SUMS_OF_LINES.map((sql, at) => [sql, Object.keys(DIMENSIONS)[at]] as const)
  const found: unknown[] = await both(GROUPS_OF_LINES, GROUPS)
  for (const [sql, dimension] of ofLines) found.push(...(await both(sql, `${STORED} AND dimension = '${dimension}'`)))
  return found
}

let company: TestCompany
const ACCOUNTS = ['travel', 'wages', 'sales']
const UNITS = ['it', 'hr']
const VENDORS = ['acme', 'globex']

beforeEach(async () => {
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  company = await makeCompany(['enableIntakeRequests', 'isErpLinked'])
  await connect(company.id)
  books.objects = [
    ...ACCOUNTS.map((id) => object('ACCOUNT', id, { accountType: id === 'sales' ? 'REVENUE' : 'OPEX' })),
    ...UNITS.map((id) => object('DEPARTMENT', id)),
    ...VENDORS.map((id) => object('VENDOR', id)),
  ]
})

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

/** A bill with lines of everything, told by one number. */
const billOf = (id: string, seed: number) =>
  document(
    'BILL',
    id,
    Array.from({ length: 1 + (seed % 3) }, (_, at) =>
      line(pick(ACCOUNTS, seed + at), ((seed % 97) - 20) * 10 + at, {
        vendorErpId: seed % 5 === 0 ? null : pick(VENDORS, seed),
        departmentErpId: seed % 4 === 0 ? null : pick(UNITS, seed + at),
      }),
    ),
    { date: `2026-0${1 + (seed % 3)}-1${seed % 9}`, currency: seed % 7 === 0 ? 'JPY' : 'USD' },
  )

const objectIds = async (erpId: string): Promise<string[]> =>
  (await rows<{ id: string }>('SELECT id FROM erp_objects WHERE company_id = ? AND erp_id = ?', company.id, erpId)).map(
    ({ id }) => id,
  )

const MAPPINGS: ((seed: number) => [erpId: string, set: string])[] = [
  (seed) => [pick(VENDORS, seed), `vendor_id = 'vendor-${seed % 3}'`],
  (seed) => [pick(UNITS, seed), `department_id = ${seed % 3 === 0 ? 'NULL' : `'department-${seed % 3}'`}`],
  (seed) => [pick(ACCOUNTS, seed), `category_id = 'category-${seed % 3}', is_payroll = ${seed % 2}`],
  (seed) => [pick(ACCOUNTS, seed), `tracking_level = '${pick(['NONE', 'ALL_TRANSACTIONS'], seed)}'`],
]

const map = async (seed: number): Promise<void> => {
  const [erpId, set] = pick(MAPPINGS, seed)(seed)
  await run(`UPDATE erp_objects SET ${set} WHERE company_id = ? AND erp_id = ?`, company.id, erpId)
  const db = new Database(env.DB, 'first-primary')
  const clock = { now: () => books.now }
  await db.batch(remapStatements({ db, clock, newId }, company.id, await objectIds(erpId)))
}

/** As people and merges do it: some lines get another vendor or category. */
const recode = (seed: number): Promise<unknown> =>
  run(
    `UPDATE transactions SET vendor_id = ?2, is_vendor_set = 1, category_id = ?3, is_category_set = 1, version = version + 1
      WHERE company_id = ?1 AND id IN (SELECT id FROM transactions WHERE company_id = ?1 ORDER BY erp_id, line_erp_id LIMIT 3 OFFSET ?4)`,
    ...[company.id, seed % 4 === 0 ? null : `vendor-${seed % 3}`, `category-${seed % 3}`, seed % 5],
  )

const STEPS = {
  change: async (seed: number) => {
    books.now += 3_600_000
    books.changes = [{ at: books.now, page: { documents: [billOf(`b${seed % 6}`, seed)] } }]
    await sync()
  },
  remove: async (seed: number) => {
    books.now += 3_600_000
    const deletedDocuments = [{ kind: 'BILL' as const, erpId: `b${seed % 6}` }]
    books.changes = [{ at: books.now, page: { deletedDocuments } }]
    await sync()
  },
  map: async (seed: number) => {
    await map(seed)
    await workOn()
  },
  recode: async (seed: number) => {
    await recode(seed)
  },
  /** Someone recodes while a mapping's lines still follow. */
  both: async (seed: number) => {
    await map(seed)
    await recode(seed + 1)
    await workOn()
  },
}
type Step = keyof typeof STEPS

describe('sums of transactions', () => {
  it('always equal the lines, after any sequence of syncs, mappings and recoding', async () => {
    const step = fc.tuple(fc.constantFrom(...(Object.keys(STEPS) as Step[])), fc.nat(1000))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        await run("DELETE FROM outbox WHERE topic = 'sync.run'")
        company = await makeCompany(['enableIntakeRequests', 'isErpLinked'])
        const { objects } = books
        await connect(company.id)
        books.objects = objects
        books.documents = [3, 8, 14, 25, 31].map((seed, at) => billOf(`b${at}`, seed))
        expect((await sync()).state).toBe('COMPLETE')
        expect(await differences(company.id)).toEqual([])
        for (const [name, seed] of steps) {
          await STEPS[name](seed)
          expect({ name, differences: await differences(company.id) }).toEqual({ name, differences: [] })
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)

  it('totals say that they are being updated until the lines have followed a mapping', async () => {
    books.documents = [billOf('b1', 8)]
    await sync()
    const analyst = await signIn(company, await company.addPerson({ flags: ['hasFinancialAnalysisAccess'] }))
    const range = 'type=expense&startYearMonth=2026-01&endYearMonth=2026-12'
    const isUpdating = async (): Promise<boolean[]> => [
      (await analyst.get(`/api/transactions/totals?${range}`)).body.isUpdating,
      (await analyst.get(`/api/transactions/chart?by=month&${range}`)).body.isUpdating,
    ]
    expect(await isUpdating()).toEqual([false, false])
    await map(0)
    expect(await isUpdating()).toEqual([true, true])
    await workOn()
    expect(await isUpdating()).toEqual([false, false])
  })

  it('totals say that they are being updated while a sync has stored lines that it has not summed', async () => {
    // The connection's system is one that syncs are known of.
    await run("UPDATE erp_connections SET system = 'QUICKBOOKS' WHERE id = ?", books.connectionId)
    const months = JSON.stringify({ phase: 'ALL', months: ['2026-01'] })
    const id = newId()
    await run(
      `INSERT INTO sync_runs (id, company_id, provider, kind, trigger, state, cursor, counts, created_at)
       VALUES (?, ?, 'QUICKBOOKS', 'BOOKS', 'HAND', 'SYNCING', ?, '{}', 1)`,
      ...[id, company.id, months],
    )
    const analyst = await signIn(company, await company.addPerson({ flags: ['hasFinancialAnalysisAccess'] }))
    const range = 'type=expense&startYearMonth=2026-01&endYearMonth=2026-12'
    expect((await analyst.get(`/api/transactions/totals?${range}`)).body.isUpdating).toBe(true)
    await run(`UPDATE sync_runs SET cursor = '{"phase":"DONE"}' WHERE id = ?`, id)
    expect((await analyst.get(`/api/transactions/totals?${range}`)).body.isUpdating).toBe(false)
  })
})
