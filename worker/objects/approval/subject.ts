import type { z } from 'zod'
import type { ExternalDecision } from '../../../schema/approvals/engine/commands.ts'
import type { ApprovalEvent } from '../../../schema/approvals/engine/events.ts'
import { FACTS, type Facts, idsIn, type Labels, type PersonRef } from '../../../schema/approvals/engine/facts.ts'
import type { ApprovalState, Block, ContentChange, TargetType } from '../../../schema/approvals/engine/model.ts'
import type { DelegationScope } from '../../../schema/shared/delegation-limits.ts'
import { type Exchange, inCompanyCurrency } from '../../../schema/shared/exchange.ts'
import type { Money } from '../../../schema/shared/money.ts'
import type { AuditEntry } from '../../core/audit.ts'
import type { OutboxPayloads, OutboxRow, OutboxTopic, RequestNotification } from '../../core/outbox.ts'
import type { PlanningBase } from './protocol.ts'
import type { CommandAnswer } from './unconfirmed.ts'

/**
 * What is approved. The machine knows blocks, levels, people, quorum and time; a subject knows the content: what was
 * filed, what it says (facts), what an approver must see again (changes), and what follows when a run ends (settled).
 * Each wing registers its subjects when its module is loaded.
 */

/** What a content stands on. */
export interface Setting<Source = unknown, Loaded = unknown> {
  source: Source
  exchange: Exchange | undefined
  /** Names of ids in the content. */
  labels: Labels
  /** What the Worker loaded for this command. Undefined if the command plans nothing. */
  loaded: Loaded | undefined
}

/** What someone gave to complete a task that asks for content. */
export interface Given {
  answers: Record<string, unknown>
  notes: Record<string, string>
}

/** Content with the changes that a task made. */
export interface Filled<Content> {
  content: Content
  changes: ContentChange[]
  /** Those that undo decisions. What is said for the first time undoes none. */
  restarting: ContentChange[]
}

/** What people and programs see first. */
export interface Summary {
  title: string
  amount: Money | null
  dueDate: string | null
}

/** An effect that starts when a run ends: a payment, an order. Its id is the machine's, so it starts once. */
export type SettledEffect = {
  [T in OutboxTopic]: { topic: T; payload: OutboxPayloads[T] }
}[OutboxTopic]

/** One that follows from an event. */
export type FollowingEffect = SettledEffect & {
  /** Not before the decision can't be undone any more. An undone decision doesn't take it back, so it looks again. */
  waits?: true
}

export type Outcome = 'APPROVED' | 'REJECTED' | 'WITHDRAWN'

/**
 * Writes from the object's log to D1, in one batch. The target's row has the sequence that it includes. An older
 * projection that arrives late finds a newer one there and changes only append-only rows.
 */
export interface Projection {
  /** The object's name: `intake:<id>`. */
  name: string
  state: ApprovalState
  /** The last event that D1 is known to include, or 0 to write everything. */
  after: number
  /** The events after that one, up to the state. */
  events: readonly ApprovalEvent[]
  notifications: readonly RequestNotification[]
  now: number
  /** Rewrites D1 from the log, regardless of its contents. */
  isRebuild?: boolean
  /** Answers of the commands. The object supplies those that memory has lost. */
  answers?: readonly CommandAnswer[]
}

/** What D1 gets from one projection, besides what it gets from every subject. */
export interface SubjectProjection<Content, Source> extends Omit<Projection, 'state'> {
  state: ApprovalState<Content, Source>
  /** The newest history entry among the projected events, or null to keep the current one. */
  last: { message: string; at: number } | null
  /** Whether only the progress changes, so that the content's columns can stay untouched. */
  onlyProgress: boolean
}

export interface ApprovalSubject<Content = unknown, Source = unknown, Loaded = unknown> {
  targetType: TargetType
  /** The prefix of its objects' names: `intake:ID`. */
  kind: string
  /** "request": how refusals, history and emails call it. */
  noun: string
  /** The address of its page, without the origin. */
  href(id: string): string
  /** The history of what happens to it. */
  audit: { targetType: AuditEntry['targetType']; area: string }

