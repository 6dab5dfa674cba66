import * as endpoints from '../../../../schema/platform/sample-data/endpoints.ts'
import { countKinds, countsText, type SampleKind } from '../../../../schema/platform/sample-data/kinds.ts'
import { limitIn } from '../../../../schema/requests/templates/limits.ts'
import { checkWorkflow } from '../../../../schema/requests/workflows/definition-rules.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { formatMoney, type Money } from '../../../../schema/shared/money.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { loadOnce } from '../../../core/load-once.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { principalsOf } from '../../approvals/workflows/index.ts'
import { documentCreation, linkStatement, receiveFile } from '../../documents/documents/index.ts'
import { ratesOfToday, ratesOfTodayStatement } from '../../platform/currency-rates/index.ts'
import { newCategoryStatements } from '../../requests/categories/index.ts'
import { insertServiceStatements, NEW_SERVICE, periodsOf } from '../services/index.ts'
import { insertStatements as insertVendorStatements, NEW_VENDOR } from '../vendors/index.ts'
import { CATEGORY_NAME, DOCUMENTS, periodsFrom, REQUESTS, SERVICES, TEMPLATE, VENDORS } from './content.ts'
import { categoryParts, fileRequests, requestIds } from './requests.ts'
import { type Choices, idOf, type Load, readLoad, stepOf } from './stored.ts'

const SUBJECT = 'The sample data'
/** What else an amount is in. */
const ABROAD = { USD: 'EUR', other: 'USD' } as const

const refuse = (message: string, reason: string): AppError => new AppError('RULE_BROKEN', message, { reason })

const usesRequests = ({ actor }: StaffContext): boolean => actor.policy.company.enableIntakeRequests

/** What loading adds. A company that has requests turned off gets none. */
export const comingObjects = (context: StaffContext): { kind: SampleKind }[] => [
  ...VENDORS.map(() => ({ kind: 'VENDOR' as const })),
  ...SERVICES.map(() => ({ kind: 'SERVICE' as const })),
  ...documentsOf(context).map(() => ({ kind: 'DOCUMENT' as const })),
  ...(usesRequests(context) ? REQUESTS.map(() => ({ kind: 'INTAKE_SUBMISSION' as const })) : []),
  ...(usesRequests(context) ? [{ kind: 'INTAKE_CATEGORY' as const }] : []),
]

/** A quote belongs to a request. */
const documentsOf = (context: StaffContext) =>
  DOCUMENTS.filter(({ vendor }) => vendor !== null || usesRequests(context))

const readCompany = async (context: StaffContext): Promise<{ exchange: Exchange; choices: Choices }> => {
  const { db, actor } = context
  const named = (table: string, most: number) =>
    db.sql(`SELECT id FROM ${table} WHERE company_id = ? ORDER BY lower(name) LIMIT ${most}`, actor.companyId)
  const [rates, departments, categories] = await db.batch([
    ratesOfTodayStatement(context),
    named('departments', 3),
    named('spend_categories', 4),
  ])
  const ids = (result: typeof departments) => (result?.results ?? []).map(({ id }) => String(id))
  return {
    exchange: ratesOfToday(context, rates?.results),
    choices: { departmentIds: ids(departments), spendCategoryIds: ids(categories) },
  }
}

const taking = <T>(values: readonly T[], index: number): T | undefined => values[index % Math.max(values.length, 1)]

const vendorParts = (context: StaffContext, load: Load) =>
  VENDORS.map(({ key, name, description, website }) => {
    const id = idOf(context, load, `vendor ${key}`)
    const values = { ...NEW_VENDOR, name, description, website, ownerIds: [context.actor.userId] }
    return {
      id,
      statements: insertVendorStatements(context, id, values),
      audit: {
        changeKey: `vendor:${id}:v1`,
        action: 'vendor.created',
        targetType: 'VENDOR' as const,
        targetId: id,
        message: `Created the vendor ${name} as sample data`,
        changeData: { after: { name, description, website } },
      },
    }
  })

