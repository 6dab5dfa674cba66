import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type {
  ApprovalActor,
  ApprovalCommand,
  ApprovalCommandInput,
  PlanningContext,
} from '../../../../schema/approvals/engine/commands.ts'
import type { ApprovalView } from '../../../../schema/approvals/engine/model.ts'
import type { Env } from '../../../../worker/env.ts'
import { approvalFor, type ExecuteResult } from '../../../../worker/objects/approval/client.ts'
import {
  ANSWERS,
  actor,
  content,
  person,
  planning,
  rule,
  submitCommand,
  system,
  usd,
  workflow,
} from '../../../unit/approvals/engine/fixtures.ts'
import { blockOf, breakD1, env, fresh, inD1, okOf } from './support.ts'

/**
 * Every command of a request's object: delivered twice it runs once, and a crash between its commit and D1 loses
 * nothing. A new command fails to compile here until it has a line.
 */
interface Said {
  command: ApprovalCommandInput
  by: ApprovalActor
  planning?: PlanningContext
}
type Say = (state: ApprovalView, id: string) => Said
/** What comes before the command, and the command. */
type Scenario = [...before: Say[], last: Say]

const linus = actor('linus')
const edsger = actor('edsger')
const ada = actor('ada')
const named = (...approverUserIds: string[]) => ({
  approverType: 'CUSTOM_APPROVERS' as const,
  approverGroupIds: [],
  approverUserIds,
  approverMatrixId: null,
  approverMatrixColumnId: null,
  quorum: { kind: 'ANY' as const },
})

const CHOSEN = workflow(
  [rule('legal', { approverGroupIds: ['legal'] }), rule('task', { type: 'TASK', approverUserIds: ['linus'] })],
  [rule('alan', { approverUserIds: ['alan'], watcherType: 'CUSTOM_WATCHERS', watcherUserIds: ['barbara'] })],
)
const HOOK = workflow([rule('hook', { type: 'WEBHOOK', approverUserIds: ['linus'] })])
const STEP = workflow(
  [rule('step', { type: 'ADDITIONAL_STEP', approverUserIds: ['linus'], settings: { stepIds: ['security'] } })],
  [
    rule('privacy', {
      approverUserIds: ['alan'],
      conditionBooleans: [{ valuesQuestionId: 'personal-data', value: true }],
    }),
  ],
)

const submit =
  (chosen = CHOSEN): Say =>
  (_, id) => ({ command: { ...submitCommand(), targetId: id }, by: ada, planning: planning(chosen) })
const decide =
  (decision: 'APPROVED' | 'REJECTED' = 'APPROVED'): Say =>
  (state) => ({
    command: { type: 'decide', blockId: blockOf(state, 'legal'), decision, seenVersion: state.version },
    by: linus,
  })
const archive: Say = () => ({ command: { type: 'archive', message: 'Not now' }, by: ada })
const onHook =
  (type: 'taskStarted' | 'retryTask'): Say =>
  (state) => ({ command: { type, blockId: blockOf(state, 'hook') }, by: type === 'retryTask' ? linus : system() })
const failed: Say = (state) => ({
  command: { type: 'taskFailed', blockId: blockOf(state, 'hook'), error: 'HTTP 500' },
  by: system(),
})
const sendBack: Say = (state) => ({
  command: { type: 'sendBack', blockId: blockOf(state, 'legal'), message: 'Add a quote' },
  by: linus,
})
const changed = { ...ANSWERS, title: 'Better laptops', amount: usd(2_000_000) }