  /** What commands carry. Other content is refused. */
  content: z.ZodType<Content>
  /** The content and the source as they are kept when it is filed. Refuses what may not be filed. */
  filed(
    given: { content: Content; source: unknown },
    setting: Setting<undefined, Loaded>,
  ): {
    content: Content
    source: Source
  }
  /** It can also be deleted after it was decided on, and what followed is taken back. */
  deletesDecided?: true
  /** The same for what was decided elsewhere, where other rules held. Without this, it can't be imported. */
  takenOver?(
    given: { content: Content; source: unknown; external: ExternalDecision },
    setting: Setting<undefined, Loaded>,
  ): { content: Content; source: Source }
  /** The content after an edit. Refuses what may not be. */
  edited(before: Content, given: Content, setting: Setting<Source, Loaded>): Content
  /**
   * The content after an approver took something from it. Refuses what takes nothing, or adds. Without this, approvers
   * decide on all of it.
   */
  reduced?(
    before: Content,
    given: unknown,
    who: { by: PersonRef; at: number },
    setting: Setting<Source, Loaded>,
  ): Content
  /** The content after a task that asks for a part of it. Without this, no task can. */
  filled?(before: Content, block: Block, given: Given, setting: Setting<Source, Loaded>): Filled<Content>
  /** Refuses if what the task asks for is missing from the content. */
  requireFilled?(content: Content, block: Block, setting: Setting<Source, Loaded>): void
  /** Whether an edit would change nothing, not even what `changes` doesn't name. */
  isSame(before: Content, after: Content): boolean
  facts(content: Content, setting: Setting<Source, Loaded>): Facts
  summary(content: Content): Summary
  /**
   * The categories that a delegation can be limited to, with null for a part that has none. Without this, those of the
   * facts.
   */
  categoryIds?(content: Content, setting: Setting<Source, Loaded>): (string | null)[]
  /** By department id: the approvers that the requester chose. */
  chosenApprovers?(content: Content, setting: Setting<Source, Loaded>): Record<string, string>
  /** What an approver must see again. */
  changes(before: Content, after: Content, setting: Setting<Source, Loaded>): ContentChange[]
  /** Those of the changes that undo decisions. */
  restarting(changes: readonly ContentChange[], setting: Setting<Source, Loaded>): ContentChange[]
  /** Set if an approved one can be changed, which asks for all its approvals again. */
  changesWhenApproved?: true
  /**
   * Set if it belongs to those who manage it: any of them withdraws it and files it again. What they file after one ended
   * is something else, so that people who had to do with that one may decide on it.
   */
  isManaged?: true

  /** SQL condition "this projection has just written the subject's row". Parameters: ?1 id, ?2 sequence. */
  isCurrent: string
  /** The subject's own rows. One of the first writes the one that `isCurrent` looks at, unless a newer one is there. */
  project(db: Pick<D1Database, 'prepare'>, projection: SubjectProjection<Content, Source>): D1PreparedStatement[]
  /** What starts when a run ends, in the batch that projects the end. An undone decision starts nothing. */
  settled(outcome: Outcome, state: ApprovalState<Content, Source>): SettledEffect[]
  /** What starts when it is filed, in the batch that projects that. */
  started?(state: ApprovalState<Content, Source>): SettledEffect[]
  /** What follows outside from one event, in the batch that projects it. It starts once. */
  follows?(event: ApprovalEvent, state: ApprovalState<Content, Source>): FollowingEffect[]
  /** The emails about it. */
  notify(notification: Omit<RequestNotification, 'heldUntil'>): Pick<OutboxRow<'request.notify'>, 'topic' | 'payload'>
}

const subjects = new Map<TargetType, ApprovalSubject>()
const byKind = new Map<string, ApprovalSubject>()

export const registerSubject = <C extends object, S, L>(subject: ApprovalSubject<C, S, L>): void => {
  subjects.set(subject.targetType, subject as unknown as ApprovalSubject)
  byKind.set(subject.kind, subject as unknown as ApprovalSubject)
}

/** Throws for a type that no one has registered. */
export const subjectOf = ({ targetType }: { targetType: TargetType }): ApprovalSubject => {
  const subject = subjects.get(targetType)
  if (!subject) throw new Error(`Nothing of type ${targetType} is approved`)
  return subject
}

export const isSubject = (targetType: TargetType): boolean => subjects.has(targetType)

export const registeredSubjects = (): ApprovalSubject[] => [...subjects.values()]

export const objectName = (kind: string, id: string): string => `${kind}:${id}`

export const nameOfState = (state: Pick<ApprovalState, 'targetType' | 'targetId'>): string =>
  objectName(subjectOf(state).kind, state.targetId)

/** What is known about something in progress, apart from what only planning loads. */
export const factsInProgress = (target: { targetType: TargetType }, base: PlanningBase): Facts => {
  const { content, source, exchange, labels } = base
  return subjectOf(target).facts(content, { source, exchange, labels, loaded: undefined })
}

/** What something in progress is about, for delegations that are limited. */
export const scopeOf = (state: Pick<ApprovalState, 'targetType' | 'content' | 'pinned'>): DelegationScope => {
  const subject = subjectOf(state)
  const { content, pinned } = state
  const setting: Setting = { ...pinned, exchange: pinned.exchange, loaded: undefined }
  const { amount } = subject.summary(content)
  const known = amount && inCompanyCurrency(amount, pinned.exchange)
  return {
    categoryIds: subject.categoryIds?.(content, setting) ?? idsIn(subject.facts(content, setting), FACTS.categories),
    amount: known && { value: known.value, currency: known.currency },
  }
}

export const summaryOf = (state: Pick<ApprovalState, 'targetType' | 'content'>): Summary =>
  subjectOf(state).summary(state.content)
