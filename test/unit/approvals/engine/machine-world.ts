import fc from 'fast-check'
import type {
  ApprovalActor,
  ApprovalCommandInput,
  PlanningContext,
} from '../../../../schema/approvals/engine/commands.ts'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  type Block,
  currentBlocks,
  isDecided,
  OUTSIDE_STATES,
  type RunSettings,
  WORK_STATUSES,
} from '../../../../schema/approvals/engine/model.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import { APPROVER_TYPES, type WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'
import { actor, NAMES, person, rule, system, workflow } from './fixtures.ts'

/** What a subject gives to them. */
export interface World {
  subject: string
  /** Conditions on its facts, for rules. */
  conditions: fc.Arbitrary<Partial<ConditionSet>>
  ruleTypes: WorkflowRule['type'][]
  settings: fc.Arbitrary<WorkflowRule['settings']>
  submit(by: string): Extract<ApprovalCommandInput, { type: 'submit' }>
  /** Content for an edit, from random choices. */
  content(random: { amount: number; pick: number; yes: boolean }): Record<string, unknown>
  /** What completes a task that asks for content. */
  answers?(yes: boolean, before: ApprovalState | null): Record<string, unknown>
  planning(
    chosen: WorkflowSnapshot | null,
    settings: Partial<RunSettings>,
    requestor: PlanFacts['requestor'],
  ): PlanningContext
}

export const PEOPLE = Object.keys(NAMES)

const quorums = fc.constantFrom<WorkflowRule['quorum']>(
  { kind: 'ANY' },
  { kind: 'ALL' },
  { kind: 'AT_LEAST', count: 2 },
)
export const workflowsOf = ({ conditions, ruleTypes, settings }: World) => {
  const rules = fc
    .record({
      type: fc.constantFrom(...ruleTypes),
      approverType: fc.constantFrom(...APPROVER_TYPES, 'CUSTOM_APPROVERS', 'CUSTOM_APPROVERS'),
      approverUserIds: fc.subarray(PEOPLE, { maxLength: 4 }),
      approverGroupIds: fc.subarray(['legal', 'empty', 'ada'], { maxLength: 1 }),
      quorum: quorums,
      settings,
      conditions,
      isApart: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    })
    .map(({ conditions: c, isApart, ...more }) => ({
      ...more,
      ...c,
      ...(isApart && { excludesEarlierDeciders: true }),
    }))
  return fc
    .array(fc.array(rules, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
    .map((levels) => workflow(...levels.map((level, l) => level.map((more, r) => rule(`r${l}-${r}`, more)))))
}

export const moves = fc.record({
  kind: fc.constantFrom(
    ...['decide', 'decide', 'decide', 'decide', 'completeTask', 'completeTask', 'bypass', 'edit', 'restart'],
    ...['resubmit', 'replaceApprovers', 'addTask', 'archive', 'unarchive', 'setWorkStatus', 'assign', 'remind'],
    ...['taskStarted', 'taskFailed', 'taskSucceeded', 'taskWaits', 'taskWaits', 'retryTask', 'setWatchers', 'delete'],
    ...['removeDocuments', 'withdraw', 'sendBack', 'sendBack', 'answerSendBack', 'takeBackSendBack'],
    ...[
      'revokeDecision',
      'revokeDecision',
      'revokeDecision',
      'revokeDecision',
      'reroute',
      'taskStarted',
      'taskFailed',
      'taskSucceeded',
      'retryTask',
      'setWatchers',
      'delete',
    ],
  ),
  block: fc.nat(20),
  who: fc.oneof(
    { weight: 3, arbitrary: fc.constant('someone who may') },
    { weight: 2, arbitrary: fc.constantFrom(...PEOPLE) },
  ),
  pick: fc.nat(20),
  delegators: fc.subarray(PEOPLE, { maxLength: 2 }),
  impersonator: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...PEOPLE) },
  ),
  canBypass: fc.boolean(),
  yes: fc.boolean(),
  stale: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  amount: fc.integer({ min: 0, max: 20 }),
  other: fc.constantFrom(...PEOPLE),
  approverType: fc.constantFrom(...APPROVER_TYPES),
  workStatus: fc.constantFrom(...WORK_STATUSES),
})
type Move = typeof moves extends fc.Arbitrary<infer T> ? T : never

const blockOf = (state: ApprovalState, move: Move): Block | undefined => {
  const blocks = move.pick % 5 === 0 ? state.blocks : currentBlocks(state).filter((b) => !isDecided(b))
  return blocks[move.block % Math.max(1, blocks.length)]
}

/** A block of the run that someone decided. */
const saidIn = (state: ApprovalState, move: Move): string | undefined => {
  const said = currentBlocks(state).filter(({ decisions }) => decisions.length > 0)
  return said[move.block % Math.max(1, said.length)]?.id
}

