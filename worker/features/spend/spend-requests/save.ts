import { z } from 'zod'
import type { ApprovalCommandInput } from '../../../../schema/approvals/engine/commands.ts'
import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import { checkCustomFields, unknownFields } from '../../../../schema/approvals/rule-sets/custom-fields.ts'
import { type ModuleUnits, whyUnused } from '../../../../schema/platform/organisation/unit-modules.ts'
import { currencyProblem } from '../../../../schema/shared/exchange.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { keptLineIds } from '../../../../schema/shared/record.ts'
import { id as idOf, requiredText } from '../../../../schema/shared/values.ts'
import {
  keepCuts,
  LABELS,
  type SpendContent,
  type SpendLabels,
  totalOf,
} from '../../../../schema/spend/spend-requests/content.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/endpoints.ts'
import { lastWriteWins, resultStatements } from '../../../core/commit.ts'
import { AppError, invalidField, invalidFields } from '../../../core/errors.ts'
import { idFrom, sha256Hex } from '../../../core/hash.ts'
import { archivedWords } from '../../../core/kinds/archived.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { linkStatement, requireDocuments } from '../../documents/documents/index.ts'
import { mayEdit, requireReadable } from './access.ts'
import { loadPlanning, type SpendPlanning } from './planning.ts'
import { type RunningSpend, requireRunning, tell } from './running.ts'

/** Filing spend requests, editing them, and changing decided ones. */

type Filed = z.output<typeof endpoints.spendInput>
type Entered = Omit<Filed, 'requestorId' | 'watcherIds' | 'documentIds'>
interface Saved {
  id: string
  version: number
}
type Ledger = StaffContext & { ledger?: { operation: string; inputHash: string } }

type Line = Omit<SpendContent['lines'][number], 'id'>
const partsOf = ({ categoryId, departmentId, businessUnitId, entityId, description }: Line): unknown[] => [
  categoryId,
  departmentId,
  businessUnitId ?? null,
  entityId ?? null,
  description.trim(),
]
const withAmount = (line: Line): unknown[] => [...partsOf(line), line.amount]

/** A repeated command gives its new lines the same ids. */
const lineIds = ({ commandId, newId }: StaffContext, { lines }: Entered, before: SpendContent | null) => {
  const ids = keptLineIds(
    lines,
    before?.lines ?? [],
    [
      [withAmount, withAmount],
      [partsOf, partsOf],
    ],
    (index) => (commandId ? sha256Hex(`spend-line\n${commandId}\n${index}`).slice(0, 24) : newId()),
  )
  return lines.map(({ id: _, ...line }, index) => ({ id: ids[index] ?? '', ...line }))
}

/** The content as it is kept. Problems are told beside their fields, all at once. */
const contentOf = (
  context: StaffContext,
  { customFieldValues, ...entered }: Entered,
  before: SpendContent | null,
  planning: SpendPlanning,
): SpendContent => {
  const draft: SpendContent = {
    ...entered,
    currency: entered.currency ?? before?.currency ?? context.actor.company.currency,
    lines: keepCuts(lineIds(context, { ...entered, customFieldValues }, before), before?.lines ?? []),
    customFields: {},
  }
  const { values, problems } = checkCustomFields(planning.fieldsOf(draft), customFieldValues)
  // Fields of rule sets that are gone stay with what was said, because a running approval may read them.
  const ofSets = planning.sets.flatMap(({ customFields }) => customFields)
  const existing = new Set(ofSets.map(({ id }) => id))
  const unknown = unknownFields(ofSets, customFieldValues, before?.customFields)
  const kept = Object.entries(before?.customFields ?? {}).filter(([id]) => !existing.has(id))
  const fields = {
    ...referenceProblems(draft, before, planning),
    ...unusedUnits(context, draft, before),
    ...Object.fromEntries(
      Object.entries({ ...problems, ...unknown }).map(([id, message]) => [`customFields.${id}`, message]),
    ),
  }
  const problem = currencyProblem(totalOf(draft), planning.exchange)
  if (problem) fields.currency = problem
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
  return { ...draft, customFields: { ...Object.fromEntries(kept), ...values } }
}

