import type { Question } from '../../../../schema/requests/forms/form.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import type { ServiceListQuery } from '../../../../schema/vendors/services/endpoints.ts'
import * as endpoints from '../../../../schema/vendors/services/endpoints.ts'
import { periodAt } from '../../../../schema/vendors/services/rules.ts'
import type { CustomColumn, CustomColumns } from '../../../../schema/vendors/settings/columns.ts'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import { customHeaders } from '../../../core/list/file.ts'
import { viewOperations } from '../../../core/list/operations.ts'
import { toPage } from '../../../core/list/page.ts'
import { oneAmount } from '../../../core/list/totals.ts'
import { namesOfRows } from '../../../core/object-names.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { readReferredNames } from '../../../core/referred-names.ts'
import { requireKnownLabels } from '../../requests/lists/index.ts'
import { cellOf, survivorsOf } from '../vendors/index.ts'
import { serviceFile } from './csv.ts'
import { ofShownPeriod, PERIOD_COST, PERIOD_CURRENCY, readsOfEach, servicePage, serviceRows } from './list-statement.ts'
import { referredBy, type ServicePage, storedListed, toListed } from './page.ts'
import { serviceOf, serviceStatement } from './rows.ts'

interface ServiceColumn extends CustomColumn {
  question: Question
  isOfPeriod: boolean
}

/** The custom columns with their fields. */
const columnsOf = (fields: unknown, columns: unknown): ServiceColumn[] => {
  if (typeof fields !== 'string' || typeof columns !== 'string') return []
  const { serviceFormFields, serviceItemFormFields } = JSON.parse(fields) as CustomFormFields
  return (JSON.parse(columns) as CustomColumns).serviceColumns.flatMap((column) => {
    const ofService = serviceFormFields.find(({ id }) => id === column.questionId)
    const question = ofService ?? serviceItemFormFields.find(({ id }) => id === column.questionId)
    return question ? [{ ...column, question, isOfPeriod: !ofService }] : []
  })
}

/** Two round trips: about as many rows as the page has services, and one for each name. */
const readPage = async (context: StaffContext, input: ServiceListQuery): Promise<ServicePage> => {
  const { db, actor, clock } = context
  const listPage = servicePage(context, input)
  const [found, named, fields, stored] = await db.batch(listPage.statements)
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
  const page = toPage(listPage, found?.results ?? [], input.first, (row) => storedListed(row))
  const names = await readReferredNames(db, actor.companyId, referredBy(page.edges.map(({ node }) => node)))
  const edges = page.edges.map(({ cursor, node }) => ({ cursor, node: listed(toListed(context, node, names)) }))
  return {
    ...page,
    edges,
    columnNames: columns.flatMap(({ columnName, question: { type } }) => customHeaders({ columnName, type })),
  }
}

/** A merged vendor is replaced by the remaining one. */
const asMeantToday = async (context: StaffContext, saved: readonly endpoints.SavedServiceFilters[]) => {
  const survivorOf = await survivorsOf(
    context,
    saved.flatMap(({ vendorId }) => vendorId ?? []),
  )
  return saved.map(({ vendorId, ...rest }) => ({ ...rest, ...(vendorId && { vendorId: survivorOf(vendorId) }) }))
}

export const serviceOperations = viewOperations({
  list: endpoints.serviceList,
  rows: serviceRows,
  access: 'services.use',
  read: readPage,
  asMeantToday,
  requireKnown: (context, { serviceAnswerFilters, servicePeriodAnswerFilters }) =>
    requireKnownLabels(context, {
      serviceAnswerFilters: { in: 'serviceFormFields', pairs: serviceAnswerFilters },
      servicePeriodAnswerFilters: { in: 'serviceItemFormFields', pairs: servicePeriodAnswerFilters },
    }),
  columns: serviceFile,
  totals: {
    amounts: ({ actor, clock }, bind) => {
      const today = bind(dayIn(actor.timezone, clock.now()))
      return ofShownPeriod(oneAmount(PERIOD_CURRENCY, PERIOD_COST), today)
    },
    groups: { vendor: { sql: 's.vendor_id' } },
    reads: readsOfEach,
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
