import type { GraphQLSchema } from 'graphql'
import type { z } from 'zod'
import type { AnyEndpoint } from '../../../schema/shared/endpoint.ts'
import { addressOf, documentOf, type Input, variablesOf } from '../call-text.ts'
import type { WalkIds } from './ids.ts'
import { PLAN_PARAMETERS } from './plan-parameters.ts'
import { type Property, propertiesOf } from './properties.ts'

/**
 * The walk: every GET endpoint and every GraphQL query, each with every parameter it knows, from the tables that the
 * Worker is built from. A parameter that can't be filled is an error, so nothing is left out silently.
 */

export interface WalkedDoor {
  /** `GET /jwt-data` or `query.sessionData`. */
  name: string
  endpoint: AnyEndpoint | null
  operation: { id: string; access: string; input: z.ZodType }
}

export interface WalkCall {
  door: string
  /** The parameter it is about, or '' for the call with only what is required. */
  variant: string
  operationId: string
  access: string
  path: string
  body: string | null
  isSocket: boolean
  /** A signed address works for the member who got it. */
  isOfMember: boolean
}

type Value = (ids: WalkIds) => unknown

const DAY: Value = () => '2026-03-01'
const onDay = (...names: string[]) => Object.fromEntries(names.map((name) => [name, DAY]))
const MONTHS: Value = () => '2026-01,2027-12'
const LONG_AGO: Value = () => '2020-01-01T00:00:00Z'

/** The saved filters of lists. */
const FILTERS = [
  ['documents', 'documentFilterHash'],
  ['members', 'memberFilterHash'],
  ['services', 'serviceFilterHash'],
  ['spend-requests', 'spendFilterHash'],
  ['bills', 'billFilterHash'],
  ['bill-payments', 'paymentFilterHash'],
  ['purchase-orders', 'orderFilterHash'],
] as const

