import type { ApprovalEvent, NewBlock } from '../../../schema/approvals/events.ts'
import type { PersonRef } from '../../../schema/approvals/facts.ts'
import { type ApprovalState, type Block, currentBlocks, isAwaited, isDecided } from '../../../schema/approvals/model.ts'
import { isTask } from '../../../schema/approvals/rule-kinds.ts'
import type { RequestNotification, RequestNotificationKind } from '../../core/outbox.ts'

/** Who hears of what: at most one entry per person for a command, and nobody hears of their own act. */

/** Of several reasons to tell a person, the one that asks most of them. */
const PRIORITY: readonly RequestNotificationKind[] = [
  'APPROVAL_REQUESTED',
  'TASK_REQUESTED',
  'ANSWERS_CHANGED',
  'REMINDER',
  'REQUEST_REJECTED',
  'REQUEST_APPROVED',
  'BLOCK_APPROVED',
  'RESTARTED',
  'SUBMITTED',
  'WATCHING',
]

class Recipients {
  readonly #told = new Map<string, { kind: RequestNotificationKind; blockLabel?: string }>()

  tell(people: readonly PersonRef[], kind: RequestNotificationKind, blockLabel?: string): void {
    for (const { userId } of people) {
      const before = this.#told.get(userId)
      if (before && PRIORITY.indexOf(before.kind) <= PRIORITY.indexOf(kind)) continue
      this.#told.set(userId, { kind, ...(blockLabel !== undefined && { blockLabel }) })
    }
  }

  except(actor: ApprovalEvent['actor']): RequestNotification['recipients'] {
    return [...this.#told]
      .filter(([userId]) => userId !== actor.userId && userId !== actor.impersonatorUserId)
      .map(([userId, entry]) => ({ userId, ...entry }))
  }
}

/** The approvers who have not had their say, and the assignee. */
const asked = (block: Block | NewBlock): PersonRef[] => {
  const heard = new Set(block.decisions.map((d) => (d.onBehalfOf ?? d).userId))
  return [...block.approvers.filter((a) => !heard.has(a.userId)), ...(block.assignee ? [block.assignee] : [])]
}

const askFor = (to: Recipients, block: Block): void => {
  // An automatic task asks nobody until it fails.
  if (block.automatic) return
  const fresh = isTask(block.ruleType) ? 'TASK_REQUESTED' : 'APPROVAL_REQUESTED'
  to.tell(asked(block), block.reopenedAt === null ? fresh : 'ANSWERS_CHANGED', block.label)
}

const noteOf = (event: ApprovalEvent): string | undefined => {
  if (event.type === 'block.reminded' || event.type === 'block.bypassed' || event.type === 'request.restarted')
    return event.note
  return event.type === 'block.decided' ? event.decision.comment : undefined
}

const tellOf = (to: Recipients, event: ApprovalEvent, after: ApprovalState): void => {
  const blocks = currentBlocks(after)
  const open = (ids: readonly string[]) => blocks.filter((b) => ids.includes(b.id) && !isDecided(b))
  const block = 'blockId' in event ? blocks.find((b) => b.id === event.blockId) : undefined
  const filers = [after.requestor, after.createdBy]
  const atOnce = after.settings.mode === 'ALL_AT_ONCE'
  const ask = (some: readonly Block[]) => {
    for (const one of some) askFor(to, one)
  }
  switch (event.type) {
    case 'request.submitted':
    case 'request.restarted':
      to.tell(filers, event.type === 'request.submitted' ? 'SUBMITTED' : 'RESTARTED')
      to.tell(after.watchers, 'WATCHING')
      if (atOnce) ask(open(event.blocks.map((b) => b.id)))
      return
    case 'blocks.opened':
      if (!atOnce) ask(open(event.blockIds))
      for (const opened of open(event.blockIds)) to.tell(opened.watchers, 'WATCHING', opened.label)
      return
    case 'blocks.added':
      if (atOnce) ask(open(event.blocks.map((b) => b.id)))
      return
    case 'request.edited':
      if (atOnce) ask(open([...event.added.map((b) => b.id), ...event.replanned.map((r) => r.blockId)]))
      to.tell(filers, 'ANSWERS_CHANGED')
      for (const one of blocks) if (isAwaited(after, one)) to.tell(asked(one), 'ANSWERS_CHANGED', one.label)
      return
    case 'answers.added':
      for (const one of blocks) if (isAwaited(after, one)) to.tell(asked(one), 'ANSWERS_CHANGED', one.label)
      return
    case 'block.approved':
      if (event.how !== 'NO_APPROVERS') to.tell(filers, 'BLOCK_APPROVED', block?.label)
      return
    case 'block.bypassed':
      to.tell(filers, 'BLOCK_APPROVED', block?.label)
      return
    case 'block.reminded':
      if (block) to.tell(asked(block), 'REMINDER', block.label)
      return
    case 'block.assigned':
      if (event.assignee) to.tell([event.assignee], 'TASK_REQUESTED', block?.label)
      return
    case 'block.approvers-replaced':
      if (block && isAwaited(after, block)) askFor(to, block)
      return
    case 'task.failed':
      if (block) to.tell(asked(block), 'TASK_REQUESTED', block.label)
      return
    case 'request.approved':
    case 'request.rejected': {
      const kind = event.type === 'request.approved' ? 'REQUEST_APPROVED' : 'REQUEST_REJECTED'
      to.tell([...filers, ...after.watchers, ...blocks.flatMap((b) => b.watchers)], kind)
    }
  }
}

/** What the events of one command have to tell, or null where nobody is to be told. */
export const notificationOf = (events: readonly ApprovalEvent[], after: ApprovalState): RequestNotification | null => {
  const last = events.at(-1)
  if (!last || after.targetType !== 'INTAKE_SUBMISSION') return null
  const to = new Recipients()
  for (const event of events) tellOf(to, event, after)
  const recipients = to.except(last.actor)
  if (recipients.length === 0) return null
  const note = events.map(noteOf).find((text) => text)
  return {
    targetType: 'INTAKE_SUBMISSION',
    targetId: after.targetId,
    sequence: last.sequence,
    actorName: last.actor.name,
    recipients,
    ...(note && { note }),
  }
}