/** What lines choose must be the company's. What is disabled can stay where it was. */
const referenceProblems = (
  content: SpendContent,
  before: SpendContent | null,
  { labels, closedCategories, archived }: SpendPlanning,
): Record<string, string> => {
  const names: SpendLabels = labels
  const fields: Record<string, string> = {}
  const check = (field: string, list: string, id: string | null) => {
    if (id !== null && !names[list]?.[id]) fields[field] = 'This isn’t a valid option'
  }
  const usedBefore = new Set(before?.lines.map(({ categoryId }) => categoryId))
  check('vendorId', LABELS.vendors, content.vendorId)
  const { vendorId } = content
  if (vendorId !== null && vendorId !== before?.vendorId && archived.has(vendorId))
    fields.vendorId = archivedWords(names[LABELS.vendors]?.[vendorId] ?? 'The vendor')
  content.lines.forEach((line, index) => {
    const at = `lines.${index}`
    check(`${at}.categoryId`, LABELS.categories, line.categoryId)
    check(`${at}.departmentId`, LABELS.departments, line.departmentId)
    check(`${at}.businessUnitId`, LABELS.businessUnits, line.businessUnitId)
    check(`${at}.entityId`, LABELS.entities, line.entityId)
    if (closedCategories.has(line.categoryId) && !usedBefore.has(line.categoryId))
      fields[`${at}.categoryId`] = 'Spend requests can’t use this category'
  })
  return fields
}

/** Units of a module that is off stay where the spend request had them. */
const unusedUnits = ({ actor }: StaffContext, content: SpendContent, before: SpendContent | null) => {
  const fields: Record<string, string> = {}
  const check = (units: ModuleUnits, name: 'businessUnitId' | 'entityId') => {
    const unused = whyUnused(units, actor.policy.company)
    const usedBefore = new Set(before?.lines.map((line) => line[name]))
    content.lines.forEach((line, index) => {
      if (unused && line[name] !== null && !usedBefore.has(line[name])) fields[`lines.${index}.${name}`] = unused
    })
  }
  check('business units', 'businessUnitId')
  check('entities', 'entityId')
  return fields
}

/** Only active members, but current watchers may stay. */
const watchersOf = (ids: readonly string[], planning: SpendPlanning, present: readonly PersonRef[]): PersonRef[] =>
  [...new Set(ids)].map((userId) => {
    const known = present.find((watcher) => watcher.userId === userId)
    if (known) return known
    const person = planning.people[userId]
    if (!person || person.disabled) throw invalidField('watcherIds', 'One of these people is no longer a member')
    return { userId, name: person.name }
  })

const asPlanned = ({ lines, ...entered }: Entered, currency: SpendContent['currency']) => ({
  ...entered,
  currency: entered.currency ?? currency,
  lines,
  customFields: {},
})

/** Done before the object decides, because an approver must never see a spend request without its documents. */
const attach = async (context: StaffContext, id: string, documentIds: readonly string[]): Promise<void> => {
  if (documentIds.length === 0) return
  const documents = await requireDocuments(context, [...documentIds])
  await context.db.batch([linkStatement(context, documents, [['SPEND_REQUEST', id]])])
}

const keepResult = async (context: Ledger, answerKept: boolean, result: object): Promise<void> => {
  const statements = answerKept ? [] : resultStatements(context, result, 'ignore')
  if (statements.length === 0) return
  await context.db
    .batch(statements)
    .catch((error) => context.log.error('spend-requests.result-not-stored', { error: String(error) }))
}

/** A repeated command must not file a second one, so the id is derived from the command's. */
const idOfNew = (context: StaffContext): string =>
  context.commandId ? idFrom(`spend\n${context.actor.userId}\n${context.commandId}`) : context.newId()

