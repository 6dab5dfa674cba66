import { blockIdOf } from '../../../schema/approvals/engine/block-ids.ts'
import type { ApprovalActor, PlanningContext } from '../../../schema/approvals/engine/commands.ts'
import type { ContentParts, NewBlock } from '../../../schema/approvals/engine/events.ts'
import {
  type AskedPerson,
  type Labels,
  type PersonRef,
  type PlanFacts,
  unsettled,
} from '../../../schema/approvals/engine/facts.ts'
import type { ApprovalState, Block, Involved } from '../../../schema/approvals/engine/model.ts'
import {
  type Plan,
  type PlanBlock,
  planDefinitions,
  RATE_PROBLEM,
  rateProblems,
  type WorkflowSnapshot,
} from '../../../schema/approvals/engine/plan.ts'
import { isAutomatic } from '../../../schema/approvals/workflows/rule-kinds.ts'
import { type Exchange, keepRates } from '../../../schema/shared/exchange.ts'
import { canonicalJson } from '../../core/hash.ts'
import { type ApprovalSubject, type Setting, subjectOf } from './subject.ts'
import { refuse, type Turn } from './turn.ts'

/** Turns plans into blocks, and collects the facts that a plan may use. */

export const planningOf = (turn: Turn): PlanningContext =>
  turn.planning ?? refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')

/** Content as the subject knows it, from a command. */
export const readContent = (subject: ApprovalSubject, given: unknown): unknown => {
  const parsed = subject.content.safeParse(given)
  if (parsed.success) return parsed.data
  return refuse('INVALID', 'INVALID_COMMAND', parsed.error.issues[0]?.message ?? 'The command is not valid.')
}

/** The content as an event records it. */
export const partsOf = (content: unknown): ContentParts => ({ ...(content as object) })

/** What the content of something in progress stands on. */
export const settingOf = (
  { planning }: Pick<Turn, 'planning'>,
  { pinned }: ApprovalState,
  exchange: Exchange | undefined = pinned.exchange,
): Setting => ({
  source: pinned.source,
  exchange,
  labels: planning?.labels ?? pinned.labels,
  loaded: planning?.loaded,
})

/** The person who acts now, and anyone acting as them. */
export const identitiesOf = ({ kind, userId, impersonatorUserId }: ApprovalActor): string[] => [
  ...(kind === 'USER' ? [userId] : []),
  ...(impersonatorUserId ? [impersonatorUserId] : []),
]

export type Barring = boolean | 'CHOOSES'

interface Asked {
  /** When it was filed. Missing: now. */
  createdAt?: number
  targetType: string
  requestor: PersonRef
  createdBy: PersonRef
  content: unknown
  setting: Setting
  involved?: readonly Involved[]
}

/**
 * The requester and the content come from the subject itself, everything else from what the Worker loaded.
 * @param barring whether this person may no longer decide after this, and if so whether they only choose who decides
 */
export const factsFor = (turn: Turn, asked: Asked, barring: Barring): PlanFacts => {
  const planning = planningOf(turn)
  const subject = subjectOf(asked)
  const { requestor, createdBy, content, setting, involved = [] } = asked
  // Another requester's manager would approve.
  if (planning.requestor.userId !== requestor.userId)
    refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')
  const ids = [...involved.map(({ userId }) => userId), ...(barring ? identitiesOf(turn.actor) : [])]
  const barred = [...new Set(ids)].filter((userId) => userId !== requestor.userId && userId !== createdBy.userId)
  const authors = new Set([
    ...involved.flatMap(({ userId, how }) => (how === 'CHOSE_APPROVERS' ? [] : [userId])),
    ...(barring === true ? identitiesOf(turn.actor) : []),
  ])
  const choosers = barred.filter((userId) => !authors.has(userId))
  return {
    requestor: { ...requestor, managerUserId: planning.requestor.managerUserId },
    onBehalfSubmitter: createdBy.userId === requestor.userId ? null : createdBy,
    ...(barred.length > 0 && { barredUserIds: barred }),
    ...(choosers.length > 0 && { chooserIds: choosers }),
    known: subject.facts(content, setting),
    exchange: setting.exchange,
    departmentApproverAssignees: subject.chosenApprovers?.(content, setting),
    organisation: planning.organisation,
    ...unsettled(asked.createdAt ?? turn.now, asked.targetType),
  }
}

/** People who changed what it starts again with after it was filed. */
export const choosersIn = ({ planning }: Pick<Turn, 'planning'>, { createdAt }: ApprovalState): string[] => [
  ...new Set((planning?.choosers ?? []).filter(({ at }) => at > createdAt).map(({ userId }) => userId)),
]

/** For an event: set only if there is someone. */
export const toldChoosers = (turn: Turn, state: ApprovalState): { choosers?: string[] } => {
  const choosers = choosersIn(turn, state)
  return choosers.length > 0 ? { choosers } : {}
}

