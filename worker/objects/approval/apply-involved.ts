import type { ApprovalEvent } from '../../../schema/approvals/engine/events.ts'
import type { Involved, Involvement } from '../../../schema/approvals/engine/model.ts'

const involvementOf = (event: ApprovalEvent): Involvement | null => {
  switch (event.type) {
    case 'request.submitted':
    case 'request.imported':
      return 'FILED'
    case 'request.edited':
      // Who takes something away can still decide on the rest.
      return event.reduction || event.documents ? null : 'EDITED'
    case 'request.restarted':
      return event.edit ? 'EDITED' : null
    case 'answers.added':
      // Answering for the first time is a task. Changing what others have approved is an edit.
      return event.reopenedIds ? 'EDITED' : null
    case 'request.rerouted':
      return 'CHOSE_APPROVERS'
    case 'block.approvers-replaced':
      return event.isConsequence ? null : 'CHOSE_APPROVERS'
    default:
      return null
  }
}

/** The people to whom a new change belongs. */
export const filersOf = (requestorId: string | null, filerId: string): Involved[] =>
  [...new Set([requestorId ?? filerId, filerId])].map((userId) => ({ userId, how: 'FILED' }))

const withChoosers = (before: readonly Involved[], event: ApprovalEvent): readonly Involved[] => {
  const choosers = event.type === 'request.restarted' || event.type === 'request.rerouted' ? (event.choosers ?? []) : []
  const fresh = choosers.filter((id) => !before.some(({ userId }) => userId === id))
  return fresh.length === 0
    ? before
    : [...before, ...fresh.map((userId): Involved => ({ userId, how: 'CHOSE_APPROVERS' }))]
}

/** The people who influenced the request, including this event. Each keeps the first way they did. */
export const involvedAfter = (
  before: readonly Involved[],
  event: ApprovalEvent,
  requestorId: string | null = null,
): Involved[] => {
  const how = involvementOf(event)
  const filedBy = event.type === 'request.restarted' ? event.filedBy : undefined
  const involved = withChoosers(filedBy ? filersOf(requestorId, filedBy.userId) : before, event)
  if (!how) return involved as Involved[]
  const { actor } = event
  const ids = [
    ...(event.type === 'request.submitted' || event.type === 'request.imported'
      ? [event.requestor.userId, event.createdBy.userId]
      : []),
    ...(actor.kind === 'USER' ? [actor.userId] : []),
    ...(actor.impersonatorUserId ? [actor.impersonatorUserId] : []),
  ]
  const known = new Set(involved.map(({ userId }) => userId))
  const fresh = [...new Set(ids)].filter((userId) => !known.has(userId))
  return fresh.length === 0 ? (involved as Involved[]) : [...involved, ...fresh.map((userId) => ({ userId, how }))]
}