/** The value of a parameter, by its name alone, or by the operation's id and its name. */
const FILLED: Record<string, Value> = {
  'business-hours.holidays.country': () => 'NL',
  'super-admin.operations.firstCell': () => 0,
  ...onDay('createdFrom', 'createdTo', 'decidedFrom', 'decidedTo', 'dueFrom', 'dueTo', 'endsFrom', 'endsTo'),
  // At most a month back.
  'super-admin.company-costs.from': () => new Date().toISOString().slice(0, 10),
  'super-admin.company-costs.to': () => new Date().toISOString().slice(0, 10),
  'vendors.list.answerFilters': () => ['Region', 'EU'],
  'vendors.totals.answerFilters': () => ['Region', 'EU'],
  approverMatrixId: (ids) => ids.matrix,
  amount: () => 'USD,50000,500000',
  last12Amount: () => 'USD,50000,500000',
  answerFilters: () => ['Will it hold personal data?', 'false'],
  assigneeUserId: (ids) => ids.member,
  billId: (ids) => ids.bill,
  billPaymentId: (ids) => ids.billPayment,
  proposedVendorId: (ids) => ids.proposedVendor,
  paymentRunId: (ids) => ids.paymentRun,
  findingId: (ids) => ids.finding,
  billRuleSetId: (ids) => ids.billRuleSet,
  blockId: (ids) => ids.block,
  businessUnitId: (ids) => ids.businessUnit,
  categoryId: (ids) => ids.spendCategory,
  companyId: (ids) => ids.company,
  count: () => 20,
  createdById: (ids) => ids.member,
  dateRange: MONTHS,
  departmentId: (ids) => ids.department,
  displayName: () => 'contract',
  documentId: (ids) => ids.document,
  evidenceId: (ids) => ids.evidence,
  email: () => '5',
  enabled: () => 'true',
  drafts: () => 'true',
  eventId: (ids) => ids.sourcingEvent,
  fileId: (ids) => ids.bidFile,
  formVersion: (ids) => ids.formVersion,
  from: LONG_AGO,
  fromVendorId: (ids) => ids.otherVendor,
  groupId: (ids) => ids.group,
  hash: (ids) => ids.filterHash,
  includeIncompleteSyncs: () => true,
  importId: (ids) => ids.vendorImport,
  memberImportId: (ids) => ids.memberImport,
  configurationImportId: (ids) => ids.configurationImport,
  invoicedFrom: DAY,
  invoicedTo: DAY,
  invoiceId: (ids) => ids.invoice,
  isCredit: () => 'true',
  inBusinessUnitIds: (ids) => [ids.businessUnit],
  inCategoryIds: (ids) => [ids.spendCategory],
  inDepartmentIds: (ids) => [ids.department],
  inLocationIds: (ids) => [ids.location],
  inVendorIds: (ids) => [ids.vendor],
  notInBusinessUnitIds: (ids) => [ids.businessUnit],
  notInCategoryIds: (ids) => [ids.spendCategory],
  notInDepartmentIds: (ids) => [ids.department],
  notInLocationIds: (ids) => [ids.location],
  notInVendorIds: (ids) => [ids.vendor],
  startYearMonth: () => '2026-01',
  endYearMonth: () => '2026-12',
  planId: (ids) => ids.plan,
  ...PLAN_PARAMETERS,
  transactionId: (ids) => ids.transaction,
  entityId: (ids) => ids.entity,
  erpCustomFieldId: (ids) => ids.erpCustomField,
  erpEntityId: (ids) => ids.erpEntity,
  erpId: (ids) => ids.transactionErp,
  erpIntegrationId: () => 'walk',
  lineItemErpId: () => '1',
  recodeId: (ids) => ids.recode,
  erpVendorId: (ids) => ids.erpVendorOwed,
  entryId: (ids) => ids.billSync,
  month: () => '2026-06',
  'query.billErpSyncEntry.id': (ids) => ids.billSync,
  'query.billPaymentErpSyncEntry.id': (ids) => ids.paymentSync,
  'query.bankTransferErpSyncEntry.id': (ids) => ids.loadSync,
  generation: (ids) => ids.generation,
  showOpen: () => true,
  showResolved: () => true,
  'transactions.threads.threadId': (ids) => ids.transactionThread,
  'transactions.users.query': () => 'a',
  'transactions.list.type': () => 'expense',
  inBusinessUnitId: (ids) => ids.businessUnit,
  inDepartmentId: (ids) => ids.department,
  inGroupId: (ids) => ids.group,
  inServiceIds: (ids) => [ids.service],
  intakeCategoryId: (ids) => ids.category,
  intakeQuestionId: (ids) => ids.question,
  intakeSubmissionId: (ids) => ids.vendorForm,
  isEnabledForSpendRequests: () => true,
  levelGroupStatusId: (ids) => ids.webhookBlock,
  memberId: (ids) => ids.member,
  fromDate: DAY,
  toDate: DAY,
  mine: () => 'true',
  name: () => 'er',
  notInBusinessUnitId: (ids) => ids.businessUnit,
  notInDepartmentId: (ids) => ids.department,
  notInGroupId: (ids) => ids.group,
  notInServiceIds: (ids) => [ids.service],
  ownerId: (ids) => ids.member,
  purchaseOrderId: (ids) => ids.purchaseOrder,
  query: () => 'er',
  requestorId: (ids) => ids.member,
  requestorUserId: (ids) => ids.member,
  search: () => 'er',
  website: () => 'https://www.supplier.example',
  serviceAnswerFilters: () => ['Region', 'EU'],
  serviceId: (ids) => ids.service,
  servicePeriodAnswerFilters: () => ['Region', 'EU'],
  since: () => 1,
  spendRequestId: (ids) => ids.spendRequest,
  spendRequestLineId: (ids) => ids.spendLine,
  spendRuleSetId: (ids) => ids.ruleSet,
  spendCategoryIds: (ids) => [ids.spendCategory],
  departmentIds: (ids) => [ids.department],
  businessUnitIds: (ids) => [ids.businessUnit],
  spendCategoryId: (ids) => ids.spendCategory,
  submittedFrom: DAY,
  submittedTo: DAY,
  threadId: (ids) => ids.thread,
  token: (ids) => ids.feedToken,
  unassociated: () => true,
  unitId: (ids) => ids.department,
  until: () => '2027-01-01T00:00:00Z',
  uploadId: (ids) => ids.externalUpload,
  userId: (ids) => ids.member,
  userIds: (ids) => [ids.member],
  vendorCategoryId: (ids) => ids.vendorCategory,
  vendorId: (ids) => ids.vendor,
  version: (ids) => ids.workflowVersion,
  'vendors.will-invitation-reset.email': () => 'someone@vendors.test',
  'documents.from-ids.documentId': (ids) => [ids.document],
  // The person most requests are waiting for.
  'members.open-approvals.memberId': (ids) => ids.approver,
  'members.owned.memberId': (ids) => ids.owner,
  'intake.get-workflow.id': (ids) => ids.workflow,
  'intake.get-workflow-version.id': (ids) => ids.workflow,
  'intake.list-workflow-versions.id': (ids) => ids.workflow,
  'intake.questions-by-category.id': (ids) => ids.category,
  'spend-requests.preview.lines': (ids) => [
    { amount: 120_000, categoryId: ids.spendCategory, departmentId: ids.department },
  ],
  'spend-requests.preview.currency': () => 'EUR',
  'spend-requests.preview.customFieldValues': () => [{ label: 'Region', value: 'EU' }],
  'spend-requests.preview.serviceEndDate': () => '2026-12-31',
  'spend-requests.preview.serviceStartDate': () => '2026-01-01',
  // An object, where REST has the fields themselves.
  ...Object.fromEntries(
    ['spendRequests', 'spendRequestsInVendor', 'spendRequestsInService', 'spendRequestsNotInService'].map((name) => [
      `query.${name}.filter`,
      (ids: WalkIds) => ({ filter: 'ALL', search: 'er', departmentIds: [ids.department], amount: 'USD,1,' }),
    ]),
  ),
  'query.bills.filter': (ids) => ({ filter: 'ALL', search: 'er', vendorId: ids.vendor }),
  'query.spendRequestsCount.filter': (ids) => ({ filter: 'ALL', requestorId: ids.member }),
  'query.vendors.filter': (ids) => ({ filter: 'ALL', search: 'er', ownerId: ids.member }),
  'public.category.intakeCategoryId': (ids) => ids.publicForm,
  'public.category-logo.intakeCategoryId': (ids) => ids.publicForm,
  'public.category-steps.intakeCategoryId': (ids) => ids.publicForm,
  'public.question-options.companyId': (ids) => ids.company,
  'public.question-options.intakeCategoryId': (ids) => ids.publicForm,
  'public.receipt.token': (ids) => ids.receipt,
  'settings.open-unsubscribe.token': (ids) => ids.unsubscribe,
  'spend-rules.get-version.version': () => 1,
  'bills.get-rule-set-version.version': () => 1,
  'bills.list-orders.currency': () => 'USD',
  'bills.list-orders.named': () => ['PO-1', '1'],
  'vendors.totals.hash': (ids) => ids.filterHash,
  'requests.totals.hash': () => undefined,
  ...Object.fromEntries(
    ['by-filter', 'by-filter-csv', 'totals'].flatMap((name) =>
      FILTERS.map(([list, of]) => [`${list}.${name}.hash`, (ids: WalkIds) => ids[of]]),
    ),
  ),
  'vendor-portal.list-threads.intakeSubmissionAnswerId': () => 'policy',
  'vendor-portal.thread-comments.threadId': (ids) => ids.vendorThread,
  'vendor-portal.list-invoices.after': () => '200.x',
  'vendor-portal.open-document.documentId': (ids) => ids.vendorDocument,
  'vendor-forms.open-link-document.documentId': (ids) => ids.linkDocument,
  'approvals.open-decision-document.documentId': (ids) => ids.document,
  'mappings.list.kind': () => 'VENDOR',
  'vendors.get-category.id': (ids) => ids.vendorCategory,
  'vendors.logo.name': () => 'Outlay',
  'sign-on.methods.domain': () => 'customer.example',
  'workflow-tasks.history.id': (ids) => ids.block,
  'workflow-tasks.list-documents.id': (ids) => ids.block,
  'workflow-tasks.list-threads.id': (ids) => ids.block,
  'workflow-tasks.vendor-forms.id': (ids) => ids.vendorFormBlock,
  'workflow-tasks.netsuite-po-complete-status.levelGroupStatusId': (ids) => ids.orderBlock,
  'purchase-orders.task-form.levelGroupStatusId': (ids) => ids.orderBlock,
}

