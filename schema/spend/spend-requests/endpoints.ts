import { z } from 'zod'
import { approvalsView } from '../../approvals/engine/endpoints.ts'
import { approvalsPreview } from '../../approvals/engine/preview.ts'
import { addMonths } from '../../shared/calendar.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { currency, money } from '../../shared/money.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import {
  calendarDate,
  id,
  instant,
  isCalendarDate,
  limitedText,
  named,
  person,
  requiredDate,
  shownDate,
} from '../../shared/values.ts'
import { MOST_LINES, MOST_MINOR, MOST_YEARS } from './content.ts'
import { spendRequestRow } from './list.ts'

/** Spend requests (specification 2 §3, §5 and §7): filing, reading, changing. */

export const spendParams = z.object({ id })

const amount = z
  .number({ error: 'Required' })
  .int('Amounts are whole minor units')
  .min(0, 'May not be negative')
  .max(MOST_MINOR, 'This amount is too large')

const required = z.string({ error: 'Required' }).min(1, 'Required').pipe(id)
const optionalId = z
  .union([z.literal('').transform(() => null), id])
  .nullish()
  .transform((value) => value ?? null)

export const spendLineInput = z.object({
  /** For a line that is already there. */
  id: id.optional(),
  amount,
  description: limitedText(2000).default(''),
  categoryId: required,
  departmentId: required,
  businessUnitId: optionalId,
  entityId: optionalId,
})
export type SpendLineInput = z.output<typeof spendLineInput>

/** By the field's id or label. */
export const customFieldValue = z.object({
  id: id.optional(),
  label: z.string().max(2000).optional(),
  value: z.union([z.string().max(5000), z.array(z.string().max(200)).max(200)]).nullable(),
})

const lines = z.array(spendLineInput).min(1, 'Add at least one line').max(MOST_LINES, `At most ${MOST_LINES} lines`)

const content = {
  vendorId: required,
  /** The company's, if missing. */
  currency: currency.optional(),
  description: limitedText(10_000).default(''),
  serviceStartDate: requiredDate,
  serviceEndDate: z
    .union([z.literal('').transform(() => null), calendarDate])
    .nullish()
    .transform((value) => value ?? null),
  needsSigner: z.boolean().default(false),
  lines,
  customFieldValues: z.array(customFieldValue).max(200).default([]),
}

interface Entered {
  serviceStartDate: string
  serviceEndDate: string | null
  lines: { amount: number }[]
}

/** What is wrong across fields. */
const checked: z.core.CheckFn<Entered> = ({ value, issues }) => {
  const { serviceStartDate: start, serviceEndDate: end } = value
  const isPeriod = isCalendarDate(start) && end !== null && isCalendarDate(end)
  const fault = (path: string, message: string) =>
    void issues.push({ code: 'custom', input: value, path: [path], message })
  if (isPeriod && end < start) fault('serviceEndDate', 'The end is before the start')
  else if (isPeriod && end >= addMonths(start, 12 * MOST_YEARS)) fault('serviceEndDate', `At most ${MOST_YEARS} years`)
  const total = value.lines.reduce((sum, line) => sum + line.amount, 0)
  if (total > MOST_MINOR) fault('lines', 'The total is too large')
}

const people = {
  /** File on behalf of this member. */
  requestorId: id.optional(),
  /** All members who watch it besides those of the rule sets. An edit without them leaves them. */
  watcherIds: z.array(id).max(100, 'At most 100 watchers').optional(),
  /** Attached to it. */
  documentIds: z.array(id).max(100, 'At most 100 documents').optional(),
}

export const spendInput = z.object({ ...content, ...people }).check(checked)
export type SpendInput = z.output<typeof spendInput>
export type SpendBody = z.input<typeof spendInput>

/** Without a version the last write wins. */
export const spendChange = z
  .object({
    ...content,
    ...people,
    version: z.number().int().min(1).optional(),
    /** For a pending one: its approvals stay, whatever changes. Needs approval-bypass access. */
    skipApprovals: z.boolean().optional(),
  })
  .check(checked)

const saved = z.object({ id: z.string(), version: z.number().int() })

export const createSpendRequest = endpoint({
  id: 'spend-requests.create',
  method: 'POST',
  path: '/api/spend-requests',
  summary: 'File a spend request',
  body: spendInput,
  response: saved,
})

/**
 * Before its last decision this edits it; after that it raises a change, whose approvals run again while the approved
 * version stays readable.
 */
export const updateSpendRequest = endpoint({
  id: 'spend-requests.update',
  method: 'PUT',
  path: '/api/spend-requests/{id}',
  summary: 'Edit a spend request, or modify one that was decided',
  params: spendParams,
  body: spendChange,
  response: saved,
})

