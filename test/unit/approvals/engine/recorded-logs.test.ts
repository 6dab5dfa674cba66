import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ApprovalEventBody, readEvent } from '../../../../schema/approvals/engine/events.ts'
import type { Involved, StatusSpan } from '../../../../schema/approvals/engine/model.ts'
import { replay } from '../../../../worker/objects/approval/state.ts'

/**
 * Logs as objects have written them, with the state they gave. They are never edited. If the state gains a field,
 * `apply` gives it a value for old events, and the expected state is the recorded one plus that value.
 */
const folder = `${import.meta.dirname}/recorded-logs`
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))

const read = (name: string) =>
  JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as { events: { type: string }[]; state: unknown }

const at = (minutes: number): number => 1_700_000_000_000 + minutes * 60_000

/** Fields that the state has gained since, by log. */
const GAINED: Record<string, { statusHistory?: StatusSpan[]; involved: Involved[] }> = {
  'v1-approved-after-edit-and-tasks.json': {
    involved: [
      { userId: 'ada', how: 'FILED' },
      { userId: 'alan', how: 'CHOSE_APPROVERS' },
    ],
    statusHistory: [
      { status: 'PENDING', at: at(1), until: at(22) },
      { status: 'APPROVED', at: at(22), until: null },
    ],
  },
  'v1-asked-at-once-archived-and-handed-on.json': {
    involved: [
      { userId: 'ada', how: 'FILED' },
      { userId: 'grace', how: 'FILED' },
      { userId: 'edsger', how: 'CHOSE_APPROVERS' },
      { userId: 'barbara', how: 'EDITED' },
    ],
  },
  'v1-noted-and-set-up-as-a-service.json': { involved: [{ userId: 'ada', how: 'FILED' }] },
  'v1-rejected-resubmitted-deleted.json': {
    involved: [
      { userId: 'ada', how: 'FILED' },
      { userId: 'alan', how: 'FILED' },
    ],
    statusHistory: [
      { status: 'PENDING', at: at(1), until: at(2) },
      { status: 'REJECTED', at: at(2), until: at(3) },
      { status: 'PENDING', at: at(3), until: at(6) },
      { status: 'ARCHIVED', at: at(6), until: at(7) },
      { status: 'PENDING', at: at(7), until: at(8) },
    ],
  },
}

/**
 * The state as it is shaped since version 3: the fields of a request are its content and its source, it has any number
 * of definitions, and the rates stand beside the form.
 */
const inToday = (recorded: Record<string, unknown>): unknown => {
  if ('content' in recorded) return recorded
  const { title, amount, vendorId, dueDate, answers, notes, ...rest } = recorded
  const { intakeCategoryId, formVersion, contact, workflow, pinned, ...state } = rest
  const {
    workflow: snapshot,
    form,
    ...kept
  } = pinned as { workflow: unknown; form: { exchange?: unknown; steps: unknown } }
  return {
    ...state,
    content: { title, amount, vendorId, dueDate, answers, ...(notes !== undefined && { notes }) },
    definitions: workflow ? [workflow] : [],
    pinned: {
      ...kept,
      definitions: snapshot ? [snapshot] : [],
      source: { intakeCategoryId, formVersion, ...(contact !== undefined && { contact }), form: { steps: form.steps } },
      ...(form.exchange !== undefined && { exchange: form.exchange }),
    },
  }
}

/** Every kind of event. A new one fails to compile here until it has a line. */
const KINDS: Record<ApprovalEventBody['type'], true> = {
  'request.submitted': true,
  'request.imported': true,
  'request.restarted': true,
  'request.edited': true,
  'request.rerouted': true,
  'blocks.opened': true,
  'block.decided': true,
  'block.approved': true,
  'block.rejected': true,
  'decision.undone': true,
  'block.sent-back': true,
  'send-back.ended': true,
  'block.nudged': true,
  'block.escalated': true,
  'decision.revoked': true,
  'block.bypassed': true,
  'block.reminded': true,
  'block.assigned': true,
  'block.approvers-replaced': true,
  'block.duties-applied': true,
  'block.work-status-set': true,
  'blocks.added': true,
  'answers.added': true,
  'task.started': true,
  'task.failed': true,
  'task.waits': true,
  'task.succeeded': true,
  'task.retried': true,
  'request.assigned': true,
  'request.watchers-set': true,
  'request.approved': true,
  'request.rejected': true,
  'request.withdrawn': true,
  'request.archived': true,
  'request.unarchived': true,
  'request.deleted': true,
}

describe('recorded logs', () => {
  it.each(names)('%s replays to the recorded state', (name) => {
    const { events, state } = read(name)
    expect(replay(events.map(readEvent))).toEqual(inToday({ ...(state as object), ...GAINED[name] }))
  })

  it('the recorded logs contain every kind of event', () => {
    const held = new Set(names.flatMap((name) => read(name).events.map((event) => event.type)))
    expect([...held].sort()).toEqual(Object.keys(KINDS).sort())
  })

  it('logs of every version are recorded, and all are read as the current one', () => {
    const stored = names.flatMap((name) => read(name).events as { type: string; schemaVersion: number }[])
    expect([...new Set(stored.map(({ schemaVersion }) => schemaVersion))].sort()).toEqual([1, 2, 3])
    expect(new Set(stored.map((event) => readEvent(event).schemaVersion))).toEqual(new Set([3]))
  })

  it('an event of a newer schema is refused rather than misread', () => {
    const actor = { userId: 'u', name: 'U', impersonatorUserId: null, kind: 'USER' }
    const event = { schemaVersion: 99, sequence: 1, at: 1, type: 'request.approved', actor }
    expect(() => readEvent(event)).toThrow('newer than this code')
  })
})