/** All but cuts, which requests don't have, and what the alarm alone says (its own test repeats it). */
type SaidOfRequests = Exclude<ApprovalCommand['type'], 'reduce' | 'checkDeadlines'>
const SCENARIOS: Record<SaidOfRequests, Scenario> = {
  submit: [submit()],
  import: [
    (_, id) => {
      const { targetType, requestor, source, content: filed } = submitCommand()
      const times = { submittedAt: 1000, completedAt: 2000 }
      const external = { system: 'Coupa', reference: 'PR-1', status: 'APPROVED' as const, ...times }
      const command = { type: 'import' as const, targetType, targetId: id, requestor, source, content: filed, external }
      return { command, by: ada, planning: planning(CHOSEN) }
    },
  ],
  resubmit: [
    submit(),
    decide('REJECTED'),
    () => ({
      command: { type: 'resubmit', seenVersion: 1, ...content(changed) },
      by: ada,
      planning: planning(CHOSEN, changed),
    }),
  ],
  restart: [submit(), decide(), () => ({ command: { type: 'restart' }, by: ada, planning: planning(CHOSEN) })],
  decide: [submit(), decide()],
  undoDecision: [
    submit(),
    decide(),
    (state) => ({ command: { type: 'undoDecision', sequence: state.sequence }, by: linus }),
  ],
  revokeDecision: [
    submit(),
    decide(),
    (state) => ({
      command: { type: 'revokeDecision', blockId: blockOf(state, 'legal'), reason: 'Wrong vendor' },
      by: linus,
    }),
  ],
  reroute: [
    submit(),
    decide(),
    () => ({
      command: { type: 'reroute', definitions: 'CURRENT' },
      by: actor('edsger', { mayReroute: true }),
      planning: planning({ ...HOOK, version: 4 }),
    }),
  ],
  completeTask: [
    submit(STEP),
    (state) => ({
      command: {
        type: 'completeTask',
        blockId: blockOf(state, 'step'),
        seenVersion: 1,
        answers: { 'personal-data': true },
      },
      by: linus,
      planning: planning(STEP, { ...ANSWERS, 'personal-data': true }),
    }),
  ],
  withdraw: [submit(), decide(), () => ({ command: { type: 'withdraw', message: 'Bought elsewhere' }, by: ada })],
  sendBack: [submit(), sendBack],
  answerSendBack: [submit(), sendBack, () => ({ command: { type: 'answerSendBack', message: 'None' }, by: ada })],
  takeBackSendBack: [
    submit(),
    sendBack,
    (state) => ({ command: { type: 'takeBackSendBack', blockId: blockOf(state, 'legal') }, by: linus }),
  ],
  bypass: [
    submit(),
    (state) => ({ command: { type: 'bypass', blockId: blockOf(state, 'legal'), note: 'Urgent' }, by: edsger }),
  ],
  remind: [
    submit(),
    (state) => ({ command: { type: 'remind', blockId: blockOf(state, 'legal'), note: 'Please' }, by: ada }),
  ],
  assign: [
    submit(),
    (state) => ({
      command: { type: 'assign', blockId: blockOf(state, 'legal'), assignee: person('grace') },
      by: edsger,
    }),
  ],
  replaceApprovers: [
    submit(),
    (state) => ({
      command: { type: 'replaceApprovers', blockId: blockOf(state, 'legal'), ...named('grace') },
      by: edsger,
      planning: planning(null),
    }),
  ],
  addTask: [
    submit(),
    () => ({
      command: { type: 'addTask', ruleType: 'APPROVAL', label: 'Extra', settings: {}, ...named('grace') },
      by: edsger,
      planning: planning(null),
    }),
  ],
  setWorkStatus: [
    submit(),
    (state) => ({
      command: { type: 'setWorkStatus', blockId: blockOf(state, 'legal'), workStatus: 'WAITING_ON_VENDOR' },
      by: linus,
    }),
  ],
  setWatchers: [submit(), () => ({ command: { type: 'setWatchers', watchers: [person('barbara')] }, by: ada })],
  edit: [
    submit(),
    decide(),
    () => ({
      command: { type: 'edit', seenVersion: 1, ...content(changed) },
      by: ada,
      planning: planning(null, changed),
    }),
  ],
  removeDocuments: [
    submit(),
    decide(),
    () => ({
      command: { type: 'removeDocuments', documents: [{ id: 'quote', name: 'Quote.pdf', attachedAt: 0 }] },
      by: ada,
      planning: planning(null),
    }),
  ],
  archive: [submit(), archive],
  unarchive: [submit(), archive, () => ({ command: { type: 'unarchive' }, by: ada })],
  delete: [submit(), () => ({ command: { type: 'delete' }, by: ada })],
  taskStarted: [submit(HOOK), onHook('taskStarted')],
  taskFailed: [submit(HOOK), onHook('taskStarted'), failed],
  taskSucceeded: [
    submit(HOOK),
    onHook('taskStarted'),
    (state) => ({
      command: { type: 'taskSucceeded', blockId: blockOf(state, 'hook'), result: { status: 200 } },
      by: system(),
    }),
  ],
  retryTask: [submit(HOOK), onHook('taskStarted'), failed, onHook('retryTask')],
  taskWaits: [
    submit(HOOK),
    onHook('taskStarted'),
    (state) => ({
      command: { type: 'taskWaits', blockId: blockOf(state, 'hook'), state: 'SENT', revision: 1, result: null },
      by: system(),
    }),
  ],
}
const ALL = Object.entries(SCENARIOS) as [SaidOfRequests, Scenario][]