/** @param origin the request for which it is raised, and the id that it gets for that */
export const fileSpendRequest = async (
  context: Ledger,
  { requestorId, watcherIds = [], documentIds = [], ...entered }: Filed,
  origin: { id: string; intakeSubmissionId: string } | null = null,
): Promise<Saved> => {
  const { actor } = context
  const requestorUserId = requestorId ?? actor.userId
  if (requestorUserId !== actor.userId && !can(actor.policy, 'requests.submit-for-others'))
    throw new AppError('FORBIDDEN', 'You can’t file spend requests for other members.')
  const planning = await loadPlanning(context, {
    requestorUserId,
    contents: [asPlanned(entered, actor.company.currency)],
    memberIds: [...watcherIds, requestorUserId],
  })
  if (planning.people[requestorUserId]?.disabled)
    throw invalidField('requestorId', 'This member is disabled. Choose another one')
  const content = contentOf(context, entered, null, planning)
  const id = origin?.id ?? idOfNew(context)
  const watchers = watchersOf(watcherIds, planning, [])
  await attach(context, id, documentIds)
  const submit: ApprovalCommandInput = {
    type: 'submit',
    targetType: 'SPEND_REQUEST',
    targetId: id,
    source: { intakeSubmissionId: origin?.intakeSubmissionId ?? null },
    requestor: { userId: requestorUserId, name: planning.requestor.name },
    createdBy: { userId: actor.userId, name: actor.name },
    watchers,
    content,
  }
  const told = await tell(context, id, { command: submit, planning: planning.contextOf(content), answer: { id } })
  const result = { id, version: told.version }
  await keepResult(context, told.answerKept, result)
  return result
}

/** Throws INVALID beside the fields, or RULE_BROKEN if no one could approve. */
export const createSpendRequest = command({
  id: 'spend-requests.create',
  access: 'spend-requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createSpendRequest),
  readsFirst: true,
  run: (context, input) => fileSpendRequest(context, input),
})

const changeCommand = (
  base: RunningSpend,
  content: SpendContent,
  { seenVersion, keeps, watchers }: { seenVersion: number; keeps: boolean; watchers: PersonRef[] | undefined },
): { command: ApprovalCommandInput; earlier: ApprovalCommandInput[] } => {
  const resubmit: ApprovalCommandInput = { type: 'resubmit', seenVersion, watchers, content }
  const edit: ApprovalCommandInput = { type: 'edit', seenVersion, keepAllDecisions: keeps, watchers, content }
  return base.status === 'PENDING' ? { command: edit, earlier: [resubmit] } : { command: resubmit, earlier: [edit] }
}

type Changed = z.output<typeof endpoints.spendChange>

export const changeSpendRequest = async (
  context: Ledger,
  {
    id,
    version,
    skipApprovals = false,
    requestorId,
    watcherIds,
    documentIds = [],
    ...entered
  }: Changed & { id: string },
): Promise<Saved> => {
  const access = await requireReadable(context, id)
  if (!mayEdit(access, context.actor)) throw new AppError('FORBIDDEN', 'You can’t change this spend request.')
  if (requestorId && requestorId !== access.requestorUserId)
    throw invalidField('requestorId', 'The requester of a spend request can’t be changed')
  const base = await requireRunning(context, id)
  if (skipApprovals && base.status !== 'PENDING')
    throw invalidField('skipApprovals', 'Approvals can only be kept when editing a pending spend request')
  const planning = await loadPlanning(context, {
    requestorUserId: base.requestor.userId,
    contents: [asPlanned(entered, base.content.currency), base.content],
    memberIds: watcherIds ?? [],
    pinned: base.definitions,
    // A new run compares amounts at today's rates.
    exchange: base.status === 'PENDING' ? base.exchange : undefined,
  })
  const content = contentOf(context, entered, base.content, planning)
  const watchers = watcherIds && watchersOf(watcherIds, planning, base.watchers)
  await attach(context, id, documentIds)
  const told = await tell(context, id, {
    ...changeCommand(base, content, { seenVersion: version ?? base.version, keeps: skipApprovals, watchers }),
    planning: planning.contextOf(content),
    answer: { id },
  })
  const result = { id, version: told.version }
  await keepResult(context, told.answerKept, result)
  return result
}

/** Throws CONFLICT with the differences if someone else changed it since `version`. */
export const updateSpendRequest = command({
  id: 'spend-requests.update',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  input: inputOf(endpoints.updateSpendRequest),
  run: lastWriteWins(changeSpendRequest),
})

/** Only the description. Everything else stays as it was filed. */
export const modifyDescription = command({
  id: 'spend-requests.modify-description',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  input: z.object({ id: idOf, description: requiredText(10_000) }),
  run: async (context, { id, description }) => {
    await requireReadable(context, id)
    const { content, version } = await requireRunning(context, id)
    const { customFields, lines, ...rest } = content
    return changeSpendRequest(context, {
      ...rest,
      lines,
      id,
      version,
      description,
      customFieldValues: Object.entries(customFields).map(([field, value]) => ({ id: field, value })),
    })
  },
})
