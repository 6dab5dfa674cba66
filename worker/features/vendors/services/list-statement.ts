import { addDays, dayIn } from '../../../../schema/shared/calendar.ts'
import type * as endpoints from '../../../../schema/vendors/services/endpoints.ts'
import type { ServiceListQuery } from '../../../../schema/vendors/services/endpoints.ts'
import { LOOKED_COLUMNS, LOOKED_ID, type Looking, lookedSql, lookingFrom } from '../../../core/looked-page.ts'
import { afterSql, type OrderTerm, orderSql, orderTerms } from '../../../core/order.ts'
import { decodeCursor } from '../../../core/paging.ts'
import { Params } from '../../../core/params.ts'
import { containsText } from '../../../core/text-search.ts'
import { keptPart } from '../../platform/search/index.ts'
import { askedFields, pairsOf } from '../../requests/lists/index.ts'
import { columnStatements, type ListReader } from '../vendors/index.ts'
import { shownNamesSql } from './page.ts'
import { LISTED_COLUMNS } from './rows.ts'

/** The statements of a page of the list of services. */

/** The columns of each sort order. The last one makes it unique. */
const SORTS = {
  vendor: ['s.vendor_key', 'lower(s.name)', 's.id'],
  name: ['lower(s.name)', 's.id'],
  endDate: ['s.last_end_date', 's.id'],
} as const

/** The same columns as copied to `k`, the links of an owner or a department. */
const LINK_SORTS = {
  vendor: { columns: ['k.vendor_key', 'k.name_key', 'k.service_id'], index: 'service_links_target' },
  name: { columns: ['k.name_key', 'k.service_id'], index: 'service_links_name' },
  endDate: { columns: ['k.end_date', 'k.service_id'], index: 'service_links_end' },
} as const

/** Services whose last period has ended, or ends within this many days, need attention. */
const SOON_DAYS = 90

interface Target {
  kind: 'DEPARTMENT' | 'OWNER'
  id: string
}

const linkedTo = ({ kind, id }: Target, bind: Params['bind']): string =>
  `EXISTS (SELECT 1 FROM service_links o WHERE o.company_id = ?1 AND o.service_id = s.id
             AND o.kind = '${kind}' AND o.target_id = ${bind(id)})`

/** Reads these links instead of the company's services. A vendor's services are few anyway. */
const targetsOf = ({ ownerId, departmentId, vendorId }: ServiceListQuery): { lead?: Target; others: Target[] } => {
  const targets: Target[] = [
    ...(ownerId ? [{ kind: 'OWNER' as const, id: ownerId }] : []),
    ...(departmentId ? [{ kind: 'DEPARTMENT' as const, id: departmentId }] : []),
  ]
  const [lead, ...others] = targets
  return vendorId || !lead ? { others: targets } : { lead, others }
}

/** The filters of the list of services `s`, except for answers. */
const conditionsOf = ({ clock, actor }: ListReader, input: ServiceListQuery, bind: Params['bind']): string[] => {
  const where: string[] = []
  if (input.filter === 'ARCHIVED') where.push('s.archived_at IS NOT NULL')
  if (input.filter === 'ACTIVE' || input.filter === 'ACTION_REQUIRED') where.push('s.archived_at IS NULL')
  if (input.filter === 'ACTION_REQUIRED') {
    where.push(`s.last_end_date <= ${bind(addDays(dayIn(actor.timezone, clock.now()), SOON_DAYS))}`)
  }
  if (input.vendorId) where.push(`s.vendor_id = ${bind(input.vendorId)}`)
  if (input.businessUnitId) where.push(`s.business_unit_id = ${bind(input.businessUnitId)}`)
  if (input.spendCategoryId) where.push(`s.spend_category_id = ${bind(input.spendCategoryId)}`)
  if (input.search) {
    const text = bind(input.search)
    where.push(`(${containsText('s.name', text)} OR ${containsText('s.vendor_key', text)})`)
  }
  if (input.dateRange) {
    const [from = '', to = ''] = input.dateRange.split(',')
    where.push(`EXISTS (SELECT 1 FROM service_periods p INDEXED BY service_periods_start WHERE p.company_id = ?1 AND p.service_id = s.id
                          AND p.start_date <= ${bind(`${to}-31`)} AND p.end_date >= ${bind(`${from}-01`)})`)
  }
  return where
}

