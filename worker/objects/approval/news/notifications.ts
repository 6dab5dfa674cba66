import type { ApprovalEvent, NewBlock } from '../../../../schema/approvals/engine/events.ts'
import type { AskedPerson, PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  asksPeople,
  awaitedBlocks,
  type Block,
  currentBlocks,
  isBroughtToPeople,
  isDecided,
  waitsForTurn,
} from '../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationRole,
} from '../../../../schema/platform/notifications/levels.ts'
import type { NotificationRecipient, RequestNotification } from '../../../core/outbox.ts'

/**
 * Who could be notified of a command, and in what role. No one is notified of their own action. What each person wants
 * is looked up when the email is written (schema/notifications/levels).
 */

interface News {
  role: NotificationRole
  isOwn: boolean
  blockLabel?: string | undefined
  /** For a step whose approvers are asked. */
  askedBlockId?: string | undefined
}

class Recipients {
  readonly #told = new Map<string, NotificationRecipient>()
  readonly #asked = new Map<string, Set<string>>()

  /** Keeps one for each kind and role. News about the person's own part replaces other news. */
  tell(people: readonly PersonRef[], kind: NotificationKind, { role, isOwn, blockLabel, askedBlockId }: News): void {
    if (askedBlockId !== undefined) {
      const known = this.#asked.get(askedBlockId) ?? new Set()
      this.#asked.set(askedBlockId, new Set([...known, ...people.map(({ userId }) => userId)]))
    }
    for (const { userId } of people) {
      const key = `${userId} ${kind} ${role}`
      const before = this.#told.get(key)
      if (before && (before.isOwn || !isOwn)) continue
      this.#told.set(key, { userId, kind, role, isOwn, ...(blockLabel !== undefined && { blockLabel }) })
    }
  }