const serviceParts = (context: StaffContext, load: Load, exchange: Exchange) => {
  const { actor } = context
  const today = dayIn(actor.timezone, load.startedAt)
  const abroad = exchange.currency === 'USD' ? ABROAD.USD : ABROAD.other
  return SERVICES.map((service, index) => {
    const id = idOf(context, load, `service ${service.key}`)
    const inOther = service.isAbroad && exchange.allowsOthers
    const amountOf = (dollars: number): Money =>
      limitIn(dollars, inOther ? { currency: abroad, allowsOthers: true, rates: [] } : exchange)
    const departmentId = taking(load.choices.departmentIds, index)
    const periods = periodsFrom(today, service).map(({ dollars, ...dates }) => {
      const { value, currency } = amountOf(dollars || service.dollars)
      const { noticeDays } = service
      return { ...dates, totalServicePeriodCost: value, currency, noticeDays, tax: 0, savings: 0, note: '' }
    })
    const values = {
      ...NEW_SERVICE,
      ...{ name: service.name, description: service.description, autorenews: service.autorenews },
      vendorId: idOf(context, load, `vendor ${service.vendor}`),
      spendCategoryId: taking(load.choices.spendCategoryIds, index) ?? null,
      departmentIds: departmentId ? [departmentId] : [],
      ownerIds: [actor.userId],
      servicePeriods: periodsOf(
        context,
        periods.map((period) => ({ ...period, autoRenewDetail: '' })),
        [],
      ),
    }
    return {
      id,
      statements: insertServiceStatements(context, id, values),
      audit: {
        changeKey: `service:${id}:v1`,
        action: 'service.created',
        targetType: 'SERVICE' as const,
        targetId: id,
        message: `Created the service ${service.name} as sample data`,
        changeData: {
          after: { name: service.name, periods: periods.map(({ startDate, endDate }) => `${startDate} to ${endDate}`) },
        },
      },
    }
  })
}

const LINES: Record<(typeof DOCUMENTS)[number]['key'], readonly (readonly [string, number])[]> = {
  order: [
    ['Servers and databases, twelve months', 42_000],
    ['Support on working days', 6_000],
  ],
  quote: [['Storage in a second region, twelve months', 2_400]],
}

/** Loaded when the first one is written, so that a Worker starts without what writes PDFs. */
const pdfWriter = loadOnce(() => import('./sheet.ts'))

/** Stores the files. Until the rest is written, their uploads mark them as abandoned. */
const documentParts = async (context: StaffContext, load: Load, exchange: Exchange) => {
  const { db, actor, clock } = context
  const { sheetPdf } = await pdfWriter()
  const files = await Promise.all(
    documentsOf(context).map(async ({ key, name, vendor, service }) => {
      const id = idOf(context, load, `document ${key}`)
      const lines = LINES[key].map(([label, dollars]) => [label, formatMoney(limitIn(dollars, exchange))] as const)
      const bytes = await sheetPdf(name, lines, load.startedAt)
      return { id, key: `${id}.pdf`, fileName: `${key}.pdf`, displayName: `${name}.pdf`, vendor, service, bytes }
    }),
  )
  await db.batch(
    files.map(({ key, fileName }) =>
      db.sql(
        `INSERT OR IGNORE INTO uploads (storage_key, company_id, user_id, file_name, created_at)
         VALUES (?, ?, ?, ?, ?)`,
        key,
        actor.companyId,
        actor.userId,
        fileName,
        clock.now(),
      ),
    ),
  )
  return Promise.all(
    files.map(async ({ bytes, vendor, service, ...document }) => {
      const file = await receiveFile(context, document, new File([bytes], document.fileName))
      const description = 'Loaded as sample data.'
      const made = documentCreation(context, { ...document, type: ['ORDER_FORM'], description, file })
      const targets = [
        ...(vendor ? [['VENDOR', idOf(context, load, `vendor ${vendor}`)] as const] : []),
        ...(service ? [['SERVICE', idOf(context, load, `service ${service}`)] as const] : []),
      ]
      const links = targets.length > 0 ? [linkStatement(context, [document], targets)] : []
      return { ...made, id: document.id, statements: [...made.statements, ...links] }
    }),
  )
}

const categoryPart = (context: StaffContext, load: Load, exchange: Exchange) => {
  const id = idOf(context, load, 'category')
  const { form, workflows } = categoryParts(context, load, exchange)
  const [problem] = workflows.flatMap(({ definition }) => checkWorkflow(definition, form))
  if (problem) throw new Error(`The sample category is not sound: ${problem.message}`)
  return {
    id,
    statements: newCategoryStatements(context, {
      id,
      name: CATEGORY_NAME,
      description: TEMPLATE.description,
      form,
      workflows: workflows.map((workflow) => ({
        ...workflow,
        ordinal: 0,
        principalIds: JSON.stringify(principalsOf(workflow.definition)),
      })),
    }),
    audit: [
      {
        changeKey: `intake-category:${id}:v1`,
        action: 'intake-category.created',
        targetType: 'INTAKE_CATEGORY' as const,
        targetId: id,
        message: `Created the category ${CATEGORY_NAME} as sample data`,
        changeData: { after: { name: CATEGORY_NAME, template: TEMPLATE.name } },
      },
      ...workflows.map((workflow) => ({
        changeKey: `intake-workflow:${workflow.id}:v1`,
        action: 'intake-workflow.created',
        targetType: 'INTAKE_WORKFLOW' as const,
        targetId: workflow.id,
        message: `Created the workflow ${workflow.label} as sample data`,
        changeData: { after: { label: workflow.label } },
      })),
    ],
  }
}