/** A filter on custom fields with a label: a WITH table of the matching answers. */
interface Label {
  table: string
  sql: string
  values: string[]
}

const labelsOf = (input: ServiceListQuery, bind: Params['bind']): Label[] =>
  [
    { name: 'asked_of_services', filters: input.serviceAnswerFilters ?? [], section: 'serviceFormFields' as const },
    {
      name: 'asked_of_periods',
      filters: input.servicePeriodAnswerFilters ?? [],
      section: 'serviceItemFormFields' as const,
    },
  ].flatMap(({ name, filters, section }) =>
    pairsOf(filters).map(({ label, values }, n) => {
      const table = `${name}_${n}`
      const pairs = values.flatMap((value) => [label, value])
      return { table, sql: askedFields(table, pairs, bind, section), values }
    }),
  )

const answersSo = ({ table }: Label): string =>
  `EXISTS (SELECT 1 FROM ${table} q CROSS JOIN service_answer_values v INDEXED BY service_answer_values_service
             ON v.company_id = ?1 AND v.service_id = s.id AND v.question_id = q.question_id AND v.value BETWEEN q.low AND q.high)`

const PERIOD_VALUE = /^[\d-]*,[\d-]*$/

/** The label whose answers are read. Answers in a date range aren't in the list's order. */
const leadingLabel = (labels: readonly Label[]): Label | undefined =>
  labels.find(({ values }) => !values.some((value) => PERIOD_VALUE.test(value))) ?? labels[0]

interface Query {
  input: ServiceListQuery
  by: keyof typeof SORTS
  terms: readonly { direction: OrderTerm['direction'] }[]
  bind: Params['bind']
  /** Placeholders for the end of the previous page. */
  last: readonly string[] | null
  lead: Target | undefined
}

/** What comes after the last row, for columns in the list's order. */
const afterOf = ({ terms, last }: Pick<Query, 'terms' | 'last'>, columns: readonly string[]): string[] =>
  last
    ? [
        afterSql(
          columns.map((column, place) => ({ column, direction: terms[place]?.direction ?? 'ASC' })),
          last,
        ),
      ]
    : []

const walkOf = (query: Query, columns: readonly string[], from: string, where: readonly string[]): string => {
  const id = columns.at(-1)
  const keys = columns.slice(0, -1).map((column, place) => `${column} AS k${place}`)
  return `SELECT ${[...keys, `${id} AS id`].join(', ')} FROM ${from}
    WHERE ${[...where, ...afterOf(query, columns)].join(' AND ')}`
}

const ALONG = {
  vendor: { of: ['vendor_key', 'name_key', 'service_id'], index: 'services_by_vendor', values: 'vendor' },
  name: { of: ['name_key', 'service_id'], index: 'services_by_name', values: 'name' },
  endDate: { of: ['end_date', 'service_id'], index: 'services_by_end', values: 'end' },
} as const

const keysOf = (of: string, by: Query['by']): string[] => ALONG[by].of.map((column) => `${of}.${column}`)

const servicesWalk = (query: Query, index: string, where: readonly string[], company = '?1'): string =>
  walkOf(query, SORTS[query.by], `services s INDEXED BY ${index}`, [`s.company_id = ${company}`, ...where])

/** A label usually has one or two fields, and each value means one answer of it. */
const answersWalked = ({ values }: Label): number => 2 * values.length + 1

/** Whether there are filters on more answers than are read, or on a date range. */
const areMore = (label: Label): string =>
  `((SELECT COUNT(*) FROM ${label.table}) > ${answersWalked(label)} OR EXISTS (SELECT 1 FROM ${label.table} q WHERE q.low <> q.high))`

/**
 * Services with an answer to the label, each answer from its index. Reads all of them in order if these aren't enough.
 */
const answerWalks = (query: Query, label: Label): string[] => {
  const index = `service_answer_values_${ALONG[query.by].values}`
  const walks = Array.from({ length: answersWalked(label) }, (_, place) =>
    walkOf(query, keysOf('a', query.by), `service_answer_values a INDEXED BY ${index}`, [
      'a.company_id = ?1',
      `a.question_id = (SELECT q.question_id FROM ${label.table} q LIMIT 1 OFFSET ${place})`,
      `a.value = (SELECT q.low FROM ${label.table} q LIMIT 1 OFFSET ${place})`,
    ]),
  )
  // For no company if they are enough.
  return [...walks, servicesWalk(query, ALONG[query.by].index, [], `CASE WHEN ${areMore(label)} THEN ?1 END`)]
}

