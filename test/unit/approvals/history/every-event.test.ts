import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ApprovalEvent, readEvent } from '../../../../schema/approvals/engine/events.ts'
import { historyOf, type KnownBlock } from '../../../../worker/objects/approval/history.ts'

/** Each kind of event in each of its outcomes, and the entry that it leaves in the history and the audit log. */

const folder = `${import.meta.dirname}/../engine/recorded-logs`
const events = readdirSync(folder).flatMap((name) => {
  const log = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as { events: { type: string }[] }
  return log.events.map(readEvent)
})
const known = (): KnownBlock => ({ label: 'Legal', ruleType: 'APPROVAL' })

/** What only follows from another event leaves nothing. The rest says what happened, with the first one recorded. */
const ENTRIES: Record<string, string> = {
  'answers.added answered': 'Linus Pauling answered “Legal”',
  'block.approved block-approved': '“Legal” didn’t need approval',
  'block.approved nothing': '',
  'block.approved service-created': 'Margaret Hamilton created the service Kestrel CAD for “Legal”',
  'block.approved task-completed': '“Legal” was completed',
  'block.approvers-replaced approvers-replaced': 'Alan Turing changed the approvers of “Legal” to Margaret Hamilton',
  'block.assigned block-assigned': 'Edsger Dijkstra assigned “Legal” to Margaret Hamilton',
  'block.bypassed block-bypassed': 'Edsger Dijkstra bypassed “Legal”',
  'block.decided block-approved': 'Linus Pauling approved “Legal”',
  'block.decided block-rejected': 'Linus Pauling rejected “Legal”',
  'block.duties-applied duties-applied':
    '“Legal” is decided by Margaret Hamilton, because Linus Pauling decided “first”',
  'block.duties-applied nothing': '',
  'block.escalated escalated': '“Legal” is overdue for Linus Pauling; Grace Hopper for Linus Pauling can decide now',
  'block.nudged nothing': '',
  'block.rejected nothing': '',
  'block.reminded reminded': 'Ada Lovelace sent a reminder for “Legal”',
  'block.sent-back sent-back': 'Margaret Hamilton sent the request back at “Legal” on behalf of Alan Turing',
  'block.work-status-set work-status-set': 'Alan Turing set “Legal” to waiting on the vendor',
  'blocks.added blocks-added': 'Linus Pauling added “privacy”',
  'blocks.opened nothing': '',
  'decision.revoked decision-revoked': 'Linus Pauling revoked their approval of “Legal”',
  'decision.undone decision-undone': 'Linus Pauling undid their approval of “Legal”',
  'request.approved approved': 'The request was approved',
  'request.archived archived': 'Ada Lovelace archived the request',
  'request.assigned assigned': 'Edsger Dijkstra assigned the request to Linus Pauling',
  'request.deleted deleted': 'Edsger Dijkstra deleted the request',
  'request.edited edited': 'Ada Lovelace edited the request; 1 approval restarted',
  'request.imported imported': 'desk (Outlay staff) imported the request from Coupa (PR-1)',
  'request.rejected rejected': 'The request was rejected',
  'request.rerouted rerouted': 'Edsger Dijkstra moved the request to version 4 of “Standard”',
  'request.restarted restarted': 'Ada Lovelace resubmitted the request',
  'request.submitted submitted': 'Ada Lovelace submitted the request',
  'request.unarchived unarchived': 'Edsger Dijkstra unarchived the request',
  'request.watchers-set watchers-set': 'Ada Lovelace set the watchers: Barbara Liskov',
  'request.withdrawn withdrawn': 'Ada Lovelace withdrew the request',
  'send-back.ended nothing': '',
  'send-back.ended send-back-answered': 'Ada Lovelace answered “Legal” without changes',
  'send-back.ended send-back-taken-back': 'Alan Turing no longer asks for changes (“Legal”)',
  'task.failed task-failed': '“Legal” failed: HTTP 500',
  'task.retried task-retried': 'Barbara Liskov tried “Legal” again',
  'task.started nothing': '',
  'task.succeeded nothing': '',
  'task.waits task-answered': 'The vendor answered “Legal”',
  'task.waits task-sent': '“Legal” waits for the vendor',
}

const entryOf = (event: ApprovalEvent) => {
  const entry = historyOf(event, known)
  return { key: `${event.type} ${entry?.action ?? 'nothing'}`, message: entry?.message ?? '' }
}

describe('the history', () => {
  it('each kind of event leaves its entry in each of its outcomes', () => {
    const first = new Map(
      events
        .map(entryOf)
        .toReversed()
        .map(({ key, message }) => [key, message]),
    )
    expect(Object.fromEntries(first)).toEqual(ENTRIES)
  })

  it('every decision leaves an entry of its own: approved, rejected, for someone else', () => {
    const decided = events.filter(({ type }) => type === 'block.decided')
    expect(decided.length).toBeGreaterThan(30)
    for (const event of decided) {
      if (event.type !== 'block.decided') continue
      const { decision, onBehalfOf } = event.decision
      const did = decision === 'REJECTED' ? 'rejected' : 'approved'
      const forWhom = onBehalfOf ? ` on behalf of ${onBehalfOf.name}` : ''
      expect(entryOf(event)).toEqual({
        key: `block.decided block-${did}`,
        message: `${event.actor.name} ${did} “Legal”${forWhom}`,
      })
    }
  })

  it('what a task’s end says is told by its own words', () => {
    const task = (ruleType: KnownBlock['ruleType']) => (): KnownBlock => ({ label: 'Setup', ruleType })
    const decision = events.find((event) => event.type === 'block.decided' && event.decision.decision === 'APPROVED')
    if (!decision) throw new Error('Nothing is approved in the logs')
    expect(historyOf(decision, task('TASK'))?.action).toBe('task-completed')
    expect(historyOf(decision, task('CREATE_SERVICE'))).toBeNull()
  })
})
