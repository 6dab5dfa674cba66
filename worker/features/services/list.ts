import type { Question } from '../../../schema/intake/form.ts'
import type { ServiceListQuery } from '../../../schema/services/endpoints.ts'
import * as endpoints from '../../../schema/services/endpoints.ts'
import { daysAfter, periodAt } from '../../../schema/services/rules.ts'
import { dayIn } from '../../../schema/shared/day-bounds.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import type { CustomColumn, CustomColumns } from '../../../schema/vendor-settings/columns.ts'
import type { CustomFormFields } from '../../../schema/vendor-settings/fields.ts'
import { inputOf, query, type StaffContext } from '../../core/operation.ts'
import { decodeCursor, toConnection } from '../../core/paging.ts'
import { Params } from '../intake/submissions/list-conditions.ts'
import { answerCondition, cellOf, columnStatements } from '../vendors/page.ts'
import { pageSql, servicesOfParts } from './page.ts'
import { requireService } from './rows.ts'

/** What each order is sorted by; the last part makes it unique. */
const SORTS = {
  vendor: ['s.vendor_key', 'lower(s.name)', 's.id'],
  name: ['lower(s.name)', 's.id'],
  endDate: ['s.last_end_date', 's.id'],
} as const

/** Services whose last period is over, or ends within so many days, wait for somebody. */
const SOON_DAYS = 90

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (c) => `\\${c}`)

const linkedBy = (kind: 'DEPARTMENT' | 'OWNER', id: string): string =>
  `EXISTS (SELECT 1 FROM service_links k WHERE k.company_id = ?1 AND k.service_id = s.id
             AND k.kind = '${kind}' AND k.target_id = ${id})`

const conditionsOf = ({ clock, actor }: StaffContext, input: ServiceListQuery, bind: Params['bind']): string[] => {
  const where: string[] = []
  if (input.filter === 'ARCHIVED') where.push('s.archived_at IS NOT NULL')
  if (input.filter === 'ACTIVE' || input.filter === 'ACTION_REQUIRED') where.push('s.archived_at IS NULL')
  if (input.filter === 'ACTION_REQUIRED') {
    where.push(`s.last_end_date <= ${bind(daysAfter(dayIn(actor.timezone, clock.now()), SOON_DAYS))}`)
  }
  if (input.vendorId) where.push(`s.vendor_id = ${bind(input.vendorId)}`)
  if (input.businessUnitId) where.push(`s.business_unit_id = ${bind(input.businessUnitId)}`)
  if (input.spendCategoryId) where.push(`s.spend_category_id = ${bind(input.spendCategoryId)}`)
  if (input.departmentId) where.push(linkedBy('DEPARTMENT', bind(input.departmentId)))
  if (input.ownerId) where.push(linkedBy('OWNER', bind(input.ownerId)))
  if (input.search) {
    const text = bind(`%${escapeLike(input.search)}%`)
    where.push(`(s.name LIKE ${text} ESCAPE '\\' OR s.vendor_key LIKE ${text} ESCAPE '\\')`)
  }
  if (input.dateRange) {
    const [from = '', to = ''] = input.dateRange.split(',')
    where.push(`EXISTS (SELECT 1 FROM service_periods p WHERE p.company_id = ?1 AND p.service_id = s.id
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

const pageStatement = (context: StaffContext, input: ServiceListQuery): D1PreparedStatement => {
  // What waits comes by its urgency, unless another order is asked for.
  const by = input.orderBy?.by[0] ?? (input.filter === 'ACTION_REQUIRED' ? 'endDate' : 'vendor')
  // Services of one vendor have one vendor's name.
  const columns = SORTS[by === 'vendor' && input.vendorId ? 'name' : by]
  const direction = input.orderBy?.dir[0] ?? 'ASC'
  const params = new Params(context.actor.companyId)
  const { bind } = params
  const where = ['s.company_id = ?1', ...conditionsOf(context, input, bind)]
  if (input.cursor) {
    const key = decodeCursor(input.cursor, columns.length)
    where.push(`(${columns.join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${key.map(bind).join(', ')})`)
  }
  const sql = pageSql(
    `services s WHERE ${where.join(' AND ')}`,
    `json_array(${columns.join(', ')})`,
    columns.map((column) => `${column} ${direction}`).join(', '),
    bind(input.first + 1),
  )
  return context.db.sql(sql, ...params.values)
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

/** One round trip. */
export const readPage = async (context: StaffContext, input: ServiceListQuery): Promise<ServicePage> => {
  const { db, actor, clock } = context
  const [found, fields, stored] = await db.batch([pageStatement(context, input), ...columnStatements(context)])
  const columns = columnsOf(fields?.results[0]?.definition, stored?.results[0]?.definition)
  const { rows, answerNames } = servicesOfParts(context, found?.results)
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
    rows,
    input.first,
    ({ sortKey }) => sortKey,
    ({ service }) => listed(service),
  )
  return { ...page, columnNames: columns.map(({ columnName }) => columnName) }
}

export const listServices = query({
  id: 'services.list',
  access: 'services.use',
  input: inputOf(endpoints.listServices),
  run: async (context, input) => {
    const { edges, pageInfo } = await readPage(context, input)
    return { edges, pageInfo }
  },
})

export const readService = query({
  id: 'services.get',
  access: 'services.use',
  input: inputOf(endpoints.getService),
  run: (context, { serviceId }) => requireService(context, serviceId),
})
