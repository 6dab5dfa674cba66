import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { dayIn, monthOf, shiftMonth } from '../../../schema/shared/calendar.ts'
import { paths } from '../../../worker/local/host/paths.ts'
import { loadApp } from '../../../worker/local/tools/load-app.ts'
import { keptFile, recipe, withoutRequests } from '../data/build.ts'
import { type Company, crowd, type Person } from '../data/company.ts'
import { withoutIndexes } from '../data/multiply.ts'
import { VENDORS } from '../data/purchases.ts'
import { asDatabase } from '../data/sqlite-d1.ts'

/** The file with a million transactions of 24 months, in the company of many people and vendors, and their sums. */

type App = typeof import('./app.ts')

const MONTHS = 24
const ACCOUNTS = 400
const LOCATIONS = 30
const UNITS = 12
const ENTITIES = 6
/** This many vendors have a quarter of all lines. */
export const LARGE_VENDORS = 20

export const vendorOf = (at: number): string => `${crowd.prefix}-vendor-${at}`
export const locationOf = (at: number): string => `${crowd.prefix}-location-${at}`
export const unitOf = (at: number): string => `${crowd.prefix}-unit-${at}`
export const categoryOf = (at: number): string => `${crowd.id}-spend-${at}`

/** Who reads: all of it, all but payroll, and one department with its payroll. */
export const admin = crowd.people[0] as Person
export const [analyst, lead] = crowd.requestors.slice(0, 2) as [Person, Person]

/** The months that the lines are of. */
export const rangeAt = (now: number): { first: string; last: string } => {
  const last = monthOf(dayIn(null, now))
  return { first: shiftMonth(last, 1 - MONTHS), last }
}