/** Words that nothing has, that one late in its list has, and whose parts many have. */
const RARE_WORDS = ['no such name', '599', 'supplier supplier', 'member member']
const SEARCHED = new Set(['displayName', 'email', 'name', 'query', 'search'])
const wordsFor = (name: string, word: unknown): unknown[] =>
  SEARCHED.has(name) && typeof word === 'string' ? [word, ...RARE_WORDS] : [word]

/** Ids in a list of choices belong to whatever can be chosen. */
const CHOSEN: Record<string, keyof WalkIds> = {
  'lookups.business-unit-select-options': 'businessUnit',
  'lookups.department-select-options': 'department',
  'lookups.department-approver-select-options': 'member',
  'lookups.entity-select-options': 'entity',
  'lookups.group-select-options': 'group',
  'lookups.location-select-options': 'location',
  'lookups.member-select-options': 'member',
  'lookups.service-select-options': 'service',
  'lookups.request-category-select-options': 'category',
  'lookups.spend-category-select-options': 'spendCategory',
  'lookups.vendor-select-options': 'vendor',
  'vendors.category-select-options': 'vendorCategory',
  'lookups.erp-currencies': 'vendor',
  'lookups.erp-currency-select-options': 'vendor',
  'lookups.erp-tax-code-select-options': 'vendor',
  'lookups.erp-vendor-select-options': 'vendor',
  'lookups.plan-vendor-select-options': 'planVendor',
  'purchase-orders.options': 'spendCategory',
  'bills.options': 'vendor',
}