const stubOf = (id: string) => env.APPROVALS.getByName(`intake:${id}`)
const NOTHING = { blocks: [], version: 0 } as unknown as ApprovalView
const say = async (id: string, words: Say, commandId: string = crypto.randomUUID()): Promise<ExecuteResult> => {
  const said = words((await approvalFor(env, 'intake', id).read('company')) ?? NOTHING, id)
  return approvalFor(env, 'intake', id).execute({
    commandId,
    actor: said.by,
    command: said.command,
    planning: said.planning,
  })
}

/** A request as it is before the command, and the command with its own id, to be repeated at will. */
const prepare = async (name: string, scenario: Scenario) => {
  const id = fresh(name)
  for (const words of scenario.slice(0, -1)) okOf(await say(id, words))
  const last = scenario.at(-1) as Say
  const said = last((await approvalFor(env, 'intake', id).read('company')) ?? NOTHING, id)
  const commandId = `command-${id}`
  const execute = () =>
    approvalFor(env, 'intake', id).execute({
      commandId,
      actor: said.by,
      command: said.command,
      planning: said.planning,
    })
  return { id, commandId, execute }
}

const amountsIn = async (id: string) => {
  const { audit, outbox, answers, blocks } = await inD1(id)
  return { audit: audit.length, outbox: outbox.length, answers: answers.length, blocks: blocks.length }
}
/** D1 matches the object's log, and no one is notified of anything twice. */
const expectAgreement = async (id: string): Promise<void> => {
  const before = await inD1(id)
  expect(before.submission).toBeDefined()
  expect(await approvalFor(env, 'intake', id).rebuild()).toBe(true)
  expect(await inD1(id)).toEqual(before)
}

beforeAll(() => {
  // External effects of the commands must not change the requests while they are compared.
  const queue = Object.getPrototypeOf(env.OUTBOX_QUEUE) as Queue
  vi.spyOn(queue, 'send').mockResolvedValue({} as never)
  vi.spyOn(queue, 'sendBatch').mockResolvedValue({} as never)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe.each(ALL)('%s', (name, scenario) => {
  it('a command repeated at once, later or after the object slept runs once and answers the same', async () => {
    const { id, execute } = await prepare(`twice-${name}`, scenario)
    const [one, two] = (await Promise.all([execute(), execute()])).map(okOf)
    expect([one?.repeated, two?.repeated].sort()).toEqual([false, true])
    const before = await inD1(id)
    await evictDurableObject(stubOf(id))
    expect(okOf(await execute())).toMatchObject({ repeated: true, sequence: one?.sequence })
    expect(await inD1(id)).toEqual(before)
    await expectAgreement(id)
  })

  it('a command cut off between its commit and D1 reaches D1 once with the alarm, and repeating it changes nothing', async () => {
    const calm = await prepare(`calm-${name}`, scenario)
    okOf(await calm.execute())
    const { id, commandId, execute } = await prepare(`killed-${name}`, scenario)
    await runDurableObjectAlarm(stubOf(id))
    await runInDurableObject(stubOf(id), (instance) => {
      const object = instance as unknown as { env: Env }
      const hanging = { prepare: (sql: string) => env.DB.prepare(sql), batch: () => new Promise(() => {}) }
      object.env = { ...object.env, DB: hanging as unknown as D1Database }
    })
    const unanswered = execute().catch(() => 'no answer')
    const isCommitted = () =>
      runInDurableObject(stubOf(id), (_, ctx) => {
        const tables = ctx.storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'kept'").toArray()
        return (
          tables.length > 0 &&
          ctx.storage.sql.exec('SELECT 1 FROM kept WHERE command_id = ?', commandId).toArray().length > 0
        )
      })
    await expect.poll(isCommitted).toBe(true)
    await abortAllDurableObjects()
    expect(await unanswered).toBe('no answer')
    expect(await runDurableObjectAlarm(stubOf(id))).toBe(true)
    expect(await amountsIn(id)).toEqual(await amountsIn(calm.id))
    const before = await inD1(id)
    expect(okOf(await execute())).toMatchObject({ repeated: true })
    expect(await inD1(id)).toEqual(before)
    await expectAgreement(id)
  })

  it('a command whose projection fails still counts, and D1 follows with the next alarm', async () => {
    const { id, execute } = await prepare(`failing-${name}`, scenario)
    await runDurableObjectAlarm(stubOf(id))
    const before = await inD1(id)
    const mend = await breakD1()
    try {
      expect(okOf(await execute())).toMatchObject({ projected: false })
      expect(await inD1(id)).toEqual(before)
    } finally {
      await mend()
    }
    expect(await runDurableObjectAlarm(stubOf(id))).toBe(true)
    expect((await inD1(id)).submission?.projected_sequence).not.toBe(before.submission?.projected_sequence)
    await expectAgreement(id)
  })
})