const taken = (noun: string) => (): AppError =>
  refuse(
    `There is a ${noun} with the name of a sample already. Rename or delete it, then load sample data again.`,
    'SAMPLE_NAME_TAKEN',
  )

/** Everything but the requests, in one write, with the list of all that will be there. */
const begin = async (context: StaffContext): Promise<{ load: Load; exchange: Exchange }> => {
  const { db, actor, clock } = context
  const { exchange, choices } = await readCompany(context)
  const load: Load = { status: 'LOADING', userId: actor.userId, by: actor.name, startedAt: clock.now(), choices }
  const vendors = vendorParts(context, load)
  const services = serviceParts(context, load, exchange)
  const documents = await documentParts(context, load, exchange)
  const category = usesRequests(context) ? categoryPart(context, load, exchange) : null
  const requests = category ? await requestIds(context, load) : []
  const objects: { kind: SampleKind; id: string }[] = [
    ...vendors.map(({ id }) => ({ kind: 'VENDOR' as const, id })),
    ...services.map(({ id }) => ({ kind: 'SERVICE' as const, id })),
    ...documents.map(({ id }) => ({ kind: 'DOCUMENT' as const, id })),
    ...requests.map((id) => ({ kind: 'INTAKE_SUBMISSION' as const, id })),
    ...(category ? [{ kind: 'INTAKE_CATEGORY' as const, id: category.id }] : []),
  ]
  await commit(stepOf(context), {
    subject: SUBJECT,
    statements: [
      db.sql(
        `INSERT INTO sample_loads (company_id, status, user_id, choices, started_at) VALUES (?1, 'LOADING', ?2, ?3, ?4)
         ON CONFLICT (company_id) DO UPDATE SET status = excluded.status, user_id = excluded.user_id,
           choices = excluded.choices, started_at = excluded.started_at WHERE sample_loads.status = 'REMOVED'`,
        actor.companyId,
        actor.userId,
        JSON.stringify(choices),
        load.startedAt,
      ),
      guardOneRow(db),
      db.sql(
        `INSERT INTO sample_objects (company_id, id, kind, created_at)
         SELECT ?1, value ->> 'id', value ->> 'kind', ?2 FROM json_each(?3)`,
        actor.companyId,
        load.startedAt,
        JSON.stringify(objects),
      ),
      ...[...vendors, ...services, ...documents].flatMap(({ statements }) => statements),
      ...(category?.statements ?? []),
    ],
    audit: [...[...vendors, ...services, ...documents].map(({ audit }) => audit), ...(category?.audit ?? [])],
    outbox: documents.flatMap(({ outbox }) => outbox),
    result: null,
    onDuplicate: { vendors_name: taken('vendor'), intake_categories_name: taken('category') },
  })
  return { load, exchange }
}

const resume = async (context: StaffContext, load: Load) => {
  const { exchange } = await readCompany(context)
  return { load, exchange }
}

/**
 * Loads sample data, or continues where loading broke off. Throws RULE_BROKEN if there is some already or someone else
 * is loading it, and for names that are taken.
 */
export const loadSamples = command({
  id: 'sample-data.load',
  access: 'sample-data.manage',
  input: inputOf(endpoints.loadSampleData),
  run: async (context) => {
    const { db, actor } = context
    const found = await readLoad(context)
    const status = found?.load.status
    if (status === 'LOADED') throw refuse('Sample data is already loaded. Remove it first.', 'SAMPLE_LOADED')
    if (status === 'REMOVING') throw refuse('Sample data is being removed. Try again in a moment.', 'SAMPLE_REMOVING')
    if (found && status === 'LOADING' && found.load.userId !== actor.userId)
      throw refuse(`${found.load.by} is loading sample data.`, 'SAMPLE_LOADING')
    const { load, exchange } = found && status === 'LOADING' ? await resume(context, found.load) : await begin(context)
    if (usesRequests(context)) await fileRequests(context, load, exchange)
    const counts = countKinds(comingObjects(context))
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          "UPDATE sample_loads SET status = 'LOADED' WHERE company_id = ? AND status = 'LOADING' AND started_at = ?",
          actor.companyId,
          load.startedAt,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `sample-data:${actor.companyId}:${context.newId()}`,
          action: 'sample-data.loaded',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: `Loaded sample data: ${countsText(counts)}`,
          changeData: { after: counts },
        },
      ],
      result: { counts },
    })
  },
})