const optionsOfQuestions = (ids: WalkIds): Input[] => [
  { type: 'VENDOR_SELECT', intakeQuestionId: ids.vendorQuestion, includeIds: [ids.vendor], search: 'er' },
  { type: 'VENDOR_SELECT', intakeQuestionId: ids.vendorQuestion },
  { type: 'CUSTOM_SELECT', intakeQuestionId: ids.question, includeIds: [ids.option], search: 'er' },
]

const ofLine = (ids: WalkIds): Input[] => [
  { erpId: ids.transactionErp, erpIntegrationId: 'walk', lineItemErpId: '1', transactionType: 'expense' },
]

/** Parameters that belong together in one call. */
const TOGETHER: Record<string, (ids: WalkIds) => Input[]> = {
  'audit.list': (ids) => [
    { targetType: 'INTAKE_SUBMISSION', targetId: ids.request },
    { targetType: 'VENDOR', targetId: ids.vendor },
    { targetType: 'SERVICE', targetId: ids.service },
    { targetType: 'DOCUMENT', targetId: ids.document },
    { targetType: 'MEMBER', targetId: ids.member },
    { targetType: 'DEPARTMENT', targetId: ids.department },
    { targetType: 'INTAKE_CATEGORY', targetId: ids.category },
  ],
  'bell.read-mute': (ids) => [
    { targetType: 'INTAKE_SUBMISSION', targetId: ids.request },
    { targetType: 'VENDOR', targetId: ids.vendor },
    { targetType: 'DOCUMENT', targetId: ids.document },
    { targetType: 'TRANSACTION', targetId: ids.transaction },
  ],
  'threads.list': (ids) => [
    { targetType: 'INTAKE_SUBMISSION', targetId: ids.request },
    { targetType: 'VENDOR', targetId: ids.vendor },
    { targetType: 'SERVICE', targetId: ids.service },
    { targetType: 'DOCUMENT', targetId: ids.document },
    { targetType: 'TRANSACTION', targetId: ids.transaction },
    { targetType: 'PURCHASE_ORDER', targetId: ids.purchaseOrder },
  ],
  'threads.chat-threads': (ids) => [{ documentId: ids.document }],
  'threads.chat-messages': (ids) => [{ threadId: ids.chat }],
  'transactions.threads-of-line': ofLine,
  'transactions.users': ofLine,
  'transactions.get': (ids) => [{ id: ids.transaction, type: 'expense' }],
  'intake.label-from-id': (ids) => [
    { type: 'CUSTOM_SELECT', id: ids.option },
    { type: 'VENDOR_SELECT', id: ids.vendor },
    { type: 'SERVICE_SELECT', id: ids.service },
    { type: 'MEMBER_SELECT', id: ids.member },
    { type: 'DEPARTMENT_SELECT', id: ids.department },
  ],
  // The accounting vendor with something to pay is linked to none.
  'vendors.will-invitation-reset': (ids) => [{ vendorId: ids.vendor, erpVendorId: undefined }],
  // REST and GraphQL call it differently.
  'spend-rules.get': (ids) => [{ id: ids.ruleSet, spendRuleSetId: ids.ruleSet }],
  'intake.options-for-question': optionsOfQuestions,
  'intake.submission-options-for-question': optionsOfQuestions,
}

