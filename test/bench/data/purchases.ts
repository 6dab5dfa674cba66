import type { DatabaseSync } from 'node:sqlite'
import { nextTwelveMonths } from '../../../schema/vendors/services/rules.ts'
import { KEEP_KEYS } from '../../support/kept-keys.ts'
import type { Company } from './company.ts'

/** What the company of many people buys: services of many vendors, each with periods, owners and costs. */

export const VENDORS = 10_000
export const SERVICES = 50_000
const CATEGORIES = 12

const idsOf = (list: { id: string }[]): string => JSON.stringify(list.map(({ id }) => id))

const monthAfter = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

const periodOf = (year: number) => ({
  ...{ id: `p${year}`, startDate: `${year}-01-01`, endDate: `${year}-12-31`, unitsPerMonth: 10, costPerUnit: 1_000 },
  ...{ tax: 0, savings: 0, totalServicePeriodCost: 120_000, amortizedCost: 10_000, currency: 'USD', note: '' },
  ...{ autoRenewDetail: '', noticeDays: 30, cancelBy: `${year}-12-01`, answers: {}, renewalReminders: [] },
})

/** One in this many links names a person or a unit that has few. */
export const RARE = 500

const numbers = (count: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
/** Element number `i`, wrapping around, of the JSON list in a parameter. */
const inTurns = (list: string, i: string): string => `${list} ->> (${i} % json_array_length(${list}))`

export const insertPurchases = (database: DatabaseSync, { id, prefix, people, departments }: Company, now: number) => {
  const owners = idsOf(people.slice(10, 210))
  const units = idsOf(departments.slice(0, -1))
  const year = new Date(now).getUTCFullYear()
  const { from } = nextTwelveMonths(now)
  const months = JSON.stringify(Array.from({ length: 12 }, (_, i) => monthAfter(from, i)))
  const card = `json_object('periods', json('${JSON.stringify([year, year + 1].map(periodOf))}'), 'months',
    (SELECT json_group_array(json_object('month', value, 'currency', 'USD', 'amount', 10000)) FROM json_each(?2)))`
  const all = (sql: string, ...values: string[]) => database.prepare(sql).run(...values)
  const [firstPerson, lastUnit] = [people[1]?.id ?? '', departments.at(-1)?.id ?? '']
  all(
    `${numbers(CATEGORIES)} INSERT INTO spend_categories (id, company_id, name, created_at)
       SELECT ?1 || '-spend-' || i, ?1, 'Spend ' || i, 0 FROM n`,
    id,
  )
  all(
    `${numbers(VENDORS)} INSERT INTO vendors (id, company_id, name, payment_method, created_at)
       SELECT ?2 || '-vendor-' || i, ?1, 'Supplier ' || printf('%05d', i), 'ACH', i FROM n`,
    ...[id, prefix],
  )
  all(
    `${numbers(VENDORS)} INSERT INTO vendor_links (company_id, vendor_id, kind, target_id)
       SELECT ?1, ?2 || '-vendor-' || i, 'OWNER', iif(i % ${RARE / 10} = 0, ?4, ${inTurns('?3', 'i')}) FROM n`,
    ...[id, prefix, owners, firstPerson],
  )
  all(
    `${numbers(SERVICES)} INSERT INTO services (id, company_id, vendor_id, vendor_key, name, spend_category_id, last_end_date,
         created_at, card)
       SELECT ?3 || '-service-' || i, ?1, ?3 || '-vendor-' || (i % ${VENDORS}), 'supplier ' || printf('%05d', i % ${VENDORS}),
              'Plan ' || i, ?1 || '-spend-' || (i % ${CATEGORIES}), '${year + 1}-12-31', i, c.card
         FROM n CROSS JOIN (SELECT ${card} AS card) c`,
    ...[id, months, prefix],
  )
  for (const [kind, list, rare] of [
    ['OWNER', owners, firstPerson],
    ['DEPARTMENT', units, lastUnit],
  ] as const) {
    all(
      `${numbers(SERVICES)} INSERT INTO service_links (company_id, service_id, kind, target_id)
         SELECT ?1, ?2 || '-service-' || i, '${kind}', iif(i % ${RARE} = 0, ?4, ${inTurns('?3', 'i')}) FROM n`,
      ...[id, prefix, list, rare],
    )
  }
  for (const sql of KEEP_KEYS) all(sql, id)
  all(
    `INSERT INTO service_spend_months (company_id, service_id, currency, month, vendor_id, amount_minor)
       SELECT ?1, s.id, 'USD', m.value, s.vendor_id, 10000 FROM services s CROSS JOIN json_each(?2) m WHERE s.company_id = ?1`,
    ...[id, months],
  )
}

/** As the sweep leaves it, for the month of the load. */
export const keepFigures = (database: DatabaseSync, { id }: Company, now: number): void => {
  database
    .prepare(
      `UPDATE vendors SET figures_month = ?2, next12_sort = services_count * 120000,
              next12_spend = json_array(json_object('currency', 'USD', 'value', services_count * 120000))
        WHERE company_id = ?1`,
    )
    .run(id, nextTwelveMonths(now).from)
}
