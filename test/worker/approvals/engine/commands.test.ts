import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { ApprovalView } from '../../../../schema/approvals/engine/model.ts'
import { DEFAULT_PREFERENCES } from '../../../../schema/platform/notifications/levels.ts'
import type { RequestNotification } from '../../../../worker/core/outbox.ts'
import { chooseTold } from '../../../../worker/features/platform/notifications/recipients.ts'
import { unpack } from '../../../../worker/objects/approval/kept/packed-text.ts'
import { EVENTS_A_SNAPSHOT } from '../../../../worker/objects/approval/log.ts'
import { replay } from '../../../../worker/objects/approval/state.ts'
import {
  ANSWERS,
  atLeast,
  content,
  departmentIs,
  planning,
  rule,
  usd,
  workflow,
} from '../../../unit/approvals/engine/fixtures.ts'
import { blockOf, env, fresh, inD1, okOf, open } from './support.ts'

describe('commands to a request’s object', () => {
  it('a repeated command id returns the first result and changes nothing', async () => {
    const request = open(fresh('same'))
    okOf(await request.submit())
    const first = okOf(await request.decide('legal', 'linus', 'APPROVED', 'command-1'))
    const before = await inD1(request.id)
    const again = okOf(await request.decide('legal', 'linus', 'APPROVED', 'command-1'))
    expect(again).toMatchObject({ repeated: true, sequence: first.sequence })
    expect(await inD1(request.id)).toEqual(before)
  })

  it('a command id sent twice at once, or again after the object was evicted, runs once', async () => {
    const request = open(fresh('twice'))
    const results = await Promise.all([request.submit(undefined, 'submit-1'), request.submit(undefined, 'submit-1')])
    expect(results.map((r) => r.ok && r.repeated).sort()).toEqual([false, true])
    await evictDurableObject(request.stub)
    expect(okOf(await request.submit(undefined, 'submit-1'))).toMatchObject({ repeated: true })
  })

  it('a command id with different content is refused', async () => {
    const request = open(fresh('reused'))
    okOf(await request.submit())
    okOf(await request.decide('legal', 'linus', 'APPROVED', 'command-1'))
    const reused = { ok: false, refusal: { code: 'CONFLICT', reason: 'COMMAND_REUSED' } }
    expect(await request.decide('legal', 'linus', 'REJECTED', 'command-1')).toMatchObject(reused)
    expect(await request.decide('legal', 'margaret', 'APPROVED', 'command-1')).toMatchObject(reused)
  })

  it('one of two approvers who decide at once wins, and the other gets a conflict', async () => {
    for (let round = 0; round < 5; round++) {
      const request = open(fresh('race'))
      okOf(await request.submit())
      const results = await Promise.all([
        request.decide('legal', 'linus', 'APPROVED'),
        request.decide('legal', 'margaret', 'REJECTED'),
      ])
      expect(results.filter((r) => r.ok)).toHaveLength(1)
      expect(results.find((r) => !r.ok)).toMatchObject({ refusal: { code: 'CONFLICT' } })
      const { submission } = await inD1(request.id)
      expect(submission?.status).toBe(results[0].ok ? 'PENDING' : 'REJECTED')
    }
  })

  it('a decision is in D1 before its answer goes out', async () => {
    const request = open(fresh('shown'))
    okOf(await request.submit())
    const first = await inD1(request.id)
    expect(first.submission).toMatchObject({
      status: 'PENDING',
      progress: 0,
      run: 1,
      is_draft: 0,
      last_event: 'Ada Lovelace submitted the request',
    })
    expect(JSON.parse(String(first.submission?.waiting_for))).toMatchObject([
      { label: 'legal', people: [{ id: 'linus' }, { id: 'margaret' }] },
    ])
    expect(first.answers).toHaveLength(3)
    okOf(await request.decide('legal', 'linus'))
    const second = await inD1(request.id)
    expect(second.submission).toMatchObject({ progress: 50, approved_by: '[["linus","Linus Pauling"]]' })
    expect(second.participants.map((p) => [p.user_id, p.action_since !== null])).toEqual([
      ['ada', false],
      ['alan', true],
      ['barbara', false],
      ['linus', false],
      ['margaret', false],
    ])
    okOf(await request.decide('alan', 'alan'))
    const third = await inD1(request.id)
    expect(third.submission).toMatchObject({ status: 'APPROVED', progress: 100, waiting_for: '[]' })
    expect(third.submission?.completed_at).not.toBeNull()
    expect(third.audit.map((a) => a.message)).toEqual([
      'Ada Lovelace submitted the request',
      'Linus Pauling approved “legal”',
      'Alan Turing approved “alan”',
      'The request was approved',
    ])
  })

  it('each person is notified once for a command, and the one who acted never', async () => {
    const request = open(fresh('told'))
    okOf(await request.submit())
    okOf(await request.decide('legal', 'linus'))
    okOf(await request.decide('alan', 'alan'))
    const { outbox } = await inD1(request.id)
    const told = outbox.map((row) => {
      const { recipients } = JSON.parse(String(row.payload)) as RequestNotification
      const everybody = new Map(
        recipients.map(({ userId }) => [userId, { email: userId, preferences: DEFAULT_PREFERENCES }]),
      )
      return chooseTold(recipients, [], everybody)
        .map((r) => `${r.userId} ${r.kind}`)
        .sort()
    })
    expect(told).toEqual([
      ['linus APPROVAL_REQUESTED', 'margaret APPROVAL_REQUESTED'],
      ['ada BLOCK_APPROVED', 'alan APPROVAL_REQUESTED', 'barbara WATCHING'],
      ['ada REQUEST_APPROVED', 'barbara REQUEST_APPROVED'],
    ])
  })

  it('simultaneous submissions get consecutive numbers without duplicates, and a draft keeps its number', async () => {
    const draft = fresh('draft')
    await env.DB.prepare(
      `INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title, requestor_user_id,
         requestor_name, created_by_user_id, is_draft, draft_answers, created_at, updated_at)
       VALUES (?, 'company', 1000, 'category', 1, 'Draft', 'ada', 'Ada Lovelace', 'ada', 1, '{"title":"x"}', 5, 5)`,
    )
      .bind(draft)
      .run()
    const ids = [draft, ...Array.from({ length: 6 }, () => fresh('many'))]
    await Promise.all(ids.map((id) => open(id).submit().then(okOf)))
    const numbers = await Promise.all(ids.map(async (id) => Number((await inD1(id)).submission?.number)))
    expect(numbers[0]).toBe(1000)
    expect([...numbers].sort((a, b) => a - b)).toEqual([1000, 1001, 1002, 1003, 1004, 1005, 1006])
    expect((await inD1(draft)).submission).toMatchObject({ is_draft: 0, draft_answers: null, created_at: 5 })
  })

  it('many simultaneous commands leave D1 in the state of the last one', async () => {
    const request = open(fresh('burst'))
    okOf(await request.submit(workflow([rule('task', { type: 'TASK', approverUserIds: ['linus'] })])))
    const state = await request.approvals.read('company')
    const blockId = state?.blocks[0]?.id ?? ''
    const statuses = ['IN_PROGRESS', 'WAITING_ON_VENDOR', 'WAITING_ON_REQUESTER', 'PENDING'] as const
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        request.say({ type: 'setWorkStatus', blockId, workStatus: statuses[i % 4] ?? 'PENDING' }, 'linus').then(okOf),
      ),
    )
    const after = await request.approvals.read('company')
    const { submission, blocks } = await inD1(request.id)
    expect(submission?.projected_sequence).toBe(after?.sequence)
    expect(blocks[0]?.work_status).toBe(after?.blocks[0]?.workStatus)
  })

  it('an edit removes blocks that no longer apply from D1 and adds the ones that do', async () => {
    const big = rule('big', { ...atLeast(1_000_000), approverGroupIds: ['legal'] })
    const sales = rule('sales', { ...departmentIs('sales'), approverType: 'DEPARTMENT_APPROVERS' })
    const request = open(fresh('edit'))
    okOf(await request.submit(workflow([big], [sales], [rule('alan', { approverUserIds: ['alan'] })])))
    const answers = { ...ANSWERS, amount: usd(100), department: 'sales' }
    const edit = { type: 'edit' as const, seenVersion: 1, ...content(answers) }
    okOf(await request.say(edit, 'ada', { planning: planning(null, answers) }))
    const { blocks, submission, answers: stored, participants } = await inD1(request.id)
    expect(blocks.map((b) => b.label).sort()).toEqual(['alan', 'sales'])
    expect(submission).toMatchObject({ version: 2, amount_value: 100 })
    expect(stored.map((a) => a.version)).toEqual([1, 1, 1, 2, 2, 2])
    expect(participants.map((p) => p.user_id)).toEqual(['ada', 'alan', 'margaret'])
  })

  it('the state after waking up is the one in the log', async () => {
    const request = open(fresh('wake'))
    okOf(await request.submit())
    okOf(await request.decide('legal', 'linus'))
    const before = await request.approvals.read('company')
    await evictDurableObject(request.stub)
    expect(await request.approvals.read('company')).toEqual(before)
    const replayed = replay(await request.approvals.log('company'))
    expect(replayed).toMatchObject(before ?? {})
    expect(before?.status).toBe('PENDING')
  })

  it('a long history wakes up to the same state from a snapshot and newer events, and continues', async () => {
    const request = open(fresh('long'))
    okOf(await request.submit())
    const blockId = blockOf((await request.approvals.read('company')) as ApprovalView, 'legal')
    const turn = (i: number) =>
      request.say({ type: 'setWorkStatus', blockId, workStatus: i % 2 ? 'PENDING' : 'IN_PROGRESS' }, 'linus')
    for (let i = 0; i < EVENTS_A_SNAPSHOT + 3; i++) okOf(await turn(i))
    const kept = await runInDurableObject(request.stub, (_, ctx) =>
      ctx.storage.sql.exec<{ value: ArrayBuffer }>('SELECT value FROM kept WHERE id = -2').one(),
    )
    const before = await request.approvals.read('company')
    expect(JSON.parse(unpack(kept.value)).sequence).toBeLessThan(Number(before?.sequence))
    await evictDurableObject(request.stub)
    expect(await request.approvals.read('company')).toEqual(before)
    okOf(await request.decide('legal', 'linus'))
    await evictDurableObject(request.stub)
    expect((await request.approvals.read('company'))?.blocks[0]?.status).toBe('APPROVED')
  })

  it('another company sees nothing, and asking for a missing object leaves nothing behind', async () => {
    const request = open(fresh('other'))
    expect(await request.approvals.read('company')).toBeNull()
    expect(await request.say({ type: 'restart' }, 'ada')).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } })
    okOf(await request.submit())
    expect(await request.approvals.read('other')).toBeNull()
    expect(await request.approvals.log('other')).toEqual([])
  })

  it('a deleted request leaves everyone’s lists', async () => {
    const request = open(fresh('deleted'))
    okOf(await request.submit())
    okOf(await request.say({ type: 'delete' }, 'ada'))
    const { participants, submission } = await inD1(request.id)
    expect(participants).toEqual([])
    expect(submission?.deleted_at).not.toBeNull()
    expect(await request.approvals.read('company')).toBeNull()
  })
})
