import type { Approver } from '../../../schema/approvals/engine/approvers.ts'
import type { ApprovalEvent, ContentParts } from '../../../schema/approvals/engine/events.ts'
import type { PersonRef } from '../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  type ApprovalView,
  type Block,
  currentBlocks,
} from '../../../schema/approvals/engine/model.ts'
import type { ApproverStatus, LevelGroupStatus } from '../../../schema/approvals/engine/shown-blocks.ts'
import { waitingOf } from './participants.ts'

/** What the rows of a subject keep of its approvals, as lists show them: whom it waits for, and who decided. */

/** Without what is large and rarely read. */
export const viewOf = (state: ApprovalState): ApprovalView => {
  const { pinned: _, ...view } = state
  return view
}

const named = (people: readonly PersonRef[]) => [
  ...new Map(people.map((p) => [p.userId, { id: p.userId, name: p.name }])).values(),
]

const decidedBy = (state: ApprovalState, decision: 'APPROVED' | 'REJECTED') =>
  named(currentBlocks(state).flatMap((block) => block.decisions.filter((d) => d.decision === decision)))

const waiting = (state: ApprovalState) =>
  waitingOf(state).map(({ label, since, people }) => ({
    label,
    since: new Date(since).toISOString(),
    people: named(people),
  }))

const iso = (at: number): string => new Date(at).toISOString()

type Named = { id: string; name: string }

/** The first unit of that kind through which someone is asked. */
const through = (approvers: readonly Approver[], kind: 'DEPARTMENT' | 'BUSINESS_UNIT' | 'GROUP'): Named | null => {
  const source = approvers.flatMap(({ sources = [] }) => sources).find((each) => each.kind === kind)
  return source ? { id: source.id, name: source.name } : null
}

const unitsOf = (approvers: readonly Approver[]) => ({
  department: through(approvers, 'DEPARTMENT'),
  businessUnit: through(approvers, 'BUSINESS_UNIT'),
  group: through(approvers, 'GROUP'),
})

const groupStatus = ({ id, level, label, reason, status, approvers }: Block): LevelGroupStatus => ({
  ...{ id, level, label, reason, status },
  ...unitsOf(approvers),
  approvers: named(approvers),
})

const personStatuses = (block: Block): ApproverStatus[] =>
  block.approvers.map((approver) => {
    const said = block.decisions.find((decision) => (decision.onBehalfOf ?? decision).userId === approver.userId)
    return {
      id: `${block.id}-${approver.userId}`,
      status: said?.decision ?? 'PENDING',
      level: block.level,
      isManagerApprover: block.approverType === 'MANAGER_APPROVER',
      ...unitsOf([approver]),
      user: { id: approver.userId, name: approver.name },
      createdAt: iso(block.createdAt),
      updatedAt: iso(said?.at ?? block.createdAt),
    }
  })

const approvals = (state: ApprovalState) => {
  const blocks = currentBlocks(state)
  return { levelGroupStatuses: blocks.map(groupStatus), approverStatuses: blocks.flatMap(personStatuses) }
}

/** Columns of the subject's row, as JSON. */
export const shownApprovals = (state: ApprovalState) => ({
  waiting_for: JSON.stringify(waiting(state)),
  approved_by: JSON.stringify(decidedBy(state, 'APPROVED')),
  rejected_by: JSON.stringify(decidedBy(state, 'REJECTED')),
  approvals: JSON.stringify(approvals(state)),
})

type Version = { version: number; content: ContentParts; at: number; by: string }

/** The versions of the content in these events. Each event has all of it. */
export const versionsIn = (events: readonly ApprovalEvent[]): Version[] =>
  events.flatMap((event) => {
    const { at } = event
    const by = event.actor.name
    if (event.type === 'request.submitted') return [{ version: 1, content: event.content, at, by }]
    if (event.type === 'request.edited') return [{ version: event.version, content: event.content, at, by }]
    if (event.type === 'request.restarted' && event.edit)
      return [{ version: event.edit.version, content: event.edit.content, at, by }]
    return []
  })