const walksOf = (query: Query, answered: Label | undefined, soon: string | null): string[] => {
  const { input, by, bind, lead } = query
  if (lead) {
    return [
      walkOf(query, LINK_SORTS[by].columns, `service_links k INDEXED BY ${LINK_SORTS[by].index}`, [
        ...['k.company_id = ?1', `k.kind = '${lead.kind}'`, `k.target_id = ${bind(lead.id)}`],
        ...(soon ? [`k.end_date <= ${soon}`] : []),
      ]),
    ]
  }
  if (answered) return answerWalks(query, answered)
  const part = keptPart(input.search)
  if (part && by !== 'endDate') {
    const named = ['n.company_id = ?1', `n.part = ${bind(part)}`]
    const along = (isOwn: 0 | 1) =>
      walkOf(query, keysOf('n', by), 'service_name_parts n INDEXED BY service_name_parts_name', [
        ...named,
        `n.is_own = ${isOwn}`,
      ])
    return by === 'name' ? [along(0), along(1)] : [walkOf(query, keysOf('n', by), 'service_name_parts n', named)]
  }
  if (by === 'vendor') {
    if (input.businessUnitId) {
      return [servicesWalk(query, 'services_by_unit', [`s.business_unit_id = ${bind(input.businessUnitId)}`])]
    }
    if (input.spendCategoryId) {
      return [servicesWalk(query, 'services_by_category', [`s.spend_category_id = ${bind(input.spendCategoryId)}`])]
    }
    if (input.filter === 'ARCHIVED') return [servicesWalk(query, 'services_archived', ['s.archived_at IS NOT NULL'])]
  }
  return [servicesWalk(query, ALONG[by].index, soon ? [`s.last_end_date <= ${soon}`] : [])]
}

/** Whether an index has the page in order, with nothing else but archived services. */
const isInOrder = (
  input: ServiceListQuery,
  by: Query['by'],
  { lead, others }: ReturnType<typeof targetsOf>,
): boolean => {
  if (input.vendorId) return true
  if (
    input.search ||
    input.dateRange ||
    input.serviceAnswerFilters?.length ||
    input.servicePeriodAnswerFilters?.length
  ) {
    return false
  }
  const units = [input.businessUnitId, input.spendCategoryId].filter(Boolean).length
  if (others.length > 0 || units > 1 || (units === 1 && (by !== 'vendor' || lead))) return false
  if (input.filter === 'ACTION_REQUIRED') return by === 'endDate'
  return input.filter !== 'ARCHIVED' || (by === 'vendor' && !lead)
}

export interface PageStatements {
  statements: D1PreparedStatement[]
  /** How many services are read, also marked in each row. Undefined if it reads only its page. */
  looking?: Looking
}

/** A page, the names in its custom columns, and the columns themselves. */
export const pageOf = (reader: ListReader, input: ServiceListQuery): PageStatements => {
  // The attention list is ordered by urgency unless another order is requested.
  const usual = input.filter === 'ACTION_REQUIRED' ? 'endDate' : 'vendor'
  const asked = input.orderBy?.by.length ? input.orderBy.by : [usual as (typeof endpoints.SERVICE_SORT_FIELDS)[number]]
  // Services of one vendor share the vendor's name.
  const fields = asked.map((field) => (field === 'vendor' && input.vendorId ? 'name' : field))
  const by = fields[0] ?? 'vendor'
  const targets = targetsOf(input)
  const isLookedFor = fields.length === 1 && !isInOrder(input, by, targets)
  return isLookedFor ? lookedFor(reader, input, by, targets) : { statements: inOrder(reader, input, fields, targets) }
}

type Targets = ReturnType<typeof targetsOf>