export const spendRequestLine = z.object({
  id: z.string(),
  estimatedCost: money,
  description: z.string(),
  category: named,
  department: named,
  businessUnit: named.nullable(),
  entity: named.nullable(),
  /** What an approver took from it, with what was asked for. */
  cut: z.object({ asked: money, isRejected: z.boolean(), reason: z.string(), by: named, at: instant }).nullable(),
})
export type SpendRequestLine = z.infer<typeof spendRequestLine>

export const customFieldShown = z.object({ id: z.string(), label: z.string(), value: z.string() })

const version = z.object({
  version: z.number().int(),
  estimatedCost: money,
  description: z.string(),
  vendor: named,
  serviceStartDate: shownDate,
  serviceEndDate: shownDate.nullable(),
  needsSigner: z.boolean(),
  spendRequestLines: z.array(spendRequestLine),
  customFieldValues: z.array(customFieldShown),
})
export type SpendVersion = z.infer<typeof version>

export const spendRequest = spendRequestRow.extend({
  version: z.number().int(),
  run: z.number().int(),
  requestor: named.extend({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    departments: z.array(named),
  }),
  /** Who filed it, if not the requester. */
  submittedByUser: person.nullable(),
  vendor: named.extend({ signer: person.nullable() }),
  spendRequestLines: z.array(spendRequestLine),
  customFieldValues: z.array(customFieldShown),
  /** As they are stored, for forms. */
  customFields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  watchers: z.array(named),
  documents: z.array(named),
  services: z.array(named),
  myApproverGroups: z.array(z.object({ groupId: z.string(), groupName: z.string(), level: z.number().int() })),
  /** What it costs in each month, the last of which takes the remainder. */
  months: z.array(z.object({ month: z.string(), amount: z.number().int() })),
  /** How the amount in the company's currency came about. Null in the company's currency. */
  conversion: z.string().nullable(),
  archiveMessage: z.string().nullable(),
  /** The version that was approved, while a change of it is not. */
  approved: version.nullable(),
  changedByName: z.string(),
  changedAt: instant,
  canEdit: z.boolean(),
  /** It is decided, so that changing it runs its approvals again. */
  canModify: z.boolean(),
  canArchive: z.boolean(),
  canDelete: z.boolean(),
  canRestart: z.boolean(),
  canLink: z.boolean(),
  canSetSigner: z.boolean(),
})
export type SpendRequest = z.infer<typeof spendRequest>

export const getSpendRequest = endpoint({
  id: 'spend-requests.get',
  method: 'GET',
  path: '/api/spend-requests/{id}',
  summary: 'A spend request',
  params: spendParams,
  response: spendRequest,
})

export const getSpendApprovals = endpoint({
  id: 'spend-requests.get-approvals',
  method: 'GET',
  path: '/api/spend-requests/{id}/approvals',
  summary: 'The levels and blocks of a spend request, and what the person may do',
  params: spendParams,
  response: approvalsView,
})

/** What is typed so far: planned as it is. */
export const previewInput = asRead(
  z.object({
    /** For a spend request that is being changed. */
    id: id.optional(),
    requestorId: id.optional(),
    vendorId: optionalId,
    currency: currency.optional(),
    serviceStartDate: calendarDate.nullish(),
    serviceEndDate: calendarDate.nullish(),
    lines: z
      .array(
        asRead(
          z.object({
            amount: z.number().int().min(0).max(MOST_MINOR).nullish(),
            categoryId: optionalId,
            departmentId: optionalId,
            businessUnitId: optionalId,
            entityId: optionalId,
          }),
          Object.keys(spendLineInput.shape),
        ),
      )
      .max(MOST_LINES)
      .default([]),
    customFieldValues: z.array(customFieldValue).max(200).default([]),
    // What is filed can be sent as it is.
  }),
  Object.keys(spendInput.shape),
)
export type PreviewInput = z.input<typeof previewInput>

/** A custom field that a request with these lines has. */
export const askedField = z.object({
  id: z.string(),
  label: z.string(),
  type: z.enum(['CUSTOM_COPY', 'MULTI_CHOICE', 'SINGLE_CHOICE', 'TEXT']),
  required: z.boolean(),
  ordinal: z.number().int(),
  spendRuleSetId: z.string(),
  options: z.array(z.object({ id: z.string(), label: z.string() })),
})
export type AskedField = z.infer<typeof askedField>

export const previewSpendRequest = endpoint({
  id: 'spend-requests.preview',
  method: 'POST',
  path: '/api/spend-requests/preview',
  summary: 'Who would approve, and why, and which custom fields it has, before submitting',
  body: previewInput,
  response: approvalsPreview.extend({ customFields: z.array(askedField) }),
})

export const getSpendChanges = endpoint({
  id: 'spend-requests.get-changes',
  method: 'GET',
  path: '/api/spend-requests/{id}/changes',
  summary: 'What changed since a version of the spend request',
  params: spendParams,
  query: z.object({ since: z.coerce.number().int().min(0) }),
  response: z.object({
    version: z.number().int(),
    changes: z.array(z.object({ questionId: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
  }),
})
