import { addDays, dayIn, NO_END } from '../../../../schema/shared/calendar.ts'
import type { ServiceListQuery } from '../../../../schema/vendors/services/endpoints.ts'
import type { serviceFilters } from '../../../../schema/vendors/services/filters.ts'
import { amountSo, idsIn } from '../../../core/list/conditions.ts'
import { type ListPage, pageOf, pageSql } from '../../../core/list/page.ts'
import type { Asked, ListReader, ListRows, Walk } from '../../../core/list/rows.ts'
import { walkConditions } from '../../../core/looked-page.ts'
import type { Params } from '../../../core/params.ts'
import { containsText } from '../../../core/text-search.ts'
import { keptPart } from '../../platform/search/index.ts'
import { askedFields, pairsOf } from '../../requests/lists/index.ts'
import { columnStatements } from '../vendors/index.ts'
import { shownNamesSql } from './page.ts'
import { LISTED_COLUMNS } from './rows.ts'

/** Where the list of services is in order, and its filters. See worker/core/list/page.ts. */

type Sort = 'vendor' | 'name' | 'endDate'
type Filter = keyof typeof serviceFilters

export const OWN = {
  from: 'services s',
  id: 's.id',
  sorts: {
    vendor: { columns: ['s.vendor_key', 'lower(s.name)'], index: 'services_by_vendor' },
    name: { columns: ['lower(s.name)'], index: 'services_by_name' },
    endDate: { columns: ['s.last_end_date'], index: 'services_by_end' },
  },
} as const

/** The own table in the order of vendors, by an index with only some of its services. */
const some = (index: string) => ({ ...OWN, sorts: { ...OWN.sorts, vendor: { ...OWN.sorts.vendor, index } } })
export const OF_UNIT = some('services_by_unit')
export const OF_CATEGORY = some('services_by_category')
const ARCHIVED = some('services_archived')
/** A vendor's services are few. */
const OF_VENDOR = {
  ...OWN,
  sorts: { name: { columns: OWN.sorts.name.columns }, endDate: { columns: OWN.sorts.endDate.columns } },
}

/** Tables with copies of the sort keys: a row for each owner, department, answer or part of a name. */
const copied = (table: string, of: string, indexes: { vendor?: string; name?: string; endDate?: string }) => ({
  from: `${table} ${of}`,
  id: `${of}.service_id`,
  sorts: {
    vendor: { columns: [`${of}.vendor_key`, `${of}.name_key`], ...(indexes.vendor && { index: indexes.vendor }) },
    name: { columns: [`${of}.name_key`], ...(indexes.name && { index: indexes.name }) },
    ...(indexes.endDate && { endDate: { columns: [`${of}.end_date`], index: indexes.endDate } }),
  },
})
export const LINKS = copied('service_links', 'k', {
  ...{ vendor: 'service_links_target', name: 'service_links_name', endDate: 'service_links_end' },
})
const ANSWERS = copied('service_answer_values', 'a', {
  ...{
    vendor: 'service_answer_values_vendor',
    name: 'service_answer_values_name',
    endDate: 'service_answer_values_end',
  },
})
const NAME_PARTS = copied('service_name_parts', 'n', { name: 'service_name_parts_name' })

/** Services whose last period has ended, or ends within this many days, need attention. */
const SOON_DAYS = 90

/** A filter on custom fields with a label: a WITH table of the matching answers. */
interface Label {
  section: 'serviceFormFields' | 'serviceItemFormFields'
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
      return { section, table, sql: askedFields(table, pairs, bind, section), values }
    }),
  )

const answersSo = ({ table }: Label): string =>
  `EXISTS (SELECT 1 FROM ${table} q CROSS JOIN service_answer_values v INDEXED BY service_answer_values_service
             ON v.company_id = ?1 AND v.service_id = s.id AND v.question_id = q.question_id AND v.value BETWEEN q.low AND q.high)`

const PERIOD_VALUE = /^[\d-]*,[\d-]*$/

/** The label whose answers are read. Answers in a date range aren't in the list's order. */
const leadingLabel = (labels: readonly Label[]): Label | undefined =>
  labels.find(({ values }) => !values.some((value) => PERIOD_VALUE.test(value))) ?? labels[0]

/** A label usually has one or two fields, and each value means one answer of it. */
const answersWalked = ({ values }: Label): number => 2 * values.length + 1

/** Whether there are filters on more answers than are read, or on a date range. */
const areMore = (label: Label): string =>
  `((SELECT COUNT(*) FROM ${label.table}) > ${answersWalked(label)} OR EXISTS (SELECT 1 FROM ${label.table} q WHERE q.low <> q.high))`

/**
 * Services with an answer to the label, each answer from its index. Reads all of them in order if these aren't enough.
 */
