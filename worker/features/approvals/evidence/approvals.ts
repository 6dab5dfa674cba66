import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import type { ApprovalView, ContentChange } from '../../../../schema/approvals/engine/model.ts'
import type { Sections, Who } from '../../../../schema/approvals/evidence/pack.ts'
import { hashOf } from './manifest.ts'

/** Versions, steps and decisions, from the log of what was approved: it has every version and what was decided on it. */

type Version = Sections['versions'][number]
type Decision = Sections['decisions'][number]

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const whoOf = (person: { userId: string; name: string }): Who => ({ id: person.userId, name: person.name })

/** The version that an event makes, with the parts of the content that can have changed. */
const newContent = (event: ApprovalEvent) => {
  switch (event.type) {
    case 'request.submitted':
    case 'request.imported':
      return { version: 1, content: event.content, changes: [] as ContentChange[] }
    case 'request.restarted':
      return event.edit
    case 'request.edited':
      return event
    case 'answers.added':
      return event
    default:
      return null
  }
}

export const versionsOf = (events: readonly ApprovalEvent[]): Version[] => {
  let content: Record<string, unknown> = {}
  return events.flatMap((event) => {
    const next = newContent(event)
    if (!next) return []
    content = { ...content, ...next.content }
    return {
      version: next.version,
      at: new Date(event.at).toISOString(),
      by: event.actor.kind === 'SYSTEM' ? null : whoOf(event.actor),
      content,
      changes: next.changes.map(({ label, before, after, part }) => ({
        what: part === 'NOTE' ? `${label} (note)` : label,
        before: before ?? null,
        after: after ?? null,
      })),
      contentSha256: hashOf(content),
    }
  })
}

/** @param mailed when the people of a block were emailed, by the block's id */
export const stepsOf = (view: ApprovalView, mailed: ReadonlyMap<string, number>): Sections['steps'] =>
  view.blocks.map((block) => ({
    id: block.id,
    run: block.run,
    level: block.level,
    label: block.label,
    why: block.reason,
    asked: block.approvers.map(whoOf),
    askedAt: iso(block.openedAt),
    emailedAt: iso(mailed.get(block.id) ?? null),
    status: block.closedAt !== null && block.status === 'PENDING' ? 'CLOSED' : block.status,
    decidedAt: iso(block.decidedAt),
  }))

type Decided = Pick<Decision, 'what' | 'onBehalfOf' | 'versionSeen' | 'comment'> & { blockId: string }

const decided = (event: ApprovalEvent): Decided | null => {
  switch (event.type) {
    case 'block.decided': {
      const { decision, comment, answersVersion, onBehalfOf } = event.decision
      const other = onBehalfOf ? whoOf(onBehalfOf) : null
      return { blockId: event.blockId, what: decision, onBehalfOf: other, versionSeen: answersVersion, comment }
    }
    case 'block.bypassed':
      return { blockId: event.blockId, what: 'BYPASSED', onBehalfOf: null, versionSeen: null, comment: event.note }
    case 'block.sent-back': {
      const other = event.onBehalfOf ? whoOf(event.onBehalfOf) : null
      return { blockId: event.blockId, what: 'SENT_BACK', onBehalfOf: other, versionSeen: null, comment: event.message }
    }
    case 'decision.undone':
      return { blockId: event.blockId, what: 'UNDONE', onBehalfOf: null, versionSeen: null, comment: '' }
    case 'decision.revoked':
      return { blockId: event.blockId, what: 'REVOKED', onBehalfOf: null, versionSeen: null, comment: event.reason }
    default:
      return null
  }
}

export const decisionsOf = (events: readonly ApprovalEvent[], view: ApprovalView): Decision[] => {
  const blocks = new Map(view.blocks.map((block) => [block.id, block]))
  return events.flatMap((event) => {
    const found = decided(event)
    if (!found) return []
    const { blockId, ...decision } = found
    const block = blocks.get(blockId)
    return {
      sequence: event.sequence,
      at: new Date(event.at).toISOString(),
      run: block?.run ?? view.run,
      step: block?.label ?? 'A removed step',
      by: whoOf(event.actor),
      impersonatorId: event.actor.impersonatorUserId,
      apiKeyId: event.actor.apiKeyId ?? null,
      ...decision,
    }
  })
}

/** Names of questions, which the content has by their ids. */
export const labelsOf = (events: readonly ApprovalEvent[]): [string, string][] =>
  events.flatMap((event) => {
    if (event.type !== 'request.submitted' && event.type !== 'request.imported') return []
    const { form } = (event.source ?? {}) as { form?: { steps?: { questions?: { id: string; label?: string }[] }[] } }
    return (form?.steps ?? []).flatMap(({ questions = [] }) =>
      questions.flatMap(({ id, label }): [string, string][] => (label ? [[id, label]] : [])),
    )
  })
