import type { z } from 'zod'
import { previewOf } from '../../../../schema/approvals/engine/preview.ts'
import type { BillContent, PlannedBill } from '../../../../schema/money/bills/content.ts'
import * as endpoints from '../../../../schema/money/bills/endpoints.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { archivedWords } from '../../../core/kinds/archived.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { withUsualTimes } from '../../approvals/engine/index.ts'
import { mayEdit, requireReadable } from './access.ts'
import { hasMatchRule, MATCH_STATEMENTS, matchingOf, matchOf, matchStatements } from './order-match.ts'
import { loadPlanning, planPinned } from './planning.ts'
import { currencyOf, mappedLine, type References, referenceStatements, referencesOf } from './references.ts'
import { requireRunning } from './running.ts'

type Typed = z.output<typeof endpoints.billPreviewInput>

/** The bill that is being changed while its approvals run. They keep the rule sets that they started with. */
const runningOf = async (context: StaffContext, id: string | undefined) => {
  if (!id) return null
  const access = await requireReadable(context, id)
  if (!mayEdit(access, context.actor)) throw new AppError('FORBIDDEN', 'You can’t change this bill.')
  return requireRunning(context, id)
}

const NO_LINE = {
  ...{ id: '', memo: '', erpTaxCodeId: null, erpAmortizationTemplateId: null, amortizationStartDate: null },
  ...{ amortizationEndDate: null, fields: [], segments: [], purchaseOrderLineId: null },
}

/** Why a bill can’t have this vendor now, if it is archived and wasn’t the bill’s before. */
const archivedVendor = (
  id: string | null,
  objects: References['objects'],
  before: Pick<BillContent, 'erpVendorId'> | null,
): string | null => {
  const vendor = id === null || id === before?.erpVendorId ? undefined : objects.get(id)
  return vendor?.isArchived === 1 ? archivedWords(vendor.name) : null
}

/** What the accounts and units that were chosen mean, and the order that it is for. */
const plannedOf = async (context: StaffContext, typed: Typed, before: BillContent | null) => {
  const { db, actor } = context
  const ids = [
    ...[typed.erpVendorId, typed.erpEntityId, typed.erpCurrencyId],
    ...typed.billLines.flatMap((line) => [line.erpAccountId, line.erpBusinessUnitId, line.erpDepartmentMappingId]),
  ].filter((id): id is string => id !== null)
  const asked = { erpIds: ids, invoiceIds: [], spendRequestId: null, intakeSubmissionId: null }
  const results = await db.readBatch([
    ...matchStatements(context, typed.purchaseOrderId, typed.id ?? null),
    ...referenceStatements(context, asked),
  ])
  const { objects } = referencesOf(results.slice(MATCH_STATEMENTS), asked)
  const vendorFault = archivedVendor(typed.erpVendorId, objects, before)
  if (vendorFault) throw invalidField('erpVendorId', vendorFault)
  const content = {
    currency: currencyOf(objects.get(typed.erpCurrencyId ?? '')) ?? typed.currency ?? actor.company.currency,
    totalAmount: typed.totalAmount ?? typed.billLines.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    erpVendorId: typed.erpVendorId,
    vendorId: objects.get(typed.erpVendorId ?? '')?.vendorId ?? null,
    entityId: objects.get(typed.erpEntityId ?? '')?.entityId ?? null,
    dueDate: typed.dueDate ?? null,
    lines: typed.billLines.map((line) => mappedLine({ ...NO_LINE, ...line, amount: line.amount ?? 0 }, objects)),
  }
  const matching = matchingOf(results, actor.company.currency)
  // One in another currency is refused when the bill is entered.
  const order = matching.order?.currency === content.currency ? matching.order : null
  return {
    content,
    withMatch: (exchange: Exchange): PlannedBill => ({
      ...content,
      match: matchOf({ lines: content.lines, isCredit: typed.isCredit }, { ...matching, order }, exchange),
    }),
  }
}

/** Who would approve, and why: planned exactly like a bill that is entered. Throws INVALID for an archived vendor. */
export const previewBill = query({
  id: 'bills.approvers-preview',
  access: 'payments.use',
  input: inputOf(endpoints.previewBill),
  run: async (context, typed) => {
    const { actor } = context
    const running = await runningOf(context, typed.id)
    const requestorUserId = running?.requestor.userId ?? typed.createdById ?? actor.userId
    if (!running && requestorUserId !== actor.userId && !can(actor.policy, 'bills.enter-for-others'))
      throw new AppError('FORBIDDEN', 'You can’t enter bills for other members.')
    const typedBill = await plannedOf(context, typed, running?.content ?? null)
    const isPending = running?.status === 'PENDING'
    const planning = await loadPlanning(context, {
      requestorUserId,
      contents: [typedBill.content],
      pinned: running?.definitions ?? [],
      exchange: isPending ? running.exchange : undefined,
    })
    const content = typedBill.withMatch(planning.exchange)
    const facts = {
      ...planning.factsOf(content),
      ...(running && {
        onBehalfSubmitter: running.createdBy.userId === requestorUserId ? null : running.createdBy,
        barredUserIds: [...running.involved.map(({ userId }) => userId), actor.userId].filter(
          (userId) => userId !== requestorUserId,
        ),
      }),
    }
    const keepsRules = isPending && (hasMatchRule(running) || !content.match?.isOver)
    const plan = keepsRules ? planPinned(running.definitions, facts) : planning.planOf(content).plan
    return withUsualTimes(context, previewOf(plan, facts))
  },
})