export const factsOf = (
  turn: Turn,
  state: ApprovalState,
  {
    content = state.content,
    exchange = state.pinned.exchange,
    barring,
  }: { content?: unknown; exchange?: Exchange | undefined; barring: Barring },
): PlanFacts => {
  const { targetType, requestor, createdBy, involved, createdAt } = state
  const setting = settingOf(turn, state, exchange)
  const chose = choosersIn(turn, state).map((userId): Involved => ({ userId, how: 'CHOSE_APPROVERS' }))
  return factsFor(
    turn,
    { targetType, requestor, createdBy, content, setting, involved: [...involved, ...chose], createdAt },
    barring,
  )
}

/**
 * The exchange rates: those of the day it was submitted, and today's for currencies that had none. A new run starts
 * with the current rates.
 */
export const exchangeFor = (turn: Turn, { pinned }: ApprovalState, run: 'SAME' | 'NEW'): Exchange | undefined => {
  const now = planningOf(turn).exchange
  return run === 'NEW' ? (now ?? pinned.exchange) : keepRates(pinned.exchange, now)
}

/** For an event: set only if the rates differ from those already used. */
export const toldExchange = ({ pinned }: ApprovalState, exchange: Exchange | undefined): { exchange?: Exchange } =>
  exchange && canonicalJson(exchange) !== canonicalJson(pinned.exchange ?? null) ? { exchange } : {}

/** Names of ids, for an event. */
export const labelsOf = (turn: Turn): Labels => planningOf(turn).labels

/** What an edit compares: a block reopens if its reason or its approvers are no longer the same. */
export const basisOf = (block: Pick<PlanBlock, 'reason' | 'approverType' | 'approvers'>): string =>
  `${block.reason}|${block.approverType}|${block.approvers
    .map((a) => a.userId)
    .sort()
    .join(',')}`

/** The people in a basis. */
export const whoIn = (basis: string): { approverType: string; userIds: string[] } => {
  const [ids = '', approverType = ''] = basis.split('|').reverse()
  return { approverType, userIds: ids === '' ? [] : ids.split(',') }
}

/** People already in a block keep their start time; people added now start now. */
export const askedSince = <T extends AskedPerson>(block: Block, people: readonly T[], now: number): T[] => {
  const before = new Map([...block.approvers, ...(block.assignee ? [block.assignee] : [])].map((p) => [p.userId, p]))
  return people.map((person) => {
    const known = before.get(person.userId)
    const askedAt = known ? known.askedAt : now
    return askedAt === undefined ? person : { ...person, askedAt }
  })
}

/** The position of a new block in its run. */
export interface Place {
  targetId: string
  run: number
  level: number
  subLevel: number
  parentId: string | null
  /** Counts over all runs of the request, so that block ids are never reused. */
  serial: number
  now: number
}

export const newBlock = (planned: Omit<PlanBlock, 'ruleId'> & { ruleId: string | null }, place: Place): NewBlock => ({
  id: blockIdOf(place),
  parentId: place.parentId,
  run: place.run,
  level: place.level,
  subLevel: place.subLevel,
  ordinal: planned.ordinal,
  ruleId: planned.ruleId,
  ruleType: planned.ruleType,
  label: planned.label,
  reason: planned.reason,
  approverType: planned.approverType,
  approvers: planned.approvers,
  approversNote: planned.approversNote,
  watchers: planned.watchers,
  quorum: planned.quorum,
  ...(planned.excludesEarlierDeciders && { excludesEarlierDeciders: true as const }),
  settings: planned.settings,
  basis: basisOf(planned),
  decisions: [],
  status: 'PENDING',
  workStatus: 'PENDING',
  workStatusHistory: [],
  assignee: null,
  openedAt: null,
  decidedAt: null,
  closedAt: null,
  bypassedAt: null,
  bypassedBy: null,
  bypassNote: null,
  remindedAt: null,
  remindedBy: null,
  remindedNote: null,
  reopenedAt: null,
  createdBy: null,
  createdAt: place.now,
  automatic: isAutomatic(planned.ruleType)
    ? { state: 'WAITING', attempts: 0, startedAt: null, finishedAt: null, error: null, result: null }
    : null,
})

/** The plan of the definitions. Refuses a plan with a block that no one can decide. */
export const planOrRefuse = (
  definitions: readonly WorkflowSnapshot[],
  facts: PlanFacts,
  counts: (ruleId: string) => boolean = () => true,
): Plan => {
  const [withoutRate] = rateProblems(facts)
  if (withoutRate) refuse('RULE_BROKEN', 'RATE_MISSING', withoutRate.message)
  const plan = planDefinitions(definitions, facts)
  const problems = plan.problems.filter((p) => p.ruleId !== RATE_PROBLEM && counts(p.ruleId))
  const [first] = problems
  if (first) refuse('RULE_BROKEN', 'NOBODY_CAN_APPROVE', first.message, { details: problems })
  return plan
}
