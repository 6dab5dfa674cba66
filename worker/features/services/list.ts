import type { Question } from '../../../schema/intake/form.ts'
import type { ServiceListQuery } from '../../../schema/services/endpoints.ts'
import * as endpoints from '../../../schema/services/endpoints.ts'
import { daysAfter, periodAt } from '../../../schema/services/rules.ts'
import { dayIn } from '../../../schema/shared/day-bounds.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import type { CustomColumn, CustomColumns } from '../../../schema/vendor-settings/columns.ts'
import type { CustomFormFields } from '../../../schema/vendor-settings/fields.ts'
import { inputOf, query, type StaffContext } from '../../core/operation.ts'
import { afterSql, orderSql, orderTerms } from '../../core/order.ts'
import { decodeCursor, toConnection } from '../../core/paging.ts'
import { containsText } from '../../core/text-search.ts'
import { Params } from '../intake/submissions/list-conditions.ts'
import { namesOfRows } from '../intake/submissions/names.ts'
import { answerCondition, cellOf, columnStatements, type ListReader } from '../vendors/page.ts'
import { LISTED_COLUMNS, type ListedRow, shownNamesSql, toListed } from './page.ts'
import { serviceOf, serviceStatement } from './rows.ts'

/** What each order is sorted by; the last part makes it unique. */
const SORTS = {
  vendor: ['s.vendor_key', 'lower(s.name)', 's.id'],
  name: ['lower(s.name)', 's.id'],
  endDate: ['s.last_end_date', 's.id'],
} as const

/** The same where the links of an owner or a department `k` have it. */
const LINK_SORTS = {
  vendor: { columns: ['k.vendor_key', 'k.name_key', 'k.service_id'], index: 'service_links_target' },
  name: { columns: ['k.name_key', 'k.service_id'], index: 'service_links_name' },
  endDate: { columns: ['k.end_date', 'k.service_id'], index: 'service_links_end' },
} as const

/** Services whose last period is over, or ends within so many days, wait for somebody. */
const SOON_DAYS = 90

interface Target {
  kind: 'DEPARTMENT' | 'OWNER'
  id: string
}

const linkedTo = ({ kind, id }: Target, bind: Params['bind']): string =>
  `EXISTS (SELECT 1 FROM service_links o WHERE o.company_id = ?1 AND o.service_id = s.id
             AND o.kind = '${kind}' AND o.target_id = ${bind(id)})`

/** Whose links are walked in place of the company's services: of one vendor, there are few. */
const targetsOf = ({ ownerId, departmentId, vendorId }: ServiceListQuery): { lead?: Target; others: Target[] } => {
  const targets: Target[] = [
    ...(ownerId ? [{ kind: 'OWNER' as const, id: ownerId }] : []),
    ...(departmentId ? [{ kind: 'DEPARTMENT' as const, id: departmentId }] : []),
  ]
  const [lead, ...others] = targets
  return vendorId || !lead ? { others: targets } : { lead, others }
}

