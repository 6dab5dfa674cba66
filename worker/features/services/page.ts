import type { Service, ServicePeriod } from '../../../schema/services/endpoints.ts'
import { nextTwelveMonths } from '../../../schema/services/rules.ts'
import type { Currency } from '../../../schema/shared/money.ts'
import type { StaffContext } from '../../core/operation.ts'
import { LOOKUPS } from '../intake/submissions/names.ts'
import { type ServiceRow, toService } from './rows.ts'

/**
 * A page of services from their own rows alone: their links, periods and months are read from the copies that the rows
 * keep (migration 0034), and each name once, however many services bear it.
 */

/** What the page holds of a service, by the names there. */
const COLUMNS = Object.entries({
  id: 's.id',
  name: 's.name',
  description: 's.description',
  archivedAt: 's.archived_at',
  autorenews: 's.autorenews',
  autoRenewalDetail: 's.auto_renewal_detail',
  vendorId: 's.vendor_id',
  spendCategoryId: 's.spend_category_id',
  businessUnitId: 's.business_unit_id',
  paymentFrequency: 's.payment_frequency',
  paymentTerm: 's.payment_term',
  version: 's.version',
  answers: 'json(s.answers)',
  links: 'json(s.links)',
  card: 'json(s.card)',
})

const named = (table: string): string =>
  `(SELECT json_object('name', t.name) FROM ${table} t WHERE t.id = r.id AND +t.company_id = ?1)`

/** What an id `r` of a kind is called. */
const NAME = `CASE r.kind
  WHEN 'VENDOR' THEN ${named('vendors')}
  WHEN 'CATEGORY' THEN ${named('spend_categories')}
  WHEN 'UNIT' THEN ${named('business_units')}
  WHEN 'DEPARTMENT' THEN ${named('departments')}
  WHEN 'LOCATION' THEN ${named('locations')}
  ELSE (SELECT json_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email) FROM users u
         WHERE u.id = r.id) END`

/** Ids that the company's own columns show, of a service and of its periods. */
const SHOWN_ANSWERS = `SELECT DISTINCT t.atom AS id
    FROM vendor_service_custom_columns c CROSS JOIN page CROSS JOIN json_each(c.definition, '$.serviceColumns') q
   CROSS JOIN json_tree(page.data) t
   WHERE c.company_id = ?1 AND t.type = 'text' AND length(t.atom) <= 64
     AND instr(replace(replace(t.fullkey, '"', ''), '[', '.') || '.', '.answers.' || (q.value ->> 'questionId') || '.') > 0`

const each = (kind: string, id: string): string =>
  `SELECT '${kind}' AS kind, j.value ->> '${id}' AS id FROM page CROSS JOIN json_each(page.data) j`

/**
 * The page is one value, so that its names are found without reading its rows again.
 * @param from what services `s` are picked from, with their conditions
 * @param sortKey of a row, as JSON
 */
export const pageSql = (from: string, sortKey: string, order: string, limit: string): string =>
  `WITH page (data) AS MATERIALIZED (
     SELECT json_group_array(json(x.data)) FROM (
       SELECT json_object('sortKey', ${sortKey}, ${COLUMNS.map(([name, sql]) => `'${name}', ${sql}`).join(', ')}) AS data
         FROM ${from} ORDER BY ${order} LIMIT ${limit}) x)
   SELECT 'rows' AS part, NULL AS kind, NULL AS id, data FROM page
    UNION ALL SELECT 'name', r.kind, r.id, ${NAME} FROM (
      SELECT DISTINCT n.kind, n.id FROM (
        ${each('VENDOR', 'vendorId')} UNION ALL ${each('CATEGORY', 'spendCategoryId')}
         UNION ALL ${each('UNIT', 'businessUnitId')}
         UNION ALL SELECT k.value ->> 'kind', k.value ->> 'id'
           FROM page CROSS JOIN json_each(page.data) j CROSS JOIN json_each(j.value, '$.links') k) n
       WHERE n.id IS NOT NULL) r
    UNION ALL SELECT 'answer', NULL, ids.id, COALESCE(${LOOKUPS.join(', ')}) FROM (${SHOWN_ANSWERS}) ids`

interface Part {
  part: 'rows' | 'name' | 'answer'
  kind: string | null
  id: string
  data: string | null
}

interface Card {
  periods: ServicePeriod[]
  months: { currency: Currency; month: string; amount: number }[]
}

type Kept = Omit<
  ServiceRow,
  'vendorName' | 'spendCategoryName' | 'businessUnitName' | 'periods' | 'spend' | 'links' | 'answers'
> & {
  sortKey: (string | null)[]
  links: { kind: string; id: string }[]
  answers: Service['answers']
  card: Card
}

/** What the twelve months from the present one on cost, by currency. */
const spendOf = ({ months }: Card, now: number): { currency: Currency; value: number }[] => {
  const { from, before } = nextTwelveMonths(now)
  const sums = new Map<Currency, number>()
  for (const { currency, month, amount } of months) {
    if (month >= from && month < before) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return [...sums].map(([currency, value]) => ({ currency, value }))
}

export interface PageOfServices {
  rows: { sortKey: (string | null)[]; service: Service }[]
  /** Of what the company's own columns show. */
  answerNames: Map<string, string>
}

export const servicesOfParts = ({ actor, clock }: StaffContext, found: unknown[] = []): PageOfServices => {
  const now = clock.now()
  const names = new Map<string, Record<string, string>>()
  const answerNames = new Map<string, string>()
  const rows: Kept[] = []
  for (const { part, kind, id, data } of found as Part[]) {
    if (data === null) continue
    if (part === 'rows') rows.push(...(JSON.parse(data) as Kept[]))
    else if (part === 'name') names.set(`${kind} ${id}`, JSON.parse(data) as Record<string, string>)
    else answerNames.set(id, data)
  }
  const nameOf = (kind: string, id: string | null): string | null => names.get(`${kind} ${id}`)?.name ?? null
  const toRow = ({ card, links, answers, ...kept }: Kept): ServiceRow => ({
    ...kept,
    vendorName: nameOf('VENDOR', kept.vendorId),
    spendCategoryName: nameOf('CATEGORY', kept.spendCategoryId),
    businessUnitName: nameOf('UNIT', kept.businessUnitId),
    links: JSON.stringify(links.map(({ kind, id }) => ({ ...names.get(`${kind} ${id}`), kind, id }))),
    periods: JSON.stringify(card.periods),
    spend: JSON.stringify(spendOf(card, now)),
    answers: JSON.stringify(answers),
  })
  return { rows: rows.map((row) => ({ sortKey: row.sortKey, service: toService(toRow(row), actor) })), answerNames }
}