const numbers = (count: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`

type All = (sql: string, ...values: SQLInputValue[]) => void

const MAPPED: { kind: string; mapped: string; column: string; letter: string; count: number; id: string }[] = [
  { ...{ kind: 'VENDOR', mapped: 'VENDOR', column: 'vendor_id', letter: 'v', count: VENDORS }, id: '-vendor-' },
  {
    ...{ kind: 'CLASSIFICATION', mapped: 'CLASSIFICATION', column: 'business_unit_id', letter: 'u', count: UNITS },
    id: '-unit-',
  },
  {
    ...{ kind: 'LOCATION', mapped: 'LOCATION', column: 'location_id', letter: 'l', count: LOCATIONS },
    id: '-location-',
  },
]

const addBooks = (all: All, { id, prefix, departments }: Company): void => {
  all(
    `UPDATE companies SET flags = json_set(flags, '$.isErpLinked', json('true'), '$.enableBusinessUnits', json('true'))
      WHERE id = ?`,
    id,
  )
  all(
    'UPDATE company_memberships SET has_financial_analysis_access = 1 WHERE company_id = ? AND user_id = ?',
    id,
    analyst.id,
  )
  all(
    `UPDATE company_memberships SET has_department_access = 1, has_department_payroll_access = 1
      WHERE company_id = ? AND user_id = ?`,
    ...[id, lead.id],
  )
  all(
    `INSERT INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
       is_full_wanted, connected_by_user_id, connected_at)
     VALUES ('bench-books', ?, 'NETSUITE', '1', 'Crowded Company', 'USD', 'CONNECTED', 'COMPLETE', '2000-01-01', 0, ?, 0)`,
    ...[id, admin.id],
  )
  for (const [table, name, count] of [
    ['locations', 'location', LOCATIONS],
    ['business_units', 'unit', UNITS],
    ['entities', 'entity', ENTITIES],
  ] as const)
    all(
      `${numbers(count)} INSERT INTO ${table} (id, company_id, name, created_at)
         SELECT ?2 || '-${name}-' || i, ?1, '${name} ' || i, 0 FROM n`,
      ...[id, prefix],
    )
  const object = `INSERT INTO erp_objects (id, company_id, connection_id, kind, mapped_kind, erp_id, name, name_key, is_active,
     account_type, created_at, updated_at`
  for (const { kind, mapped, column, letter, count, id: own } of MAPPED)
    all(
      `${numbers(count)} ${object}, ${column})
         SELECT 'bench-${letter}-' || i, ?1, 'bench-books', '${kind}', '${mapped}', i, '${kind} ' || i, lower('${kind} ' || i), 1,
                NULL, 0, 0, ?2 || '${own}' || i FROM n`,
      ...[id, prefix],
    )
  all(
    `${numbers(departments.length)} ${object}, department_id)
       SELECT 'bench-d-' || i, ?1, 'bench-books', 'DEPARTMENT', 'DEPARTMENT', i, 'Dept ' || i, 'dept ' || i, 1, NULL, 0, 0,
              ?2 ->> i FROM n`,
    ...[id, JSON.stringify(departments.map((each) => each.id))],
  )
  all(
    `${numbers(ACCOUNTS)} ${object}, category_id, is_payroll)
       SELECT 'bench-a-' || i, ?1, 'bench-books', 'ACCOUNT', iif(i % 20, 'EXPENSE_ACCOUNT', 'REVENUE_ACCOUNT'), i,
              'Account ' || i, 'account ' || i, 1, iif(i % 20, iif(i % 3, 'OPEX', 'COGS'), 'REVENUE'), 0, 0,
              iif(i % 20, ?1 || '-spend-' || (i % 12), NULL), i % 25 = 1 FROM n`,
    id,
  )
}

/** A number of a line that looks accidental. Odd factors, so that all values appear. */
const mixed = (factor: number, shift: number): string => `((i * ${factor}) >> ${shift})`

const addLines = (all: All, { id, prefix, departments }: Company, count: number, now: number): void => {
  const { first } = rangeAt(now)
  const months = JSON.stringify(Array.from({ length: MONTHS }, (_, at) => shiftMonth(first, at)))
  all(
    `${numbers(count)}, lines AS (
       SELECT i, ${mixed(2_654_435_761, 7)} % ${ACCOUNTS} AS account,
              iif(${mixed(40_503, 3)} % 4 = 0, ${mixed(69_069, 5)} % ${LARGE_VENDORS}, ${mixed(1_103_515_245, 9)} % ${VENDORS}) AS vendor,
              ${mixed(1_664_525, 6)} % ${departments.length} AS department, ${mixed(22_695_477, 8)} % ${UNITS} AS unit,
              ${mixed(134_775_813, 4)} % ${LOCATIONS} AS location, ${mixed(16_807, 2)} % 900000 + 100 AS amount FROM n)
     INSERT INTO transactions (id, company_id, connection_id, type, document_kind, erp_id, line_erp_id, document_number, date,
       amount_minor, currency, company_minor, memo, description, url, account_type, account_object_id, vendor_object_id,
       department_object_id, location_object_id, classification_object_id, vendor_id, category_id, department_id,
       business_unit_id, location_id, entity_object_id, entity_id, is_payroll, is_tracked, stamp)
     SELECT printf('%08x', ((i * 2654435761) & 4294967295)) || printf('%08x', i) || '00000000', ?1, 'bench-books',
            iif(account % 20, 'expense', 'revenue'), iif(account % 20, 'BILL', 'INVOICE'), i / 3, i % 3, 'INV-' || i,
            (?3 ->> (i * ${MONTHS} / ${count})) || printf('-%02d', 1 + ${mixed(48_271, 1)} % 28), amount, 'USD', amount,
            iif(i % 50000 = 7, 'Prototype gears', 'Order ' || i), 'Delivered for team ' || department,
            'https://books.example/' || i, iif(account % 20, iif(account % 3, 'OPEX', 'COGS'), 'REVENUE'),
            'bench-a-' || account, iif(i % 12, 'bench-v-' || vendor, NULL), 'bench-d-' || department,
            'bench-l-' || location, 'bench-u-' || unit, iif(i % 12, ?2 || '-vendor-' || vendor, NULL),
            iif(account % 20, ?1 || '-spend-' || (account % 12), NULL), iif(i % 15, ?4 ->> department, NULL),
            ?2 || '-unit-' || unit, ?2 || '-location-' || location, 'bench-e-' || location % ${ENTITIES}, ?2 || '-entity-' || location % ${ENTITIES}, account % 25 = 1, account % 40 <> 7, 'bench' FROM lines`,
    ...[id, prefix, months, JSON.stringify(departments.map((each) => each.id))],
  )
}

const addSums = async (database: DatabaseSync, { id }: Company, now: number): Promise<void> => {
  const app = await loadApp<App>("export * from './test/bench/transactions/app.ts'")
  const context = { db: asDatabase(database), clock: { now: () => now } } as unknown as Parameters<
    App['last12Statement']
  >[0]
  const { first } = rangeAt(now)
  for (let at = 0; at < MONTHS; at++) await context.db.batch(app.monthStatements(context, id, shiftMonth(first, at)))
  database.prepare("UPDATE vendors SET last12_month = '0' WHERE company_id = ?").run(id)
  await context.db.batch([app.last12Statement(context, id), app.vendorSpendStatement(context, id)])
}

const OWN = ['transactions']
/** The sources that the file is made by. */
const SOURCES = ['test/bench/transactions/database.ts', 'worker/features/planning/actuals/sum-months.ts']

export const transactionsDatabase = async (count: number): Promise<string> => {
  const now = Date.now()
  const hash = createHash('sha256').update(recipe()).update(rangeAt(now).last)
  for (const source of SOURCES) hash.update(readFileSync(join(paths.root, source)))
  return keptFile(`transactions-${count}`, hash.digest('hex'), await withoutRequests(), async (database) => {
    const all: All = (sql, ...values) => database.prepare(sql).run(...values)
    database.exec('BEGIN')
    addBooks(all, crowd)
    await withoutIndexes(database, async () => addLines(all, crowd, count, now), OWN)
    await addSums(database, crowd, now)
    database.exec('COMMIT')
  })
}