  /** Most important first. */
  except(actor: ApprovalEvent['actor']): NotificationRecipient[] {
    return [...this.#told.values()]
      .filter(({ userId }) => userId !== actor.userId && userId !== actor.impersonatorUserId)
      .sort((a, b) => NOTIFICATION_KINDS.indexOf(a.kind) - NOTIFICATION_KINDS.indexOf(b.kind))
  }

  /** The steps that these people are asked to approve. */
  askedAmong(recipients: readonly NotificationRecipient[]): { blockId: string; userIds: string[] }[] {
    const told = new Set(recipients.map(({ userId }) => userId))
    return [...this.#asked]
      .map(([blockId, userIds]) => ({ blockId, userIds: [...userIds].filter((userId) => told.has(userId)) }))
      .filter(({ userIds }) => userIds.length > 0)
  }
}

/** The approvers who have not decided yet, and the assignee. */
const asked = (block: Block | NewBlock): AskedPerson[] => {
  const heard = new Set(block.decisions.map((d) => (d.onBehalfOf ?? d).userId))
  return [...block.approvers.filter((a) => !heard.has(a.userId)), ...(block.assignee ? [block.assignee] : [])]
}

const ofStep = (block: Pick<Block, 'label'> | undefined): Omit<News, 'role' | 'isOwn'> =>
  block ? { blockLabel: block.label } : {}

const askedFor = (block: Pick<Block, 'id' | 'label'>): News => ({
  role: 'APPROVER',
  isOwn: true,
  askedBlockId: block.id,
  ...ofStep(block),
})

const requestOf = (block: Block): NotificationKind => (isTask(block.ruleType) ? 'TASK_REQUESTED' : 'APPROVAL_REQUESTED')

const askFor = (to: Recipients, block: Block, at: number): void => {
  // An automatic task asks no one until it fails.
  if (block.automatic && !isBroughtToPeople(block.automatic.state)) return
  to.tell(asked(block), block.reopenedAt === at ? 'ANSWERS_CHANGED' : requestOf(block), askedFor(block))
}

/** People whose decision a change has undone are notified at once, even if their turn comes later. */
const tellUndone = (to: Recipients, blocks: readonly Block[], reopenedIds: readonly string[] = []): void => {
  for (const block of blocks.filter(({ id }) => reopenedIds.includes(id))) {
    const stillAsked = new Set(block.approvers.map(({ userId }) => userId))
    for (const decision of block.earlierDecisions ?? []) {
      const { userId, name } = decision.onBehalfOf ?? decision
      if (stillAsked.has(userId)) to.tell([{ userId, name }], 'APPROVAL_RESTARTED', askedFor(block))
      else to.tell([{ userId, name }], 'ANSWERS_CHANGED', { role: 'APPROVER', isOwn: true, ...ofStep(block) })
    }
  }
}

/** People who joined a step with this event. The others were asked before. */
const askNewcomers = (to: Recipients, block: Block, at: number): void => {
  if (!asksPeople(block)) return
  const newcomers = asked(block).filter(({ askedAt }) => askedAt === at)
  to.tell(newcomers, requestOf(block), askedFor(block))
}

const noteOf = (event: ApprovalEvent): string | undefined => {
  if (event.type === 'block.reminded' || event.type === 'block.bypassed' || event.type === 'request.restarted')
    return event.note
  if (event.type === 'block.sent-back' || event.type === 'send-back.ended' || event.type === 'request.withdrawn')
    return event.message
  if (event.type === 'decision.revoked') return event.reason
  if (event.type === 'request.archived' || event.type === 'request.unarchived') return event.message
  if (event.type === 'request.edited') return event.reduction?.note
  return event.type === 'block.decided' ? event.decision.comment : undefined
}

/** News about the whole request, for people who want more than their own tasks. */
const tellOthers = (to: Recipients, after: ApprovalState, kind: NotificationKind): void => {
  const blocks = currentBlocks(after)
  to.tell(after.watchers, kind, { role: 'WATCHER', isOwn: true })
  for (const block of blocks) {
    to.tell(block.watchers, kind, { role: 'WATCHER', isOwn: false })
    to.tell(takingPart(block), kind, { role: 'APPROVER', isOwn: false })
  }
}

/** Approvers, whether they have decided or not, and the assignee. */
const takingPart = (block: Block): PersonRef[] => [...block.approvers, ...(block.assignee ? [block.assignee] : [])]

/** One completed step. People who were asked for a bypassed one have nothing more to do. */
const tellOfStep = (
  to: Recipients,
  after: ApprovalState,
  block: Block | undefined,
  kind: 'BLOCK_APPROVED' | 'BYPASSED',
): void => {
  const step = ofStep(block)
  to.tell([after.requestor, after.createdBy], kind, { role: 'REQUESTER', isOwn: false, ...step })
  to.tell(after.watchers, kind, { role: 'WATCHER', isOwn: false, ...step })
  for (const other of currentBlocks(after)) {
    const isOwn = other.id === block?.id
    to.tell(other.watchers, kind, { role: 'WATCHER', isOwn, ...step })
    to.tell(takingPart(other), kind, { role: 'APPROVER', isOwn: isOwn && kind === 'BYPASSED', ...step })
  }
}

const tellOf = (to: Recipients, event: ApprovalEvent, after: ApprovalState): void => {
  const blocks = currentBlocks(after)
  const open = (ids: readonly string[]) => blocks.filter((b) => ids.includes(b.id) && !isDecided(b))
  const block = 'blockId' in event ? blocks.find((b) => b.id === event.blockId) : undefined
  const filers = [after.requestor, after.createdBy]
  const own: News = { role: 'REQUESTER', isOwn: true }
  const atOnce = after.settings.mode === 'ALL_AT_ONCE'
  const isToldAtOnce = (one: Block) => atOnce && !waitsForTurn(one)
  const ask = (ids: readonly string[], when: 'NOW' | 'IN_TURN') => {
    for (const one of open(ids)) if (isToldAtOnce(one) === (when === 'NOW')) askFor(to, one, event.at)
  }
  /** When everyone is asked at submission, later approvers are notified at once; otherwise when the step opens. */
  const hears = (one: Block) => isToldAtOnce(one) || awaitedBlocks(after).some(({ id }) => id === one.id)
  const tellAsked = () => {
    for (const one of awaitedBlocks(after)) to.tell(asked(one), 'ANSWERS_CHANGED', askedFor(one))
    tellOthers(to, after, 'ANSWERS_CHANGED')
  }
  switch (event.type) {
    case 'request.submitted':
      to.tell(filers, 'SUBMITTED', own)
      to.tell(after.watchers, 'WATCHING', { role: 'WATCHER', isOwn: true })
      ask(
        event.blocks.map((b) => b.id),
        'NOW',
      )
      return
    case 'request.restarted':
      to.tell(filers, 'RESTARTED', own)
      to.tell(after.watchers, 'WATCHING', { role: 'WATCHER', isOwn: true })
      tellOthers(to, after, 'RESTARTED')
      ask(
        event.blocks.map((b) => b.id),
        'NOW',
      )
      return
    case 'blocks.opened':
      ask(event.blockIds, 'IN_TURN')
      for (const opened of open(event.blockIds))
        to.tell(opened.watchers, 'WATCHING', { role: 'WATCHER', isOwn: true, ...ofStep(opened) })
      return
    case 'blocks.added':
      ask(
        event.blocks.map((b) => b.id),
        'NOW',
      )
      return
    case 'request.edited':
      tellUndone(to, blocks, event.reopenedIds)
      ask([...event.added.map((b) => b.id), ...event.replanned.map((r) => r.blockId)], 'NOW')
      to.tell(filers, event.reduction ? 'CUT' : 'ANSWERS_CHANGED', own)
      for (const one of open(event.replanned.map((r) => r.blockId))) if (hears(one)) askNewcomers(to, one, event.at)
      tellAsked()
      return
    case 'request.rerouted':
      tellUndone(to, blocks, event.reopenedIds)
      ask([...event.added.map((b) => b.id), ...event.replanned.map((r) => r.blockId)], 'NOW')
      for (const one of open(event.replanned.map((r) => r.blockId))) if (hears(one)) askNewcomers(to, one, event.at)
      return
    case 'answers.added':
      tellUndone(to, blocks, event.reopenedIds)
      tellAsked()
      return
    case 'block.approved':
      if (event.how !== 'NO_APPROVERS') tellOfStep(to, after, block, 'BLOCK_APPROVED')
      return
    case 'decision.revoked': {
      to.tell(filers, 'DECISION_REVOKED', { role: 'REQUESTER', isOwn: false, ...ofStep(block) })
      // They were asked because of it, and don't have to decide now.
      for (const one of open(event.waitingAgainIds))
        to.tell(asked(one), 'DECISION_REVOKED', { role: 'APPROVER', isOwn: true, ...ofStep(block) })
      tellOthers(to, after, 'DECISION_REVOKED')
      return
    }
    case 'block.bypassed':
      tellOfStep(to, after, block, 'BYPASSED')
      return
    case 'block.sent-back':
      to.tell(filers, 'SENT_BACK', { ...own, ...ofStep(block) })
      tellOthers(to, after, 'SENT_BACK')
      return
    case 'send-back.ended':
      if (event.how === 'TAKEN_BACK') to.tell(filers, 'SEND_BACK_TAKEN_BACK', own)
      if (event.how !== 'UNCHANGED') return
      for (const one of open(event.blockIds)) to.tell(asked(one), 'SEND_BACK_ANSWERED', askedFor(one))
      return
    case 'request.withdrawn': {
      to.tell(filers, 'WITHDRAWN', own)
      const heard = blocks.filter((one) => one.openedAt !== null || isToldAtOnce(one))
      for (const one of heard) to.tell(takingPart(one), 'WITHDRAWN', { role: 'APPROVER', isOwn: true })
      tellOthers(to, after, 'WITHDRAWN')
      return
    }
    case 'block.nudged':
      if (block)
        to.tell(
          asked(block).filter(({ userId }) => event.userIds.includes(userId)),
          'REMINDER',
          askedFor(block),
        )
      return
    case 'block.escalated':
      if (block)
        to.tell(
          event.people.flatMap(({ manager }) => manager ?? []),
          'ESCALATED',
          askedFor(block),
        )
      return
    case 'block.reminded':
      // While a form is with the vendor, the vendor is reminded.
      if (block && asksPeople(block)) to.tell(asked(block), 'REMINDER', askedFor(block))
      return
    case 'block.assigned':
      if (block && hears(block)) askNewcomers(to, block, event.at)
      return
    case 'request.assigned':
      if (event.assignee) to.tell([event.assignee], 'ASSIGNED', { role: 'WATCHER', isOwn: true })
      return
    case 'block.approvers-replaced':
    case 'block.duties-applied':
      if (block && hears(block)) askNewcomers(to, block, event.at)
      return
    case 'task.failed':
      if (block) to.tell(asked(block), 'TASK_REQUESTED', askedFor(block))
      return
    case 'task.waits':
      if (block && isBroughtToPeople(event.state) && !event.isSame)
        to.tell(asked(block), 'TASK_REQUESTED', askedFor(block))
      return
    case 'request.watchers-set':
      to.tell(
        after.watchers.filter(({ userId }) => event.added?.includes(userId)),
        'WATCHING',
        { role: 'WATCHER', isOwn: true },
      )
      return
    case 'request.archived':
    case 'request.unarchived': {
      // Notifications of decided steps are dismissed, a hundred at a time.
      if (after.status !== 'PENDING') return
      const kind = event.type === 'request.archived' ? 'ARCHIVED' : 'UNARCHIVED'
      to.tell(filers, kind, own)
      tellOthers(to, after, kind)
      return
    }
    case 'request.approved':
    case 'request.rejected': {
      const kind = event.type === 'request.approved' ? 'REQUEST_APPROVED' : 'REQUEST_REJECTED'
      to.tell(filers, kind, own)
      tellOthers(to, after, kind)
    }
  }
}

/** The notifications of one command, or null when there are none. */
export const notificationOf = (events: readonly ApprovalEvent[], after: ApprovalState): RequestNotification | null => {
  const last = events.at(-1)
  if (!last) return null
  const to = new Recipients()
  for (const event of events) tellOf(to, event, after)
  const recipients = to.except(last.actor)
  if (recipients.length === 0) return null
  const note = events.map(noteOf).find((text) => text)
  const stepsAsked = to.askedAmong(recipients)
  return {
    targetType: after.targetType,
    targetId: after.targetId,
    sequence: last.sequence,
    actorName: last.actor.name,
    recipients,
    ...(stepsAsked.length > 0 && { asked: stepsAsked }),
    ...(note && { note }),
  }
}
