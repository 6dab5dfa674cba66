import type { ApprovalEvent, EventOf } from '../../../schema/approvals/engine/events.ts'
import type { WorkStatus } from '../../../schema/approvals/engine/model.ts'
import { definitionsAsking } from '../../../schema/approvals/engine/plan.ts'
import type { RuleType } from '../../../schema/approvals/workflows/definition.ts'
import { isTask } from '../../../schema/approvals/workflows/rule-kinds.ts'

/** How an event reads in the history, and what the audit log keeps of it. */
export interface HistoryEntry {
  /** A past-tense verb: the audit action without its area. */
  action: string
  message: string
  changeData: unknown
}

const WORK_STATUS_WORDS: Record<WorkStatus, string> = {
  PENDING: 'pending',
  IN_PROGRESS: 'in progress',
  WAITING_ON_VENDOR: 'waiting on the vendor',
  WAITING_ON_REQUESTER: 'waiting on the requester',
  WAITING_ON_EXTERNAL_PARTY: 'waiting on an external party',
}

const names = (people: readonly { name: string }[]): string => people.map((p) => p.name).join(', ') || 'nobody'
const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`

const restartedText = (ids: readonly string[]): string =>
  ids.length > 0 ? `; ${count(ids.length, 'approval')} restarted` : ''

/** The definition that was chosen, or all of them if several match. */
const workflowOf = ({ definitions, blocks }: Pick<EventOf<'request.submitted'>, 'definitions' | 'blocks'>) => {
  const refs = definitionsAsking(definitions, blocks).map(({ label, version }) => ({ label, version }))
  return refs.length > 1 ? refs : (refs[0] ?? null)
}

/** What the history knows about a block, even if it has been removed since. */
export interface KnownBlock {
  label: string
  ruleType: RuleType
}

/**
 * The history entry of an event, or null for events that only follow from another (a level opens, a quorum is reached).
 * @param known a block by id
 * @param noun how people call what is approved
 */
export const historyOf = (
  event: ApprovalEvent,
  known: (blockId: string) => KnownBlock,
  noun = 'request',
): HistoryEntry | null => {
  const labelOf = (blockId: string): string => known(blockId).label
  const who = event.actor.name
  const entry = (action: string, message: string, changeData: unknown = null): HistoryEntry => ({
    action,
    message,
    changeData,
  })
  const label = 'blockId' in event ? `“${labelOf(event.blockId)}”` : ''
  const block = 'blockId' in event ? { blockId: event.blockId, label: labelOf(event.blockId) } : {}
  switch (event.type) {
    case 'request.submitted': {
      const other = event.requestor.userId === event.createdBy.userId ? '' : ` on behalf of ${event.requestor.name}`
      return entry('submitted', `${who} submitted the ${noun}${other}`, {
        workflow: workflowOf(event),
        blocks: event.blocks.map((b) => ({ label: b.label, level: b.level, reason: b.reason })),
      })
    }
    case 'request.imported': {
      const { system, reference, status } = event.external
      return entry('imported', `${who} imported the ${noun} from ${system}${reference && ` (${reference})`}`, {
        system,
        reference,
        status,
      })
    }
    case 'request.restarted':
      return entry(
        'restarted',
        `${who} ${!event.edit ? 'restarted the approvals' : `${event.filedBy ? 'submitted' : 'resubmitted'} the ${noun}`}`,
        {
          run: event.run,
          note: event.note,
          changes: event.edit?.changes ?? [],
        },
      )
    case 'request.edited': {
      const again = restartedText(event.reopenedIds ?? event.replanned.filter((r) => r.reopened).map((r) => r.blockId))
      if (event.reduction)
        return entry('cut', `${who} reduced the ${noun}: ${event.reduction.note}${again}`, {
          version: event.version,
          changes: event.changes,
          reason: event.reduction.note,
          removed: event.removedIds,
        })
      if (event.documents)
        return entry('documents-missed', `${who} removed what people had approved with${again}`, {
          version: event.version,
          changes: event.changes,
          restarted: (event.reopenedIds ?? []).map(labelOf),
        })
      const kept = event.keptAllDecisions ? ' and kept all approvals' : ''
      return entry('edited', `${who} edited the ${noun}${kept}${again}`, {
        version: event.version,
        changes: event.changes,
        keptAllDecisions: event.keptAllDecisions,
        added: event.added.map((b) => b.label),
        removed: event.removedIds,
        restarted: (event.reopenedIds ?? []).map(labelOf),
        kept: (event.keptIds ?? []).map(labelOf),
      })
    }
    case 'request.rerouted': {
      const to = event.newVersions.map(({ label, version }) => `version ${version} of “${label}”`).join(', ')
      const again = restartedText(event.reopenedIds ?? [])
      return entry('rerouted', `${who} moved the ${noun} to ${to || 'today’s approvers'}${again}`, {
        newVersions: event.newVersions,
        added: event.added.map((b) => b.label),
        removed: event.removedIds,
        restarted: (event.reopenedIds ?? []).map(labelOf),
      })
    }
    case 'answers.added':
      return entry('answered', `${who} answered ${label}${restartedText(event.reopenedIds ?? [])}`, {
        ...block,
        version: event.version,
        changes: event.changes,
      })
    case 'block.decided': {
      const { decision, onBehalfOf, comment } = event.decision
      const { ruleType } = known(event.blockId)
      const other = onBehalfOf ? ` on behalf of ${onBehalfOf.name}` : ''
      const data = { ...block, comment, onBehalfOf }
      if (decision === 'REJECTED') return entry('block-rejected', `${who} rejected ${label}${other}`, data)
      // The history entry about the created service already says it.
      if (ruleType === 'CREATE_SERVICE') return null
      return isTask(ruleType)
        ? entry('task-completed', `${who} completed ${label}${other}`, data)
        : entry('block-approved', `${who} approved ${label}${other}`, data)
    }
    case 'block.approved':
      if (event.how === 'NO_APPROVERS') return entry('block-approved', `${label} didn’t need approval`, block)
      if (event.createdService)
        return entry('service-created', `${who} created the service ${event.createdService.name} for ${label}`, {
          ...block,
          service: event.createdService,
        })
      return event.how === 'TASK_SUCCEEDED' ? entry('task-completed', `${label} was completed`, block) : null
    case 'decision.undone': {
      const { ruleType } = known(event.blockId)
      const what = event.decision === 'REJECTED' ? 'rejection' : isTask(ruleType) ? 'completion' : 'approval'
      return entry('decision-undone', `${who} undid their ${what} of ${label}`, block)
    }
    case 'block.sent-back': {
      const other = event.onBehalfOf ? ` on behalf of ${event.onBehalfOf.name}` : ''
      return entry('sent-back', `${who} sent the ${noun} back at ${label}${other}`, {
        ...block,
        message: event.message,
        onBehalfOf: event.onBehalfOf,
      })
    }
    case 'send-back.ended': {
      const labels = event.blockIds.map((blockId) => `“${labelOf(blockId)}”`).join(', ')
      const data = { blocks: event.blockIds.map((id) => ({ id, label: labelOf(id) })), message: event.message }
      // The history says that it was edited or bypassed.
      if (event.how === 'EDITED' || event.how === 'BYPASSED') return null
      return event.how === 'UNCHANGED'
        ? entry('send-back-answered', `${who} answered ${labels} without changes`, data)
        : entry('send-back-taken-back', `${who} no longer asks for changes (${labels})`, data)
    }
    case 'block.nudged':
      return null
    case 'block.escalated': {
      const handed = event.people.flatMap(({ name, manager }) => (manager ? [`${manager.name} for ${name}`] : []))
      const late = event.people.map(({ name }) => name).join(', ')
      const now = handed.length > 0 ? `; ${handed.join(', ')} can decide now` : ''
      return entry('escalated', `${label} is overdue for ${late}${now}`, { ...block, people: event.people })
    }
    case 'decision.revoked': {
      const what = event.decision.decision === 'REJECTED' ? 'rejection' : 'approval'
      return entry('decision-revoked', `${who} revoked their ${what} of ${label}`, {
        ...block,
        reason: event.reason,
        comment: event.decision.comment,
      })
    }
    case 'block.bypassed':
      return entry('block-bypassed', `${who} bypassed ${label}`, { ...block, note: event.note })
    case 'block.reminded':
      return entry('reminded', `${who} sent a reminder for ${label}`, { ...block, note: event.note })
    case 'block.assigned':
      return entry('block-assigned', `${who} assigned ${label} to ${event.assignee?.name ?? 'nobody'}`, {
        ...block,
        assignee: event.assignee,
      })
    case 'block.approvers-replaced':
      return entry('approvers-replaced', `${who} changed the approvers of ${label} to ${names(event.approvers)}`, {
        ...block,
        approvers: event.approvers,
        quorum: event.quorum,
      })
    case 'block.duties-applied': {
      if (event.keptOut.length === 0) return null
      const why = event.keptOut.map((out) => `${out.name} decided “${out.label}”`).join(', ')
      return entry('duties-applied', `${label} is decided by ${names(event.approvers)}, because ${why}`, {
        ...block,
        keptOut: event.keptOut,
        approvers: event.approvers,
      })
    }
    case 'block.work-status-set':
      return entry('work-status-set', `${who} set ${label} to ${WORK_STATUS_WORDS[event.workStatus]}`, {
        ...block,
        workStatus: event.workStatus,
      })
    case 'blocks.added':
      return entry('blocks-added', `${who} added ${event.blocks.map((b) => `“${b.label}”`).join(', ')}`, {
        how: event.how,
        blocks: event.blocks.map((b) => ({ id: b.id, label: b.label, level: b.level, reason: b.reason })),
      })
    case 'task.failed':
      return entry('task-failed', `${label} failed: ${event.error}`, { ...block, error: event.error })
    case 'task.waits': {
      if (event.isSame) return null
      const data = { ...block, workStatus: event.workStatus }
      return event.state === 'SENT'
        ? entry('task-sent', `${label} waits for the vendor`, data)
        : entry('task-answered', `The vendor answered ${label}`, data)
    }
    case 'task.retried':
      return entry('task-retried', `${who} tried ${label} again`, block)
    case 'request.assigned':
      return entry('assigned', `${who} assigned the ${noun} to ${event.assignee?.name ?? 'nobody'}`, {
        assignee: event.assignee,
      })
    case 'request.watchers-set':
      return entry('watchers-set', `${who} set the watchers: ${names(event.watchers)}`, { watchers: event.watchers })
    case 'request.approved':
      return entry('approved', `The ${noun} was approved`)
    case 'request.rejected':
      return entry('rejected', `The ${noun} was rejected`, block)
    case 'request.withdrawn':
      return entry('withdrawn', `${who} withdrew the ${noun}`, { message: event.message })
    case 'request.archived':
      return entry('archived', `${who} archived the ${noun}`, { message: event.message })
    case 'request.unarchived':
      return entry('unarchived', `${who} unarchived the ${noun}`, { message: event.message })
    case 'request.deleted':
      return entry('deleted', `${who} deleted the ${noun}`)
    case 'blocks.opened':
    case 'block.rejected':
    case 'task.started':
    case 'task.succeeded':
      return null
  }
}
