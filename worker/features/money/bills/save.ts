import type { z } from 'zod'
import type { ApprovalCommandInput } from '../../../../schema/approvals/engine/commands.ts'
import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import {
  type BillContent,
  billContent,
  erpIdsOf,
  type FieldValue,
  moneyOf,
} from '../../../../schema/money/bills/content.ts'
import * as endpoints from '../../../../schema/money/bills/endpoints.ts'
import { currencyProblem } from '../../../../schema/shared/exchange.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { keptLineIds } from '../../../../schema/shared/record.ts'
import { commit, lastWriteWins, resultStatements } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, invalidFields, staleVersion } from '../../../core/errors.ts'
import { idFrom, sha256Hex } from '../../../core/hash.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { attachableFrom, attachableStatement, linkStatement } from '../../documents/documents/index.ts'
import { reserveDraws } from '../../spend/purchase-orders/index.ts'
import { mayEdit, requireReadable } from './access.ts'
import { fieldProblems, fieldsStatement, hasFieldValues } from './custom-fields.ts'
import {
  allowanceOf,
  isDuplicate,
  isReserved,
  keepsNumber,
  reserveStatement,
  sameNumber,
  similarOf,
  similarStatement,
} from './duplicates.ts'
import { followEntered, requireFree } from './followers.ts'
import { makeVendor, type NewVendor, newVendorIn, onVendorName } from './new-vendor.ts'
import {
  drawsOfBill,
  hasMatchRule,
  MATCH_STATEMENTS,
  matchingOf,
  matchOf,
  matchProblems,
  matchStatements,
  orderLabels,
} from './order-match.ts'
import { type BillPlanning, planningFrom, planningStatements } from './planning.ts'
import {
  currencyOf,
  type EnteredBill,
  erpLabels,
  mappedLine,
  type References,
  referenceProblems,
  referenceStatements,
  referencesOf,
} from './references.ts'
import { orRelease } from './release.ts'
import { type RunningBill, requireRunning, tellAsManager } from './running.ts'

/** Entering bills, and changing them. */

type Entered = z.output<typeof endpoints.billInput>
type Changed = z.output<typeof endpoints.billChange>
type Given = Omit<Changed, 'watcherIds' | 'documentIds' | 'version'>
type Saved = { id: string; version: number }
type Ledger = StaffContext & { ledger?: { operation: string; inputHash: string } }

export const fieldsOf = (
  values: readonly { value: string | null; customFieldScriptId?: string; customSegmentScriptId?: string }[],
): FieldValue[] =>
  values.flatMap(({ value, customFieldScriptId, customSegmentScriptId }) =>
    value ? [{ scriptId: customFieldScriptId ?? customSegmentScriptId ?? '', value }] : [],
  )

/** A repeated command gives its new lines the same ids. */
export const lineIds = (
  { commandId, newId }: Pick<StaffContext, 'commandId' | 'newId'>,
  { lines }: { lines: readonly (Booked & { id?: string | undefined })[] },
  before: BillContent | null,
): string[] =>
  keptLineIds(lines, before?.lines ?? [], LIKENESS, (index) =>
    commandId ? sha256Hex(`bill-line\n${commandId}\n${index}`).slice(0, 24) : newId(),
  )

type Booked = Pick<BillContent['lines'][number], 'amount' | 'memo' | 'erpAccountId'>
const all = ({ amount, memo, erpAccountId }: Booked) => [amount, memo, erpAccountId]
const bookedElsewhere = ({ amount, memo }: Booked) => [amount, memo]
const LIKENESS = [all, bookedElsewhere].map((of): [typeof of, typeof of] => [of, of])

const enteredOf = (
  context: StaffContext,
  given: Given,
  before: BillContent | null,
  erpVendorId: string,
): EnteredBill => {
  const { lines, erpCustomFieldValues, duplicateReason: _, currency, ...rest } = given
  const ids = lineIds(context, given, before)
  return {
    ...rest,
    erpVendorId,
    currency,
    fields: fieldsOf(erpCustomFieldValues),
    lines: lines.map(({ erpCustomFieldValues: fields, customSegments, ...line }, index) => ({
      ...line,
      id: ids[index] ?? '',
      fields: fieldsOf(fields),
      segments: fieldsOf(customSegments),
    })),
  }
}

