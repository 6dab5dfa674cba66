import type { ApprovalEvent } from '../../../schema/approvals/engine/events.ts'
import type { OutboxRow } from '../../core/outbox.ts'
import { heldUntil } from './news/held.ts'
import type { Projection } from './subject.ts'

/** After these, forms that were sent to a vendor for a task may no longer be wanted, or others are. */
const CHANGES_FORMS: ReadonlySet<ApprovalEvent['type']> = new Set([
  'request.edited',
  'request.rerouted',
  'request.restarted',
  'answers.added',
  'block.approved',
  'block.bypassed',
  'decision.undone',
  'decision.revoked',
  'block.approvers-replaced',
  'block.assigned',
  'request.rejected',
  'request.withdrawn',
  'request.archived',
  'request.unarchived',
  'request.deleted',
])

/** Forms that were sent for tasks: looked at again after a change, and reminders of them. */
export const formRows = ({ name, state, events, now, isRebuild }: Projection): OutboxRow[] => {
  const { targetType, targetId, companyId } = state
  const sending = state.blocks.filter(({ ruleType }) => ruleType === 'SEND_VENDOR_FORM')
  if (isRebuild || (sending.length === 0 && !state.removedBlocks.some(({ ruleType }) => ruleType))) return []
  const last = events.findLast(({ type }) => CHANGES_FORMS.has(type))
  const withVendor = new Set(sending.flatMap(({ id, automatic }) => (automatic?.state === 'SENT' ? [id] : [])))
  const reminders = events.filter((event) => event.type === 'block.reminded').filter((e) => withVendor.has(e.blockId))
  return [
    ...reminders.map(({ sequence, blockId, note, actor }) => ({
      id: `${name}:remind-vendor:${sequence}`,
      companyId,
      topic: 'vendor-form.remind' as const,
      payload: { blockId, note, actorName: actor.name },
      createdAt: now,
    })),
    ...(last
      ? [
          {
            id: `${name}:forms:${last.sequence}`,
            companyId,
            topic: 'vendor-form.follow' as const,
            payload: { targetType, targetId },
            createdAt: now,
            ...heldUntil(events, last),
          },
        ]
      : []),
  ]
}
