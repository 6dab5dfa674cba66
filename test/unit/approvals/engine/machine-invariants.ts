import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type ApprovalActor,
  type ApprovalCommand,
  type ApprovalCommandInput,
  approvalCommand,
  type PlanningContext,
} from '../../../../schema/approvals/engine/commands.ts'
import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  type Block,
  currentBlocks,
  isDecided,
  mayBeDecided,
  type RunSettings,
  WORK_STATUSES,
} from '../../../../schema/approvals/engine/model.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import { APPROVER_TYPES, type WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'
import { apply, type Handled, handle, replay } from '../../../../worker/objects/approval/state.ts'
import { actor, NAMES, person, rule, system, workflow } from './fixtures.ts'

/**
 * The invariants of the approval machine (design: approvals), under random definitions and random commands. They hold for
 * every subject, so each is run through all of them.
 */
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

const PEOPLE = Object.keys(NAMES)
const AFTER_FINAL = new Set(['restart', 'resubmit', 'archive', 'unarchive', 'delete', 'setWatchers'])

const quorums = fc.constantFrom<WorkflowRule['quorum']>(
  { kind: 'ANY' },
  { kind: 'ALL' },
  { kind: 'AT_LEAST', count: 2 },
)
const workflowsOf = ({ conditions, ruleTypes, settings }: World) => {
  const rules = fc
    .record({
      type: fc.constantFrom(...ruleTypes),
      approverType: fc.constantFrom(...APPROVER_TYPES, 'CUSTOM_APPROVERS', 'CUSTOM_APPROVERS'),
      approverUserIds: fc.subarray(PEOPLE, { maxLength: 4 }),
      approverGroupIds: fc.subarray(['legal', 'empty', 'ada'], { maxLength: 1 }),
      quorum: quorums,
      settings,
      conditions,
    })
    .map(({ conditions: c, ...more }) => ({ ...more, ...c }))
  return fc
    .array(fc.array(rules, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
    .map((levels) => workflow(...levels.map((level, l) => level.map((more, r) => rule(`r${l}-${r}`, more)))))
}

const moves = fc.record({
  kind: fc.constantFrom(
    ...['decide', 'decide', 'decide', 'decide', 'completeTask', 'completeTask', 'bypass', 'edit', 'restart'],
    ...['resubmit', 'replaceApprovers', 'addTask', 'archive', 'unarchive', 'setWorkStatus', 'assign', 'remind'],
    ...['taskStarted', 'taskFailed', 'taskSucceeded', 'retryTask', 'setWatchers', 'delete'],
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

const whoOf = (state: ApprovalState, move: Move): ApprovalActor => {
  if (move.kind.startsWith('task') && move.yes) return system()
  const approvers = blockOf(state, move)?.approvers ?? []
  const userId =
    move.who === 'someone who may' ? (approvers[move.pick % Math.max(1, approvers.length)]?.userId ?? 'ada') : move.who
  return actor(userId, {
    delegatorIds: move.delegators.filter((d) => d !== userId),
    impersonatorUserId: move.impersonator,
    canBypass: move.canBypass,
  })
}

const commandOf = (world: World, state: ApprovalState, move: Move): ApprovalCommandInput => {
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
    retryTask: { type: 'retryTask', blockId },
    setWatchers: { type: 'setWatchers', watchers: [person(move.other)] },
    delete: { type: 'delete' },
  }
  const command = byKind[move.kind]
  if (!command) throw new Error(`No command for ${move.kind}`)
  return command
}

interface Company {
  enforceOrder: boolean
  requestor: string
}

const planningFor = (
  world: World,
  chosen: ReturnType<typeof workflow>,
  { enforceOrder, requestor }: Company,
): PlanningContext => ({
  ...world.planning(chosen, { enforceOrder }, { ...person(requestor), managerUserId: 'grace' }),
  editing: { restrictedToAdmins: false, withApprovalBypass: true },
})

/** Everyone who influenced the request before the command, from the log alone. */
const handsIn = (log: readonly ApprovalEvent[]): Set<string | null> =>
  new Set(
    log.flatMap((event): (string | null)[] => {
      const acting = [event.actor.userId, event.actor.impersonatorUserId]
      if (event.type === 'request.submitted') return [event.requestor.userId, event.createdBy.userId, ...acting]
      const isHand =
        event.type === 'request.edited' ||
        (event.type === 'request.restarted' && event.edit !== null) ||
        (event.type === 'answers.added' && event.reopenedIds !== undefined) ||
        (event.type === 'block.approvers-replaced' && !event.isConsequence)
      return isHand ? acting : []
    }),
  )

const isBarred = (hands: ReadonlySet<string | null>, { actor: by }: ApprovalEvent, block: Block): boolean =>
  block.approverType !== 'REQUESTOR' &&
  (hands.has(by.userId) || (by.impersonatorUserId !== null && hands.has(by.impersonatorUserId)))

const neededOf = ({ quorum, approvers }: Pick<Block, 'quorum' | 'approvers'>): number =>
  quorum.kind === 'ANY' ? 1 : quorum.kind === 'ALL' ? approvers.length : quorum.count

/** Whether the people who can decide could still reach its quorum. */
const isReachable = (block: Block, hands: ReadonlySet<string | null>): boolean => {
  if (block.approverType === 'NO_APPROVERS' || block.approverType === 'REQUESTOR') return true
  const heard = new Set(block.decisions.map((decision) => (decision.onBehalfOf ?? decision).userId))
  const possible = block.approvers.filter(({ userId }) => heard.has(userId) || !hands.has(userId))
  return possible.length >= Math.max(1, neededOf(block))
}

/** What must be true of every event that decides a block, given the state just before it. */
const checkEvent = (before: ApprovalState | null, event: ApprovalEvent, hands: ReadonlySet<string | null>): void => {
  if (!before || !('blockId' in event)) return
  const block = before.blocks.find((b) => b.id === event.blockId)
  const decides = ['block.decided', 'block.bypassed', 'block.approved', 'block.rejected'].includes(event.type)
  if (!block || !decides) return
  expect(isDecided(block), 'a decided block is not decided again').toBe(false)
  expect(mayBeDecided(before, block), 'invariant 4: enforced order').toBe(true)
  if (event.type !== 'block.decided' && event.type !== 'block.bypassed') return
  expect(isBarred(hands, event, block), 'invariant 5: nobody approves their own request').toBe(false)
  expect(event.actor.impersonatorUserId, 'invariant 5: nobody decides as somebody else').toBe(null)
}

/** Changing who decides is no decision, and only a holder of the bypass right can ask fewer people. */
const checkChosen = (
  before: ApprovalState,
  after: ApprovalState,
  command: ApprovalCommand,
  by: ApprovalActor,
): void => {
  if (command.type !== 'replaceApprovers') return
  expect(
    currentBlocks(after)
      .filter(isDecided)
      .map(({ id }) => id),
    'invariant 6: no block is decided by changing who decides',
  ).toEqual(
    currentBlocks(before)
      .filter(isDecided)
      .map(({ id }) => id),
  )
  if (by.isAdmin || by.canBypass) return
  for (const block of currentBlocks(after)) {
    const was = before.blocks.find(({ id }) => id === block.id)
    if (was) expect(neededOf(block), 'invariant 6: no quorum is lowered').toBeGreaterThanOrEqual(neededOf(was))
  }
}

const checkState = (state: ApprovalState, hands: ReadonlySet<string | null>): void => {
  const blocks = currentBlocks(state)
  for (const block of blocks)
    if (state.status === 'PENDING' && !isDecided(block))
      expect(isReachable(block, hands), 'invariant 6: every open block can be decided').toBe(true)
  const rejected = blocks.some((b) => b.status === 'REJECTED')
  if (state.status === 'APPROVED')
    expect(
      blocks.every((b) => b.status === 'APPROVED'),
      'invariant 2',
    ).toBe(true)
  expect(rejected, 'invariant 2: rejected exactly when a block is').toBe(state.status === 'REJECTED')
  if (state.status === 'PENDING')
    expect(
      blocks.some((b) => !isDecided(b)),
      'pending has something open',
    ).toBe(true)
}

const canAct = (world: World, state: ApprovalState, chosen: ReturnType<typeof workflow>, company: Company): boolean =>
  currentBlocks(state)
    .filter((b) => !isDecided(b) && b.openedAt !== null)
    .some((block) =>
      block.approvers.some((approver) => {
        const command: ApprovalCommandInput = isTask(block.ruleType)
          ? {
              type: 'completeTask',
              blockId: block.id,
              seenVersion: state.version,
              ...(world.answers && { answers: world.answers(false, state) }),
            }
          : { type: 'decide', blockId: block.id, decision: 'APPROVED', seenVersion: state.version }
        const result = handle(
          state,
          approvalCommand.parse(command),
          actor(approver.userId),
          0,
          planningFor(world, chosen, company),
        )
        return !result.refusal || result.refusal.reason === 'TASK_RUNNING'
      }),
    )

/** Proves each invariant for one subject. */
export const proveInvariants = (world: World): void => {
  it('the invariants hold under random definitions and random commands', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(
        workflowsOf(world),
        fc.record({
          enforceOrder: fc.boolean(),
          requestor: fc.constantFrom('ada', 'edsger', 'linus'),
          onBehalf: fc.boolean(),
        }),
        fc.array(moves, { minLength: 5, maxLength: 40 }),
        (chosen, { onBehalf, ...company }, steps) => {
          const { requestor } = company
          const log: ApprovalEvent[] = []
          let state: ApprovalState | null = null
          let now = 1_700_000_000_000
          const take = (result: Handled, kind: string): void => {
            if (result.refusal) return
            seen.set(kind, (seen.get(kind) ?? 0) + (result.events.length > 0 ? 1 : 0))
            let before: ApprovalState | null = state
            const hands = handsIn(log)
            for (const event of result.events) {
              checkEvent(before, event, hands)
              before = apply(before, event)
            }
            log.push(...result.events)
            state = result.state
            checkState(state, handsIn(log))
          }
          const by = onBehalf ? 'alan' : requestor
          const submit = approvalCommand.parse({ ...world.submit(by), requestor: person(requestor) })
          const context = planningFor(world, chosen, company)
          take(handle(null, submit, actor(by, { submitsForOthers: true }), now, context), 'submit')
          for (const move of steps) {
            const before = state as ApprovalState | null
            if (!before) return
            now += 60_000
            const command = approvalCommand.parse(commandOf(world, before, move))
            const who = whoOf(before, move)
            const result = handle(before, command, who, now, planningFor(world, chosen, company))
            if (!result.refusal) checkChosen(before, result.state, command, who)
            if (!result.refusal && result.events.length > 0 && before.status !== 'PENDING')
              expect(AFTER_FINAL, 'invariant 2: nothing else changes after a final status').toContain(command.type)
            take(result, command.type)
            const after = state as unknown as ApprovalState
            if (after.status === 'PENDING' && after.archivedAt === null && after.deletedAt === null)
              expect(canAct(world, after, chosen, company), 'invariant 7: somebody can act').toBe(true)
          }
          expect(replay(log), 'invariant 1: replaying the log gives the state').toEqual(state)
          expect(log.map((e) => e.sequence)).toEqual(log.map((_, i) => i + 1))
        },
      ),
      { seed: 20261120, numRuns: 600 },
    )
    // A property that is never exercised would prove nothing.
    for (const kind of ['decide', 'completeTask', 'bypass', 'edit', 'restart', 'replaceApprovers', 'addTask'])
      expect(seen.get(kind), kind).toBeGreaterThan(20)
  }, 20_000)

  it('exactly one of two contradicting decisions wins, and the other gets a conflict', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(PEOPLE, { minLength: 2 }), fc.boolean(), (people, approveFirst) => {
        const one = workflow([rule('one', { approverUserIds: people })])
        const submit = approvalCommand.parse(world.submit('ada'))
        const start = handle(
          null,
          submit,
          actor('ada'),
          1,
          planningFor(world, one, { enforceOrder: true, requestor: 'ada' }),
        )
        if (start.refusal) throw new Error(start.refusal.message)
        const [block] = start.state.blocks
        const [first, second] = block?.approvers ?? []
        if (!block || !first || !second) return
        const decide = (decision: 'APPROVED' | 'REJECTED') =>
          approvalCommand.parse({ type: 'decide', blockId: block.id, decision, seenVersion: 1 })
        const won = handle(start.state, decide(approveFirst ? 'APPROVED' : 'REJECTED'), actor(first.userId), 2)
        if (won.refusal) throw new Error(won.refusal.message)
        const lost = handle(won.state, decide(approveFirst ? 'REJECTED' : 'APPROVED'), actor(second.userId), 3)
        expect(lost.refusal?.code).toBe('CONFLICT')
      }),
      { seed: 20261120, numRuns: 100 },
    )
  })
}
