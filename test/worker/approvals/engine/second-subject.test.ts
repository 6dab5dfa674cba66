import { runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalCommandInput, PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import { currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import { approvalFor } from '../../../../worker/objects/approval/client.ts'
import { LOANS_TABLE, loan, planningForLoans, submitLoan } from '../../../unit/approvals/engine/equipment-loans.ts'
import { actor, rule, usd, workflow } from '../../../unit/approvals/engine/fixtures.ts'
import { env, fresh, okOf } from './support.ts'

/** A subject without a form goes through the real object: its own row, its history, and what its end starts. */

const LINUS = workflow([rule('linus', { approverUserIds: ['linus'] })])

const open = (id: string) => {
  const approvals = approvalFor(env, 'loan', id)
  const say = async (
    command: ApprovalCommandInput,
    by: string,
    planning?: PlanningContext,
    commandId: string = crypto.randomUUID(),
  ) => approvals.execute({ commandId, actor: actor(by), command, planning })
  const decide = async (decision: 'APPROVED' | 'REJECTED', commandId?: string) => {
    const state = await approvals.read('company')
    const block = state && currentBlocks(state).find(({ status }) => status === 'PENDING')
    if (!block) throw new Error('Nothing is open')
    return say(
      { type: 'decide', blockId: block.id, decision, seenVersion: state.version },
      'linus',
      undefined,
      commandId,
    )
  }
  const submit = () => say(submitLoan('ada', id), 'ada', planningForLoans(LINUS))
  return { approvals, say, decide, submit, stub: env.APPROVALS.getByName(`loan:${id}`) }
}

const rows = async <T>(sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<T>()
  ).results

const effects = (id: string) =>
  rows<{ id: string; payload: string; done: number; held: number }>(
    `SELECT id, payload, done_at IS NOT NULL AS done, available_at > created_at AS held FROM outbox
      WHERE id LIKE 'loan:' || ? || ':settled:%' ORDER BY created_at, id`,
    id,
  )

describe('a subject that shares nothing with forms', () => {
  beforeAll(async () => {
    await env.DB.prepare(LOANS_TABLE).run()
  })

  it('its row, blocks, participants and history reach D1, and requests know nothing of it', async () => {
    const id = fresh('loan')
    const { submit, say } = open(id)
    okOf(await submit())
    okOf(
      await say(
        { type: 'edit', seenVersion: 1, content: loan({ worth: usd(1_500_000) }) },
        'ada',
        planningForLoans(LINUS),
      ),
    )
    expect(await rows('SELECT item, status FROM equipment_loans WHERE id = ?', id)).toEqual([
      { item: 'Camera', status: 'PENDING' },
    ])
    expect(await rows('SELECT target_type, label FROM level_group_statuses WHERE target_id = ?', id)).toEqual([
      { target_type: 'EQUIPMENT_LOAN', label: 'linus' },
    ])
    expect(
      await rows('SELECT user_id FROM request_participants WHERE target_id = ? AND action_since IS NOT NULL', id),
    ).toEqual([{ user_id: 'linus' }])
    expect(await rows('SELECT action, message FROM audit_log WHERE target_id = ? ORDER BY id', id)).toEqual([
      { action: 'equipment-loan.submitted', message: 'Ada Lovelace submitted the loan' },
      { action: 'equipment-loan.edited', message: 'Ada Lovelace edited the loan' },
    ])
    expect(await rows('SELECT id FROM intake_submissions WHERE id = ?', id)).toEqual([])
  })

  it('an approval starts its effect once, in the batch of its end, however often the command and the projection repeat', async () => {
    const id = fresh('loan')
    const { submit, decide, approvals, stub } = open(id)
    okOf(await submit())
    expect(await effects(id)).toEqual([])
    const commandId = crypto.randomUUID()
    const done = okOf(await decide('APPROVED', commandId))
    const once = await effects(id)
    expect(once).toEqual([
      {
        id: `loan:${id}:settled:${done.sequence}:0`,
        payload: JSON.stringify({ day: `APPROVED ${id}` }),
        done: 0,
        // The decision can still be undone.
        held: 1,
      },
    ])
    await runDurableObjectAlarm(stub)
    expect(await approvals.rebuild()).toBe(true)
    expect(await effects(id)).toEqual(once)
  })

  it('an undone decision starts nothing, and the next one starts its own effect', async () => {
    const id = fresh('loan')
    const { submit, decide, say } = open(id)
    okOf(await submit())
    const { sequence } = okOf(await decide('REJECTED'))
    okOf(await say({ type: 'undoDecision', sequence }, 'linus'))
    expect((await effects(id)).map(({ done }) => done)).toEqual([1])
    okOf(await decide('APPROVED'))
    expect((await effects(id)).map(({ payload, done }) => [payload, done])).toEqual([
      [JSON.stringify({ day: `REJECTED ${id}` }), 1],
      [JSON.stringify({ day: `APPROVED ${id}` }), 0],
    ])
  })

  it('a decision on content that has changed is refused with the differences', async () => {
    const id = fresh('loan')
    const { submit, say, approvals } = open(id)
    okOf(await submit())
    okOf(await say({ type: 'edit', seenVersion: 1, content: loan({ months: 12 }) }, 'ada', planningForLoans(LINUS)))
    const state = await approvals.read('company')
    const blockId = state?.blocks[0]?.id ?? ''
    const late = await say({ type: 'decide', blockId, decision: 'APPROVED', seenVersion: 1 }, 'linus')
    expect(late).toMatchObject({
      ok: false,
      refusal: {
        reason: 'ANSWERS_CHANGED',
        details: { changes: [{ questionId: 'months', label: 'Months', before: 6, after: 12 }] },
      },
    })
    expect(await approvals.changesSince('company', 1)).toMatchObject({ version: 2, changes: [{ label: 'Months' }] })
  })

  it('content of another shape, and a type that no one approves, are refused', async () => {
    const id = fresh('loan')
    const { say } = open(id)
    const wrong = { ...submitLoan('ada', id), content: { answers: {} } }
    expect(await say(wrong, 'ada', planningForLoans(LINUS))).toMatchObject({
      ok: false,
      refusal: { reason: 'INVALID_COMMAND' },
    })
    const unknown = { ...submitLoan('ada', id), targetType: 'RAINBOW' }
    expect(await say(unknown, 'ada', planningForLoans(LINUS))).toMatchObject({
      ok: false,
      refusal: { reason: 'INVALID_COMMAND' },
    })
  })

  it('the object of a loan takes no request, and the object of a request takes no loan', async () => {
    const id = fresh('loan')
    const elsewhere = await approvalFor(env, 'intake', id).execute({
      commandId: crypto.randomUUID(),
      actor: actor('ada'),
      command: submitLoan('ada', id),
      planning: planningForLoans(LINUS),
    })
    expect(elsewhere).toMatchObject({ ok: false, refusal: { reason: 'INVALID_COMMAND' } })
  })
})
