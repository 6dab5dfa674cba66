import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import { type ApprovalView, currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import { isProposedVendorId } from '../../../../schema/requests/proposed-vendors/values.ts'
import type { VendorsProposed } from '../../../core/outbox.ts'
import type { FollowingEffect, SettledEffect } from '../../../objects/approval/subject.ts'

/** What an approved request starts if it names proposed vendors. */
export const settleEffect = (
  values: readonly unknown[],
  more: Omit<VendorsProposed, 'proposedVendorIds'>,
): SettledEffect[] => {
  const ids = [...new Set(values.flatMap(chosenIds).filter(isProposedVendorId))]
  return ids.length > 0 ? [{ topic: 'proposed-vendor.settle', payload: { ...more, proposedVendorIds: ids } }] : []
}

const ENDS_APPROVALS: ReadonlySet<ApprovalEvent['type']> = new Set([
  'request.submitted',
  'block.approved',
  'block.bypassed',
])

/**
 * Whether everyone has approved, and only tasks are left. They may need the vendor: a service, an order or a form can't
 * be made for one that isn't there.
 */
export const awaitsOnlyTasks = (
  event: ApprovalEvent,
  state: Pick<ApprovalView, 'blocks' | 'run' | 'status'>,
): boolean => {
  if (state.status !== 'PENDING' || !ENDS_APPROVALS.has(event.type)) return false
  return currentBlocks(state).every(({ ruleType, status }) => isTask(ruleType) || status === 'APPROVED')
}

/** The same, once the last approval can't be undone any more. */
export const later = (effect: SettledEffect): FollowingEffect => ({ ...effect, waits: true })