const conditionsOf = (
  { clock, actor }: ListReader,
  input: ServiceListQuery,
  bind: Params['bind'],
  endDate: string,
): string[] => {
  const where: string[] = []
  if (input.filter === 'ARCHIVED') where.push('s.archived_at IS NOT NULL')
  if (input.filter === 'ACTIVE' || input.filter === 'ACTION_REQUIRED') where.push('s.archived_at IS NULL')
  if (input.filter === 'ACTION_REQUIRED') {
    where.push(`${endDate} <= ${bind(daysAfter(dayIn(actor.timezone, clock.now()), SOON_DAYS))}`)
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
  const of = { table: 'service_answer_values', column: 'service_id' }
  const answers = input.serviceAnswerFilters ?? []
  const ofPeriods = input.servicePeriodAnswerFilters ?? []
  const sets = [
    ...(answers.length ? answerCondition(answers, bind, { ...of, section: 'serviceFormFields' }) : []),
    ...(ofPeriods.length ? answerCondition(ofPeriods, bind, { ...of, section: 'serviceItemFormFields' }) : []),
  ]
  where.push(...sets.map((set) => `s.id IN (${set})`))
  return where
}

/** A page, what it shows of the company's own columns, and these; also the measure of the benchmarks. */
export const pageStatements = (reader: ListReader, input: ServiceListQuery): D1PreparedStatement[] => {
  // What waits comes by its urgency, unless another order is asked for.
  const usual = input.filter === 'ACTION_REQUIRED' ? 'endDate' : 'vendor'
  const asked = input.orderBy?.by.length ? input.orderBy.by : [usual as (typeof endpoints.SERVICE_SORT_FIELDS)[number]]
  // Services of one vendor have one vendor's name.
  const fields = asked.map((field) => (field === 'vendor' && input.vendorId ? 'name' : field))
  const by = fields[0] ?? 'vendor'
  const { lead, others } = targetsOf(input)
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
  const where = [
    ...conditionsOf(reader, input, bind, lead ? 'k.end_date' : 's.last_end_date'),
    ...others.map((target) => linkedTo(target, bind)),
  ]
  if (input.cursor) where.push(afterSql(terms, decodeCursor(input.cursor, columns.length).map(bind)))
  const limit = bind(input.first + 1)
  const page = (selected: string, times = '1'): string =>
    `SELECT ${selected} FROM ${from} ${where.map((condition) => `AND ${condition}`).join(' ')}
      ${orderSql(terms)} LIMIT ${limit} * ${times}`
  return [
    ...[page(`json_array(${columns.join(', ')}) AS sortKey, ${LISTED_COLUMNS}`), shownNamesSql(page)].map((sql) =>
      reader.db.sql(sql, ...params.values),
    ),
    ...columnStatements(reader),
  ]
}

interface ServiceColumn extends CustomColumn {
  question: Question
  isOfPeriod: boolean
}

/** The company's columns with the fields that they show. */
const columnsOf = (fields: unknown, columns: unknown): ServiceColumn[] => {
  if (typeof fields !== 'string' || typeof columns !== 'string') return []
  const { serviceFormFields, serviceItemFormFields } = JSON.parse(fields) as CustomFormFields
  return (JSON.parse(columns) as CustomColumns).serviceColumns.flatMap((column) => {
    const ofService = serviceFormFields.find(({ id }) => id === column.questionId)
    const question = ofService ?? serviceItemFormFields.find(({ id }) => id === column.questionId)
    return question ? [{ ...column, question, isOfPeriod: !ofService }] : []
  })
}

export interface ServicePage extends Connection<endpoints.ListedService> {
  /** Names of the company's own columns. */
  columnNames: string[]
}

/** One round trip, with about as many rows as the page has services. */
export const readPage = async (context: StaffContext, input: ServiceListQuery): Promise<ServicePage> => {
  const { db, actor, clock } = context
  const [found, named, fields, stored] = await db.batch(pageStatements(context, input))
  const columns = columnsOf(fields?.results[0]?.definition, stored?.results[0]?.definition)
  const answerNames = namesOfRows(named?.results ?? [])
  const today = dayIn(actor.timezone, clock.now())
  const listed = (service: endpoints.Service): endpoints.ListedService => {
    const period = periodAt(service.servicePeriods, today)
    return {
      ...service,
      customColumns: columns.map(({ columnName, question, isOfPeriod }, ordinal) => {
        const value = (isOfPeriod ? period : service)?.answers[question.id] ?? null
        return {
          questionId: question.id,
          columnName,
          ordinal,
          type: question.type,
          answers: cellOf(question, value, answerNames),
        }
      }),
    }
  }
  const page = toConnection(
    (found?.results ?? []) as unknown as ListedRow[],
    input.first,
    ({ sortKey }) => JSON.parse(sortKey) as (string | null)[],
    (row) => listed(toListed(context, row)),
  )
  return { ...page, columnNames: columns.map(({ columnName }) => columnName) }
}

export const listServices = query({
  id: 'services.list',
  access: 'services.use',
  input: inputOf(endpoints.listServices),
  readsFirst: true,
  run: async (context, input) => {
    const { edges, pageInfo } = await readPage(context, input)
    return { edges, pageInfo }
  },
})

export const readService = query({
  id: 'services.get',
  access: 'services.use',
  input: inputOf(endpoints.getService),
  run: async (context, { serviceId }) => {
    const { db, actor } = context
    const [services, documents] = await db.batch([
      serviceStatement(context, serviceId),
      db.sql(
        `SELECT d.id, d.display_name AS name FROM document_links l CROSS JOIN documents d ON d.id = l.document_id
          WHERE l.company_id = ?1 AND l.target_type = 'SERVICE' AND l.target_id = ?2 AND d.deleted_at IS NULL
            AND d.archived_at IS NULL ORDER BY d.created_at DESC, d.id LIMIT 100`,
        actor.companyId,
        serviceId,
      ),
    ])
    return {
      ...serviceOf(context, services?.results),
      relatedDocuments: (documents?.results ?? []) as { id: string; name: string }[],
    }
  },
})