/** Where a page begins and how long it is. The second page is requested with the first one's cursor. */
const PAGING = new Set(['cursor', 'first', 'before'])

/** Names of GraphQL have no hyphens. */
const graphqlName = (value: string): string => value.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())

const valuesOf = (
  { name: door, endpoint, operation }: WalkedDoor,
  name: string,
  property: Property,
  ids: WalkIds,
): unknown[] => {
  const operationId = operation.id
  if (name === 'ids' || name === 'includeIds') {
    const kind = CHOSEN[operationId]
    if (kind) return [[ids[kind]]]
  }
  if (name === 'id' && operationId.startsWith('intake.')) {
    const filled = FILLED[`${operationId}.id`]
    return [filled ? filled(ids) : ids.request]
  }
  if (name === 'id' && operationId.startsWith('spend-requests.')) {
    return [operationId === 'spend-requests.for-submission' ? ids.request : ids.spendRequest]
  }
  const filled = FILLED[`${door}.${name}`] ?? FILLED[`${operationId}.${name}`] ?? FILLED[name]
  if (filled) return wordsFor(name, filled(ids))
  if (name === 'orderBy') {
    const { by, dir } = property.properties ?? {}
    const fields = by?.items?.enum ?? []
    const single = fields.flatMap((field) =>
      (dir?.items?.enum ?? []).map((direction) => ({ by: [field], dir: [direction] })),
    )
    // Each field before the next one.
    const pairs = fields.map((field, place) => ({
      by: [field, fields[(place + 1) % fields.length]],
      dir: ['ASC', 'ASC'],
    }))
    const schema = (operation.input as z.ZodObject).shape[name] as z.ZodType | undefined
    return [...single, ...(fields.length > 1 ? pairs.filter((pair) => schema?.safeParse(pair).success) : [])]
  }
  if (property.enum) return endpoint ? property.enum : property.enum.map(graphqlName)
  if (property.const) return [property.const]
  if (property.items?.enum) return property.items.enum.map((value) => [value])
  throw new Error(`Nothing is known to fill ${name} of ${operationId} with; say it in test/support/walk/calls.ts`)
}