const answerWalks = (label: Label): Walk<Sort>[] => [
  ...Array.from({ length: answersWalked(label) }, (_, place) => ({
    way: ANSWERS,
    where: [
      `a.question_id = (SELECT q.question_id FROM ${label.table} q LIMIT 1 OFFSET ${place})`,
      `a.value = (SELECT q.low FROM ${label.table} q LIMIT 1 OFFSET ${place})`,
    ],
  })),
  // For no company if they are enough.
  { way: OWN, company: `CASE WHEN ${areMore(label)} THEN ?1 END` },
]

const nameWalks = (part: string, by: Sort, bind: Params['bind']): Walk<Sort>[] => {
  const named = `n.part = ${bind(part)}`
  // The index by name has a service's own name and its vendor's apart.
  const owns = by === 'name' ? ['n.is_own = 0', 'n.is_own = 1'] : [null]
  return owns.map((own) => ({ way: NAME_PARTS, where: [named, own] }))
}

const PERIOD_END = `coalesce(p.value ->> '$.endDate', '${NO_END}')`

/**
 * What the period that the list shows says, see `periodAt`: the current one, otherwise the next, otherwise the last.
 * Periods of a service don't overlap.
 * @param said of the period's JSON `p.value`
 */
export const ofShownPeriod = (said: string, today: string): string =>
  `(SELECT ${said} FROM json_each(s.card, '$.periods') p
     ORDER BY ${PERIOD_END} < ${today},
       CASE WHEN ${PERIOD_END} >= ${today} THEN p.value ->> '$.startDate' END, ${PERIOD_END} DESC LIMIT 1)`

export const PERIOD_COST = "p.value ->> '$.totalServicePeriodCost'"
export const PERIOD_CURRENCY = "p.value ->> '$.currency'"

/** The filters besides answers, as conditions on a service `s`. */
const conditionsOf = ({ reader: { actor, clock }, input, bind, is }: Asked<ServiceListQuery, Sort>) => {
  const linked = (kind: 'DEPARTMENT' | 'OWNER', id: string | undefined) =>
    id
      ? `EXISTS (SELECT 1 FROM service_links o WHERE o.company_id = ?1 AND o.service_id = s.id
             AND o.kind = '${kind}' AND o.target_id = ${bind(id)})`
      : null
  const text = input.search ? bind(input.search) : null
  const [from = '', to = ''] = input.dateRange?.split(',') ?? []
  const today = input.amount ? bind(dayIn(actor.timezone, clock.now())) : null
  const amount = amountSo(input.amount, PERIOD_COST, PERIOD_CURRENCY, bind)
  const soon = input.filter === 'ACTION_REQUIRED' ? bind(addDays(dayIn(actor.timezone, clock.now()), SOON_DAYS)) : null
  return {
    soon,
    filter: [
      input.filter === 'ARCHIVED' ? 's.archived_at IS NOT NULL' : null,
      input.filter === 'ACTIVE' || soon ? 's.archived_at IS NULL' : null,
      soon && `s.last_end_date <= ${soon}`,
    ],
    vendorId: is('s.vendor_id', input.vendorId),
    ownerId: linked('OWNER', input.ownerId),
    departmentId: linked('DEPARTMENT', input.departmentId),
    departmentIds: input.departmentIds?.length
      ? `EXISTS (SELECT 1 FROM service_links o WHERE o.company_id = ?1 AND o.service_id = s.id
           AND o.kind = 'DEPARTMENT' AND ${idsIn('o.target_id', input.departmentIds, bind)})`
      : null,
    amount:
      // Once for all that is asked of it, because each time reads all periods.
      today && amount ? ofShownPeriod(amount, today) : null,
    businessUnitId: is('s.business_unit_id', input.businessUnitId),
    spendCategoryId: is('s.spend_category_id', input.spendCategoryId),
    search: text && `(${containsText('s.name', text)} OR ${containsText('s.vendor_key', text)})`,
    dateRange: input.dateRange
      ? `EXISTS (SELECT 1 FROM service_periods p INDEXED BY service_periods_start WHERE p.company_id = ?1 AND p.service_id = s.id
                          AND p.start_date <= ${bind(`${to}-31`)} AND p.end_date >= ${bind(`${from}-01`)})`
      : null,
    // One without an end doesn't end from then on either.
    endsFrom: input.endsFrom ? `s.last_end_date >= ${bind(input.endsFrom)} AND s.last_end_date < '${NO_END}'` : null,
    // A service without a period ends on no day.
    endsTo: input.endsTo ? `s.last_end_date > '' AND s.last_end_date <= ${bind(input.endsTo)}` : null,
  }
}

