import type { ApprovalActor, PlanningContext } from '../../../schema/approvals/engine/commands.ts'
import type { NewBlock } from '../../../schema/approvals/engine/events.ts'
import type { AskedPerson, PersonRef, PlanFacts } from '../../../schema/approvals/engine/facts.ts'
import type { AnswerChange, ApprovalState, Block, Involved } from '../../../schema/approvals/engine/model.ts'
import {
  type Plan,
  type PlanBlock,
  planWorkflow,
  RATE_PROBLEM,
  rateProblems,
  type WorkflowSnapshot,
} from '../../../schema/approvals/engine/plan.ts'
import { isAutomatic } from '../../../schema/approvals/workflows/rule-kinds.ts'
import type { Answers, FormDefinition } from '../../../schema/requests/forms/form.ts'
import { sizeProblems } from '../../../schema/requests/forms/size.ts'
import { isBlank, validateAnswers } from '../../../schema/requests/forms/validation.ts'
import { keptNotes, type Notes, noteProblems } from '../../../schema/requests/submissions/notes.ts'
import { type Exchange, keepRates } from '../../../schema/shared/exchange.ts'
import { canonicalJson } from '../../core/hash.ts'
import { refuse, type Turn } from './turn.ts'

/** Turns plans into blocks, and collects the facts that a plan may use. */

export const planningOf = (turn: Turn): PlanningContext =>
  turn.planning ?? refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')

interface Asked {
  requestor: PersonRef
  createdBy: PersonRef
  form: FormDefinition
  answers: Answers
  involved?: readonly Involved[]
}

/** The person who acts now, and anyone acting as them. */
export const identitiesOf = ({ kind, userId, impersonatorUserId }: ApprovalActor): string[] => [
  ...(kind === 'USER' ? [userId] : []),
  ...(impersonatorUserId ? [impersonatorUserId] : []),
]

/**
 * The requester and the answers come from the request itself, everything else from what the Worker loaded.
 * @param barring whether this person may no longer decide after this
 */
export const factsFor = (turn: Turn, request: Asked, barring: boolean): PlanFacts => {
  const { facts } = planningOf(turn)
  const { requestor, createdBy, form, answers, involved = [] } = request
  // Another requester's manager would approve.
  if (facts.requestor.userId !== requestor.userId)
    refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')
  const ids = [...involved.map(({ userId }) => userId), ...(barring ? identitiesOf(turn.actor) : [])]
  const barred = [...new Set(ids)].filter((userId) => userId !== requestor.userId && userId !== createdBy.userId)
  return {
    ...facts,
    requestor: { ...requestor, managerUserId: facts.requestor.managerUserId },
    onBehalfSubmitter: createdBy.userId === requestor.userId ? null : createdBy,
    ...(barred.length > 0 && { barredUserIds: barred }),
    form,
    answers,
  }
}

export const factsOf = (
  turn: Turn,
  { requestor, createdBy, pinned, involved, answers: present }: ApprovalState,
  { answers = present, form = pinned.form, barring }: { answers?: Answers; form?: FormDefinition; barring: boolean },
): PlanFacts => factsFor(turn, { requestor, createdBy, form, answers, involved }, barring)

/**
 * The form of a request in progress, with its exchange rates: those of the day it was submitted, and today's for
 * currencies that had none. A new run starts with the current rates.
 */
export const formFor = (turn: Turn, state: ApprovalState, run: 'SAME' | 'NEW'): FormDefinition => {
  const { form } = state.pinned
  const now = planningOf(turn).facts.form.exchange
  const exchange = run === 'NEW' ? (now ?? form.exchange) : keepRates(form.exchange, now)
  return exchange ? { ...form, exchange } : form
}

/** For an event: set only if the rates differ from those the request already uses. */
export const toldExchange = (state: ApprovalState, form: FormDefinition): { exchange?: Exchange } =>
  form.exchange && canonicalJson(form.exchange) !== canonicalJson(state.pinned.form.exchange ?? null)
    ? { exchange: form.exchange }
    : {}

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
  id: `${place.targetId}-${place.run}-${place.serial}`,
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

const NO_PLAN: Plan = { levels: [], skipped: [], problems: [] }

/** The plan of a workflow. Refuses a plan with a block that no one can decide. */
export const planOrRefuse = (
  workflow: WorkflowSnapshot | null,
  facts: PlanFacts,
  counts: (ruleId: string) => boolean = () => true,
): Plan => {
  const [withoutRate] = rateProblems(facts)
  if (withoutRate) refuse('RULE_BROKEN', 'RATE_MISSING', withoutRate.message)
  if (!workflow) return NO_PLAN
  const plan = planWorkflow(workflow.definition, facts)
  const problems = plan.problems.filter((p) => p.ruleId !== RATE_PROBLEM && counts(p.ruleId))
  const [first] = problems
  if (first) refuse('RULE_BROKEN', 'NOBODY_CAN_APPROVE', first.message, { details: problems })
  return plan
}

export const validOrRefuse = (form: FormDefinition, answers: Answers, stepIds?: readonly string[]): void => {
  const fields = validateAnswers(form, answers, stepIds ? { stepIds } : {})
  if (Object.keys(fields).length > 0)
    refuse('INVALID', 'ANSWERS_INVALID', 'Some answers are missing or not valid.', { fields })
}

/** The notes to keep with the answers. Refuses notes that are too long, alone or together. */
export const notesOrRefuse = (form: FormDefinition, answers: Answers, given: Notes | undefined): Notes => {
  const notes = keptNotes(form, answers, given)
  const fields = { ...noteProblems(notes), ...sizeProblems(answers, notes) }
  if (Object.keys(fields).length > 0) refuse('INVALID', 'ANSWERS_INVALID', 'Some answers are too long.', { fields })
  return notes
}

/** For an event: set once there has been a note, so that removing the last one is recorded too. */
export const toldNotes = (before: Notes | undefined, notes: Notes): { notes?: Notes } =>
  before || Object.keys(notes).length > 0 ? { notes } : {}

interface Noted {
  answers: Answers
  notes?: Notes | undefined
}

/** The differences between two versions of answers and their notes. Blank and missing are the same. */
export const answerChanges = (form: FormDefinition, earlier: Noted, later: Noted): AnswerChange[] => {
  const labels = new Map(form.steps.flatMap((step) => step.questions).map((q) => [q.id, q.label]))
  const labelOf = (questionId: string) => labels.get(questionId) ?? 'A question that was removed'
  const { answers: before, notes: notesBefore = {} } = earlier
  const { answers: after, notes: notesAfter = {} } = later
  const answers = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((questionId) => {
    const was = before[questionId] ?? null
    const is = after[questionId] ?? null
    if ((isBlank(was) && isBlank(is)) || canonicalJson(was) === canonicalJson(is)) return []
    return [{ questionId, label: labelOf(questionId), before: was, after: is }]
  })
  const notes = [...new Set([...Object.keys(notesBefore), ...Object.keys(notesAfter)])].flatMap(
    (questionId): AnswerChange[] => {
      const was = notesBefore[questionId] ?? null
      const is = notesAfter[questionId] ?? null
      if (was === is) return []
      return [{ questionId, label: `${labelOf(questionId)} (note)`, before: was, after: is, part: 'NOTE' }]
    },
  )
  return [...answers, ...notes]
}