/** In the variant of a list that is sorted by several fields. */
export const SEVERAL_FIELDS = 'ASC ASC'

const nameOf = (value: unknown): string =>
  typeof value === 'object'
    ? Object.values(value ?? {})
        .flat()
        .join(' ')
    : String(value)

interface Asked {
  variant: string
  input: Input
}

/** @param args those that it takes besides what is required. Null for all of its input. */
const asked = (door: WalkedDoor, ids: WalkIds, args: string[] | null, requiredArgs: string[] = []): Asked[] => {
  const { id, input } = door.operation
  const { properties, required: ofInput } = propertiesOf(input)
  const required = [...ofInput, ...requiredArgs.filter((name) => name in properties && !ofInput.includes(name))]
  const known = (name: string) => !args || args.includes(name)
  const together = TOGETHER[id]?.(ids)
  const base: Input = {}
  for (const name of required) {
    if (together?.[0] && name in together[0]) continue
    base[name] = valuesOf(door, name, properties[name] ?? {}, ids)[0]
  }
  const variants: Asked[] = (together ?? [{}]).map((given) => ({
    variant: together ? (Object.values(given)[0] as string) : '',
    input: { ...base, ...given },
  }))
  for (const [name, property] of Object.entries(properties)) {
    if (required.includes(name) && !property.enum) continue
    if (together?.[0] && name in together[0]) continue
    if (PAGING.has(name) || !known(name)) continue
    for (const value of valuesOf(door, name, property, ids)) {
      variants.push({ variant: `${name}=${nameOf(value)}`, input: { ...variants[0]?.input, [name]: value } })
    }
  }
  return variants
}

/** Files are reached by signed addresses from other answers. */
const SIGNED: Record<string, (ids: WalkIds) => string> = {
  'documents.download': (ids) => ids.filePath,
  'documents.view': (ids) => ids.viewerPath,
}

export const callsOf = (door: WalkedDoor, schema: GraphQLSchema, ids: WalkIds): WalkCall[] => {
  const { endpoint, operation, name } = door
  const about = {
    door: name,
    operationId: operation.id,
    access: operation.access,
    isSocket: endpoint?.raw === 'websocket',
    isOfMember: operation.id === 'documents.download',
  }
  const signed = SIGNED[operation.id]
  if (signed) return [{ ...about, variant: '', path: signed(ids), body: null }]
  if (endpoint) {
    return asked(door, ids, null).map(({ variant, input }) => ({
      ...about,
      variant,
      path: addressOf(endpoint, input),
      body: null,
    }))
  }
  const { text, args, required } = documentOf(schema, name)
  const inputs = args.includes('input') ? null : args.map((arg) => (arg === 'after' ? 'cursor' : arg))
  return asked(door, ids, inputs, required).map(({ variant, input }) => ({
    ...about,
    variant,
    path: '/graphql',
    body: JSON.stringify({ query: text, variables: variablesOf(args, input) }),
  }))
}

/** The same call for the next page, if the answer says that there is one. */
export const nextPageOf = (call: WalkCall, answer: unknown): WalkCall | null => {
  const content = call.body ? Object.values((answer as { data?: object }).data ?? {})[0] : answer
  const page = (content as { pageInfo?: { hasNextPage: boolean; endCursor: string | null } } | null)?.pageInfo
  if (!page?.hasNextPage || !page.endCursor) return null
  const variant = `${call.variant} page 2`.trim()
  if (!call.body) {
    const glue = call.path.includes('?') ? '&' : '?'
    return { ...call, variant, path: `${call.path}${glue}cursor=${encodeURIComponent(page.endCursor)}` }
  }
  const { query, variables } = JSON.parse(call.body) as { query: string; variables: Input }
  return { ...call, variant, body: JSON.stringify({ query, variables: { ...variables, after: page.endCursor } }) }
}