/** The content as it is kept, with its members in one order, so that an edit that changes nothing is one. */
const contentOf = (
  entered: EnteredBill,
  objects: References['objects'],
  usual: Currency,
  duplicateAllowed: BillContent['duplicateAllowed'],
): BillContent =>
  billContent.parse({
    ...entered,
    currency: currencyOf(objects.get(entered.erpCurrencyId ?? '')) ?? entered.currency ?? usual,
    vendorId: objects.get(entered.erpVendorId)?.vendorId ?? null,
    entityId: objects.get(entered.erpEntityId ?? '')?.entityId ?? null,
    lines: entered.lines.map((line) => mappedLine(line, objects)),
    duplicateAllowed,
    match: null,
  })

const refuseFields = (fields: Record<string, string>): void => {
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

/** Only active members, but current watchers may stay. */
const watchersOf = (
  ids: readonly string[],
  people: BillPlanning['people'],
  present: readonly PersonRef[],
): PersonRef[] =>
  [...new Set(ids)].map((userId) => {
    const known = present.find((watcher) => watcher.userId === userId)
    if (known) return known
    const person = people[userId]
    if (!person || person.disabled) throw invalidField('watcherIds', 'One of these people is no longer a member')
    return { userId, name: person.name }
  })

interface Prepared {
  id: string
  given: Given
  base: RunningBill | null
  requestorUserId: string
  watcherIds: readonly string[]
  documentIds: readonly string[]
  newVendor: NewVendor | null
}

/**
 * Checks what was entered, and reserves its number. What an approver sees is attached before the object decides.
 * Throws INVALID beside the fields, or CONFLICT with DUPLICATE_BILL.
 */
const prepare = async (context: StaffContext, prepared: Prepared) => {
  const { db, actor } = context
  const { id, given, base, newVendor } = prepared
  const before = base?.content ?? null
  const erpVendorId = newVendor?.id ?? given.erpVendorId
  if (!erpVendorId) throw invalidField('erpVendorId', 'Required')
  const entered = enteredOf(context, given, before, erpVendorId)
  const asked = {
    erpIds: [...new Set([...erpIdsOf(entered as BillContent), ...(before ? erpIdsOf(before) : [])])],
    invoiceIds: [entered.invoiceId, before?.invoiceId ?? null],
    spendRequestId: entered.spendRequestId,
    intakeSubmissionId: entered.intakeSubmissionId,
    newVendorName: newVendor?.name ?? null,
    date: entered.invoiceDate,
  }
  const [fieldRows, ...found] = await db.readBatch([
    fieldsStatement(context, hasFieldValues(given)),
    ...matchStatements(context, entered.purchaseOrderId, id),
    ...referenceStatements(context, asked),
  ])
  const matching = matchingOf(found, actor.company.currency)
  const references = referencesOf(found.slice(MATCH_STATEMENTS), asked)
  const objects = new Map(references.objects)
  const isVendorMissing = newVendor !== null && !objects.has(erpVendorId)
  if (isVendorMissing && references.sameName)
    throw invalidField('newErpVendorName', 'A vendor with this name already exists. Choose it')
  const vendor = isVendorMissing ? await makeVendor(context, newVendor, references.isConnected) : null
  if (vendor) objects.set(erpVendorId, vendor.object)
  refuseFields({
    ...referenceProblems(entered, { ...references, objects }, before),
    ...fieldProblems(given, fieldRows?.results ?? [], before),
  })
  const usual = before?.currency ?? actor.company.currency
  const draft = contentOf(entered, objects, usual, before?.duplicateAllowed ?? null)
  const sum = draft.lines.reduce((total, { amount }) => total + amount, 0)
  if (sum !== draft.totalAmount) refuseFields({ totalAmount: endpoints.sumFault(sum, draft.currency) })
  refuseFields(matchProblems(draft, matching.order, before))
  const planned = {
    requestorUserId: prepared.requestorUserId,
    contents: [draft, ...(before ? [before] : [])],
    memberIds: [...prepared.watcherIds, prepared.requestorUserId],
    pinned: base?.definitions ?? [],
    // A new run compares amounts at today's rates.
    exchange: base?.status === 'PENDING' ? base.exchange : undefined,
    labels: { ...erpLabels(objects, references.invoices), ...orderLabels(matching.order, base?.labels) },
  }
  const invoice = draft.invoiceId === null ? undefined : references.invoices.get(draft.invoiceId)
  const { reads, writes } = followEntered(context, { id, content: draft })
  const [similarRows, documentRows, ...results] = await db.readBatch([
    similarStatement(context, id, draft, invoice?.sha256 ?? null),
    attachableStatement(context, prepared.documentIds),
    ...reads,
    ...planningStatements(context, [planned]),
  ])
  const vendorName = objects.get(draft.erpVendorId)?.name ?? 'this vendor'
  const following = writes(vendorName, results.slice(0, reads.length))
  const planning = planningFrom(context, planned, results.slice(reads.length))
  if (!base && planning.people[prepared.requestorUserId]?.disabled)
    throw invalidField('createdById', 'This member is disabled. Choose another one')
  const watchers = watchersOf(prepared.watcherIds, planning.people, base?.watchers ?? [])
  const problem = currencyProblem(moneyOf(draft), planning.exchange)
  if (problem) refuseFields({ currency: problem })
  const other = sameNumber(similarOf(similarRows?.results ?? [], draft.invoiceNumber))
  const allowed = other ? allowanceOf(context, other.id, given, before) : null
  if (other && !allowed && !keepsNumber(before, draft)) throw isDuplicate(other, vendorName)
  const content: BillContent = {
    ...{ ...draft, duplicateAllowed: allowed },
    match: matchOf(draft, matching, planning.exchange),
  }
  const documents = attachableFrom(prepared.documentIds, documentRows.results)
  const linked = [...documents, ...(invoice ? [{ id: invoice.documentId }] : [])]
  const statements = [
    ...(vendor?.statements ?? []),
    ...(allowed ? [] : [reserveStatement(context, id, content), guardOneRow(db)]),
    ...(content.purchaseOrderId || before?.purchaseOrderId
      ? reserveDraws(db, drawsOfBill(actor.companyId, id, content), matching.order, context.clock.now())
      : []),
    ...(linked.length > 0 ? [linkStatement(context, linked, [['BILL', id]])] : []),
    ...following.statements,
  ]
  try {
    // The command's result is kept with the bill itself.
    await commit(
      { ...context, commandId: null },
      {
        ...{ subject: 'The bill', statements, result: null, onDuplicate: onVendorName },
        ...{ audit: [...(vendor?.audit ?? []), ...following.audit], outbox: vendor?.outbox ?? [] },
      },
    )
  } catch (error) {
    if (!(error instanceof AppError && error.reason === 'STALE_VERSION')) throw error
    if (!content.purchaseOrderId || (!allowed && (await isReserved(context, id, content))))
      throw isDuplicate(undefined, vendorName)
    throw new OrderMoved()
  }
  return { content, planning, watchers }
}

/** Another bill took something from the order meanwhile, or the order was changed. */
class OrderMoved extends Error {}
/** Each time that one fails, another bill has gone through. */
const MOST_TRIES = 12

/** Throws like it, and CONFLICT if the order never stays as it was compared. */
const prepareInTurn: typeof prepare = async (context, prepared) => {
  for (let tries = 1; ; tries++)
    try {
      return await prepare(context, prepared)
    } catch (error) {
      if (!(error instanceof OrderMoved)) throw error
      if (tries === MOST_TRIES) throw staleVersion('The purchase order')
    }
}

const keepResult = async (context: Ledger, answerKept: boolean, result: object): Promise<void> => {
  const statements = answerKept ? [] : resultStatements(context, result, 'ignore')
  if (statements.length === 0) return
  await context.db
    .batch(statements)
    .catch((error) => context.log.error('bills.result-not-stored', { error: String(error) }))
}

/** A repeated command must not enter a second one, so the id is derived from the command's. */
const idOfNew = (context: StaffContext): string =>
  context.commandId ? idFrom(`bill\n${context.actor.userId}\n${context.commandId}`) : context.newId()

const fileBill = async (context: Ledger, input: Entered): Promise<Saved> => {
  const { actor } = context
  const { createdById, watcherIds = [], documentIds = [], ...entered } = input
  const { newErpVendorName: ______, newErpVendorEmail: _, shouldCreateVendor: __, ...others } = entered
  const { isAnotherVendor: ___, ownerId: ____, ...given } = others
  const requestorUserId = createdById ?? actor.userId
  if (requestorUserId !== actor.userId && !can(actor.policy, 'bills.enter-for-others'))
    throw new AppError('FORBIDDEN', 'You can’t enter bills for other members.')
  const id = idOfNew(context)
  const newVendor = newVendorIn(context, entered)
  const { content, planning, watchers } = await prepareInTurn(context, {
    ...{ id, given, base: null, requestorUserId, watcherIds, documentIds, newVendor },
  })
  const submit: ApprovalCommandInput = {
    type: 'submit',
    targetType: 'BILL',
    targetId: id,
    requestor: { userId: requestorUserId, name: planning.requestor.name },
    createdBy: { userId: actor.userId, name: actor.name },
    watchers,
    content,
  }
  const told = await orRelease(
    context,
    id,
    tellAsManager(context, id, { command: submit, planning: planning.contextOf(content), answer: { id } }),
  )
  const result = { id, version: told.version }
  await keepResult(context, told.answerKept, result)
  return result
}

/** Throws INVALID beside the fields, CONFLICT with DUPLICATE_BILL, or RULE_BROKEN if no one could approve. */
export const createBill = command({
  id: 'bills.create',
  access: 'payments.use',
  asAnother: 'ACTING',
  readsFirst: true,
  input: inputOf(endpoints.createBill),
  run: (context, input) => fileBill(context, input),
})

const changeCommand = (
  base: RunningBill,
  content: BillContent,
  { seenVersion, watchers }: { seenVersion: number; watchers: PersonRef[] | undefined },
): { command: ApprovalCommandInput; earlier: ApprovalCommandInput[] } => {
  const resubmit: ApprovalCommandInput = { type: 'resubmit', seenVersion, watchers, content }
  const edit: ApprovalCommandInput = { type: 'edit', seenVersion, keepAllDecisions: false, watchers, content }
  const isEdit = base.status === 'PENDING' && (hasMatchRule(base) || !content.match?.isOver)
  return isEdit ? { command: edit, earlier: [resubmit] } : { command: resubmit, earlier: [edit] }
}

const changeBill = async (
  context: Ledger,
  { billId: id, version, watcherIds, documentIds = [], ...given }: Changed & { billId: string },
): Promise<Saved> => {
  const access = await requireReadable(context, id)
  if (!mayEdit(access, context.actor))
    throw access.paidAt === null
      ? new AppError('FORBIDDEN', 'You can’t change this bill.')
      : new AppError('RULE_BROKEN', 'A paid bill can’t be changed.', { reason: 'BILL_PAID' })
  if (access.status === 'APPROVED') await requireFree(context, id, 'CHANGE')
  const base = await requireRunning(context, id)
  const { content, planning, watchers } = await prepareInTurn(context, {
    ...{ id, given, base, requestorUserId: base.requestor.userId, watcherIds: watcherIds ?? [], documentIds },
    newVendor: null,
  })
  const told = await orRelease(
    context,
    id,
    tellAsManager(context, id, {
      ...changeCommand(base, content, { seenVersion: version ?? base.version, watchers: watcherIds && watchers }),
      planning: planning.contextOf(content),
      answer: { id },
    }),
  )
  const result = { id, version: told.version }
  await keepResult(context, told.answerKept, result)
  return result
}

/** Throws CONFLICT with the differences if someone else changed it since `version`. */
export const updateBill = command({
  id: 'bills.update',
  access: 'payments.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.updateBill),
  run: lastWriteWins(changeBill),
})