const lookedFor = (
  reader: ListReader,
  input: ServiceListQuery,
  by: Query['by'],
  { lead, others }: Targets,
): PageStatements => {
  const params = new Params(reader.actor.companyId)
  const { bind } = params
  const direction = input.orderBy?.dir[0] ?? 'ASC'
  const columns = SORTS[by]
  const terms = columns.map(() => ({ direction }))
  const looking = lookingFrom(input, columns.length, 2)
  const last = looking.after?.map(bind) ?? null
  const labels = labelsOf(input, bind)
  const answered = lead ? undefined : leadingLabel(labels)
  const match = [
    ...conditionsOf(reader, input, bind),
    ...others.map((target) => linkedTo(target, bind)),
    ...labels.map((label) =>
      label === answered ? `(NOT ${areMore(label)} OR ${answersSo(label)})` : answersSo(label),
    ),
  ]
  const isSoon = input.filter === 'ACTION_REQUIRED' && by === 'endDate'
  const soon = isSoon ? bind(addDays(dayIn(reader.actor.timezone, reader.clock.now()), SOON_DAYS)) : null
  const walks = walksOf({ input, by, terms, bind, last, lead }, answered, soon)
  const keys = columns.slice(0, -1).map((_, place) => `k${place}`)
  const limit = bind(input.first + 1)
  const places = bind(looking.most)
  const looked = (times: string): string =>
    lookedSql({
      walks,
      order: { columns: [...keys, 'id'], directions: terms.map((term) => term.direction) },
      match,
      joins: 'LEFT JOIN services s ON s.id = w.id',
      most: `${places} * ${times}`,
    })
  const page = (selected: string, times = '1'): string =>
    `SELECT ${selected} FROM (${looked(times)}) seen LEFT JOIN json_each(seen.found) j ON j.key < ${limit}
       LEFT JOIN services s ON s.id = ${LOOKED_ID}`
  const tables = labels.map(({ sql }) => sql).join(', ')
  const statements = [
    `${tables && `WITH ${tables} `}${page(`${LOOKED_COLUMNS}, ${LISTED_COLUMNS}`)}`,
    shownNamesSql(page, tables),
  ]
  return {
    statements: [...statements.map((sql) => reader.db.sql(sql, ...params.values)), ...columnStatements(reader)],
    looking,
  }
}

const inOrder = (
  reader: ListReader,
  input: ServiceListQuery,
  fields: Query['by'][],
  { lead, others }: Targets,
): D1PreparedStatement[] => {
  const by = fields[0] ?? 'vendor'
  const sorted = orderTerms({ by: fields, dir: input.orderBy?.dir ?? [] }, 'ASC', (field) =>
    (lead ? LINK_SORTS[field].columns : SORTS[field]).slice(0, -1),
  )
  const terms = [...sorted, { column: lead ? 'k.service_id' : 's.id', direction: sorted[0]?.direction ?? 'ASC' }]
  const columns = terms.map(({ column }) => column)
  const params = new Params(reader.actor.companyId)
  const { bind } = params
  const from = lead
    ? `service_links k INDEXED BY ${LINK_SORTS[by].index} CROSS JOIN services s ON s.id = k.service_id
        WHERE k.company_id = ?1 AND k.kind = '${lead.kind}' AND k.target_id = ${bind(lead.id)}`
    : 'services s WHERE s.company_id = ?1'
  const labels = labelsOf(input, bind)
  const conditions = conditionsOf(reader, input, bind)
  const where = [
    ...(lead ? conditions.map((condition) => condition.replace('s.last_end_date', 'k.end_date')) : conditions),
    ...others.map((target) => linkedTo(target, bind)),
    ...labels.map(answersSo),
  ]
  if (input.cursor) where.push(afterSql(terms, decodeCursor(input.cursor, columns.length).map(bind)))
  const limit = bind(input.first + 1)
  const page = (selected: string, times = '1'): string =>
    `SELECT ${selected} FROM ${from} ${where.map((condition) => `AND ${condition}`).join(' ')}
      ${orderSql(terms)} LIMIT ${limit} * ${times}`
  const tables = labels.map(({ sql }) => sql).join(', ')
  return [
    ...[
      `${tables && `WITH ${tables} `}${page(`json_array(${columns.join(', ')}) AS sortKey, ${LISTED_COLUMNS}`)}`,
      shownNamesSql(page, tables),
    ].map((sql) => reader.db.sql(sql, ...params.values)),
    ...columnStatements(reader),
  ]
}
