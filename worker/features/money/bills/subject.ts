import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import type { Facts } from '../../../../schema/approvals/engine/facts.ts'
import { namedFacts } from '../../../../schema/approvals/engine/facts.ts'
import {
  type BillContent,
  billChanges,
  billContent,
  idsOf,
  LABELS,
  moneyOf,
  type PlannedBill,
  restartingBillChanges,
} from '../../../../schema/money/bills/content.ts'
import { orderFacts } from '../../../../schema/money/bills/match.ts'
import { hrefOf, nounOf } from '../../../../schema/shared/kinds.ts'
import { type ApprovalSubject, registerSubject, type Setting } from '../../../objects/approval/subject.ts'
import { refuse } from '../../../objects/approval/turn.ts'
import { type BillSource, billStatements, IS_CURRENT } from './projection.ts'

/** Bills as a subject of the approval machine, planned by rule sets. */

/** What planning knows besides the content. */
export interface BillLoaded {
  /** Whether anything was approved for the vendor before. */
  isKnownVendor: boolean
}

type Known = Pick<Setting<unknown, BillLoaded>, 'labels' | 'loaded'>

/** What rules read. Without what planning loads, the vendor's newness is unknown. */
export const factsOfBill = (content: PlannedBill, { labels, loaded }: Known): Facts => {
  const names = labels[LABELS.mapped] ?? {}
  return new Map([
    ...orderFacts(content.match, content.currency),
    ...namedFacts(
      {
        amount: moneyOf(content),
        vendor: content.vendorId,
        isNewVendor: loaded && content.erpVendorId ? !loaded.isKnownVendor : null,
        dueDate: content.dueDate,
        categories: idsOf(content.lines, 'categoryId'),
        departments: idsOf(content.lines, 'departmentId'),
        businessUnits: idsOf(content.lines, 'businessUnitId'),
        entities: content.entityId === null ? [] : [content.entityId],
      },
      { nameOf: (of) => names[of] },
    ),
  ])
}

/** After these it is checked whether its payment has to wait. */
const CHECKED = new Set<ApprovalEvent['type']>([
  'request.submitted',
  'request.edited',
  'request.restarted',
  'request.rejected',
  'request.withdrawn',
  'request.deleted',
])

export const billSubject: ApprovalSubject<BillContent, BillSource, BillLoaded> = {
  targetType: 'BILL',
  kind: 'bill',
  noun: nounOf('BILL'),
  href: (of) => hrefOf('BILL', of),
  audit: { targetType: 'BILL', area: 'bill' },

  content: billContent,
  filed: ({ content }, { loaded }) =>
    loaded ? { content, source: {} } : refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.'),
  edited: (_, given) => given,
  // One that was entered before bills had orders says nothing of them.
  isSame: (before, after) => JSON.stringify(billContent.parse(before)) === JSON.stringify(after),
  facts: factsOfBill,
  summary: (content) => ({
    title: content.description || `Invoice ${content.invoiceNumber}`,
    amount: moneyOf(content),
    dueDate: content.dueDate,
  }),
  changes: (before, after, { labels }) => billChanges(before, after, labels),
  restarting: restartingBillChanges,
  changesWhenApproved: true,

  isCurrent: IS_CURRENT,
  // An unpaid one that was entered by mistake is taken back with its entries in the ledger.
  deletesDecided: true,
  project: billStatements,
  settled: (outcome, { targetId, run }) => [{ topic: 'bill.settled', payload: { billId: targetId, outcome, run } }],
  follows: (event, { targetId, run }) => [
    ...(event.type === 'request.restarted'
      ? [{ topic: 'bill.reopened' as const, payload: { billId: targetId, run: event.run } }]
      : []),
    // What was made for a deleted one is taken back as well.
    ...(event.type === 'request.deleted'
      ? [{ topic: 'bill.reopened' as const, payload: { billId: targetId, run: run + 1 } }]
      : []),
    ...(CHECKED.has(event.type)
      ? [{ topic: 'checks.run' as const, payload: { what: 'BILL' as const, id: targetId } }]
      : []),
  ],
  notify: (payload) => ({ topic: 'request.notify', payload }),
}

registerSubject(billSubject)