/** The same rules in another order, with the levels the other way round and one rule gone. */
export const otherVersion = (chosen: WorkflowSnapshot, move: Move): WorkflowSnapshot => {
  const levels = [...chosen.definition.levels].reverse().map((level, index) => ({
    ...level,
    number: index + 1,
    rules: level.rules.filter((_, at) => !(move.canBypass && index === 0 && at === 0)),
  }))
  return { ...chosen, version: chosen.version + 1, definition: { ...chosen.definition, levels } }
}

export const whoOf = (state: ApprovalState, move: Move): ApprovalActor => {
  if (move.kind === 'revokeDecision') {
    const block = state.blocks.find(({ id }) => id === saidIn(state, move))
    return actor(block?.decisions[move.pick % block.decisions.length]?.userId ?? 'ada')
  }
  if (move.kind.startsWith('task') && move.yes) return system()
  const approvers = blockOf(state, move)?.approvers ?? []
  const userId =
    move.who === 'someone who may' ? (approvers[move.pick % Math.max(1, approvers.length)]?.userId ?? 'ada') : move.who
  return actor(userId, {
    delegatorIds: move.delegators.filter((d) => d !== userId),
    impersonatorUserId: move.impersonator,
    canBypass: move.canBypass,
    mayReroute: move.kind === 'reroute',
  })
}

export const commandOf = (world: World, state: ApprovalState, move: Move): ApprovalCommandInput => {
  const blockId = blockOf(state, move)?.id ?? 'none'
  const seenVersion = move.stale ? state.version - 1 : state.version
  const spec = {
    approverType: move.approverType,
    approverGroupIds: [],
    approverUserIds: [...new Set([move.other, PEOPLE[move.pick % PEOPLE.length] ?? 'alan'])],
    approverMatrixId: null,
    approverMatrixColumnId: null,
    quorum: move.canBypass ? { kind: 'ANY' as const } : { kind: 'ALL' as const },
  }
  const ruleType = move.yes ? ('APPROVAL' as const) : ('TASK' as const)
  const byKind: Record<string, ApprovalCommandInput> = {
    decide: {
      type: 'decide',
      blockId,
      decision: move.pick % 6 === 0 ? 'REJECTED' : 'APPROVED',
      seenVersion,
      allMyNonTaskBlocks: move.yes,
    },
    completeTask: {
      type: 'completeTask',
      blockId,
      seenVersion,
      ...(world.answers && { answers: world.answers(move.yes, null) }),
    },
    bypass: { type: 'bypass', blockId, note: 'Urgent' },
    edit: { type: 'edit', seenVersion, keepAllDecisions: move.canBypass, content: world.content(move) },
    restart: { type: 'restart' },
    revokeDecision: { type: 'revokeDecision', blockId: saidIn(state, move) ?? blockId, reason: 'Wrong' },
    reroute: { type: 'reroute', definitions: move.yes ? 'CURRENT' : 'PINNED' },
    resubmit: { type: 'resubmit', seenVersion, content: world.content(move) },
    replaceApprovers: { type: 'replaceApprovers', blockId, ...spec },
    addTask: { type: 'addTask', ruleType, label: 'Extra', settings: {}, ...spec },
    archive: { type: 'archive' },
    unarchive: { type: 'unarchive' },
    setWorkStatus: { type: 'setWorkStatus', blockId, workStatus: move.workStatus },
    assign: { type: 'assign', blockId, assignee: person(move.other) },
    remind: { type: 'remind', blockId },
    taskStarted: { type: 'taskStarted', blockId },
    taskFailed: { type: 'taskFailed', blockId, error: 'HTTP 500' },
    taskSucceeded: { type: 'taskSucceeded', blockId, result: {} },
    taskWaits: {
      ...{ type: 'taskWaits', blockId, result: { forms: move.amount }, revision: move.pick },
      state: OUTSIDE_STATES[move.amount % OUTSIDE_STATES.length] ?? 'SENT',
    },
    retryTask: { type: 'retryTask', blockId },
    setWatchers: { type: 'setWatchers', watchers: [person(move.other)] },
    delete: { type: 'delete' },
    removeDocuments: { type: 'removeDocuments', documents: [{ id: 'quote', name: 'Quote.pdf', attachedAt: 0 }] },
    withdraw: { type: 'withdraw' },
    sendBack: { type: 'sendBack', blockId, message: 'Add a quote' },
    answerSendBack: { type: 'answerSendBack' },
    takeBackSendBack: { type: 'takeBackSendBack', blockId },
  }
  const command = byKind[move.kind]
  if (!command) throw new Error(`No command for ${move.kind}`)
  return command
}

export interface Company {
  enforceOrder: boolean
  requestor: string
}

export const planningFor = (
  world: World,
  chosen: ReturnType<typeof workflow>,
  { enforceOrder, requestor }: Company,
): PlanningContext => ({
  ...world.planning(chosen, { enforceOrder }, { ...person(requestor), managerUserId: 'grace' }),
  editing: { restrictedToAdmins: false, withApprovalBypass: true },
})