/** The walks for the filters that are set: those of few services first. */
const walksOf = (
  { input, by, isOnly, bind }: Asked<ServiceListQuery, Sort>,
  soon: string | null,
  labels: readonly Label[],
): { walks: readonly Walk<Sort>[]; serves?: readonly Filter[]; areFew?: boolean; answered?: Label } => {
  const within = (day: string): (string | null)[] =>
    by === 'endDate'
      ? [
          soon && `${day} <= ${soon}`,
          input.endsFrom ? `${day} >= ${bind(input.endsFrom)}` : null,
          input.endsTo ? `${day} <= ${bind(input.endsTo)}` : null,
        ]
      : []
  if (input.vendorId) return { walks: [{ way: OF_VENDOR }], areFew: true }
  const [filter, kind] = input.ownerId ? (['ownerId', 'OWNER'] as const) : (['departmentId', 'DEPARTMENT'] as const)
  const target = input[filter]
  if (target) {
    const where = [`k.kind = '${kind}'`, `k.target_id = ${bind(target)}`, ...within('k.end_date')]
    return { walks: [{ way: LINKS, where }], serves: [filter] }
  }
  if (input.departmentIds?.length && isOnly) {
    const kept = ["k.kind = 'DEPARTMENT'", ...within('k.end_date')]
    const ofOne = walkConditions('k.target_id', input.departmentIds, bind)
    return { walks: ofOne.map((where) => ({ way: LINKS, where: [...kept, where] })), serves: ['departmentIds'] }
  }
  const answered = isOnly ? leadingLabel(labels) : undefined
  if (answered) return { walks: answerWalks(answered), answered }
  const part = isOnly ? keptPart(input.search) : null
  if (part && by !== 'endDate') return { walks: nameWalks(part, by, bind) }
  const only = (way: typeof OWN, filter: Filter, condition: string) => ({
    walks: [{ way, where: [condition] }],
    serves: [filter],
  })
  if (by === 'vendor' && input.businessUnitId) {
    return only(OF_UNIT as typeof OWN, 'businessUnitId', `s.business_unit_id = ${bind(input.businessUnitId)}`)
  }
  if (by === 'vendor' && input.spendCategoryId) {
    return only(OF_CATEGORY as typeof OWN, 'spendCategoryId', `s.spend_category_id = ${bind(input.spendCategoryId)}`)
  }
  if (by === 'vendor' && input.filter === 'ARCHIVED')
    return only(ARCHIVED as typeof OWN, 'filter', 's.archived_at IS NOT NULL')
  return { walks: [{ way: OWN, where: within('s.last_end_date') }] }
}

export const serviceRows: ListRows<ServiceListQuery, Filter, Sort> = {
  own: OWN,
  join: (id) => `services s ON s.id = ${id}`,
  // What needs attention, or ends in some days, is ordered by urgency unless another order is requested.
  usual: ({ filter, endsFrom, endsTo }) => (filter === 'ACTION_REQUIRED' || endsFrom || endsTo ? 'endDate' : 'vendor'),
  // Services of one vendor share the vendor's name.
  meant: (field, { vendorId }) => (field === 'vendor' && vendorId ? 'name' : field),
  looks: 2,
  clauses: (asked) => {
    const { input, by, bind } = asked
    const labels = labelsOf(input, bind)
    const { soon, ...conditions } = conditionsOf(asked)
    const { answered, ...walks } = walksOf(asked, soon, labels)
    const answeredSo = (section: Label['section']) =>
      labels
        .filter((label) => label.section === section)
        .map((label) => (label === answered ? `(NOT ${areMore(label)} OR ${answersSo(label)})` : answersSo(label)))
    return {
      ...walks,
      conditions: {
        ...conditions,
        serviceAnswerFilters: answeredSo('serviceFormFields'),
        servicePeriodAnswerFilters: answeredSo('serviceItemFormFields'),
      },
      mostPass: input.filter === 'ACTIVE' || (soon && by === 'endDate') ? ['filter'] : [],
      tables: labels.map(({ sql }) => sql),
    }
  },
}

export interface ServicePageStatements extends ListPage {
  statements: D1PreparedStatement[]
}

/** A page, the names in its custom columns, and the columns themselves. */
export const servicePage = (reader: ListReader, input: ServiceListQuery): ServicePageStatements => {
  const page = pageOf(serviceRows, reader, input)
  const statements = [pageSql(page, LISTED_COLUMNS), shownNamesSql(page.part, page.tables)]
  return {
    ...page,
    statements: [...statements.map((sql) => reader.db.sql(sql, ...page.params)), ...columnStatements(reader)],
  }
}

/**
 * How many rows are read for each service with filters that look at more than its row: the periods that say its cost
 * are rows, too.
 */
export const readsOfEach = (input: ServiceListQuery): number => {
  const labels = [input.serviceAnswerFilters, input.servicePeriodAnswerFilters]
  const asked = labels.reduce((sum, filters = []) => sum + pairsOf(filters).length, 0)
  const { search, amount, dateRange, departmentIds, departmentId, ownerId } = input
  const linked = [departmentIds?.length, departmentId, ownerId].filter(Boolean).length
  const more = (search ? 1 : 0) + (amount ? 5 : 0) + (dateRange ? 2 : 0) + 2 * linked + 2 * asked
  return more > 0 ? 6 + more : 1
}
