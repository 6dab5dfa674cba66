import { env as bindings } from 'cloudflare:workers'
import type { ApprovalCommandInput, PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { ApprovalView } from '../../../../schema/approvals/engine/model.ts'
import { currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import type { Env } from '../../../../worker/env.ts'
import { approvalFor, type ExecuteResult } from '../../../../worker/objects/approval/client.ts'
import { actor, planning, rule, submitCommand, workflow } from '../../../unit/approvals/engine/fixtures.ts'

export const env = bindings as unknown as Env

export const TWO_LEVELS = workflow(
  [rule('legal', { approverGroupIds: ['legal'] })],
  [rule('alan', { approverUserIds: ['alan'], watcherType: 'CUSTOM_WATCHERS', watcherUserIds: ['barbara'] })],
)

let counter = 0
export const fresh = (prefix: string): string => `${prefix}-${++counter}`

/** A request's object, with short ways to command it. */
export const open = (id: string) => {
  const approvals = approvalFor(env, 'intake', id)
  const say = (
    command: ApprovalCommandInput,
    by: string,
    more: { commandId?: string; planning?: PlanningContext } = {},
  ) =>
    approvals.execute({
      commandId: more.commandId ?? crypto.randomUUID(),
      actor: actor(by),
      command,
      planning: more.planning,
    })
  return {
    id,
    approvals,
    stub: env.APPROVALS.getByName(`intake:${id}`),
    say,
    submit: (chosen = TWO_LEVELS, commandId?: string) =>
      say({ ...submitCommand(), targetId: id }, 'ada', { planning: planning(chosen), commandId }),
    decide: async (rule: string, by: string, decision: 'APPROVED' | 'REJECTED' = 'APPROVED', commandId?: string) => {
      const state = await approvals.read('company')
      if (!state) throw new Error('Nothing is submitted')
      return say({ type: 'decide', blockId: blockOf(state, rule), decision, seenVersion: state.version }, by, {
        commandId,
      })
    },
  }
}

export const blockOf = (state: ApprovalView, name: string): string => {
  const block = currentBlocks(state).find((b) => b.ruleId === name || b.label === name)
  if (!block) throw new Error(`No block ${name}`)
  return block.id
}

export const okOf = (result: ExecuteResult): Extract<ExecuteResult, { ok: true }> => {
  if (!result.ok) throw new Error(`Refused: ${result.refusal.reason} ${result.refusal.message}`)
  return result
}

const rows = async (sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Record<string, unknown>>()
  ).results

/** A text that many rows have is kept once, and which ones are depends on what was written before. */
const textOf = async (companyId: unknown, kept: unknown): Promise<unknown> => {
  if (!/^\d+$/.test(String(kept))) return kept
  return (await rows('SELECT text FROM request_texts WHERE company_id = ? AND id = ?', companyId, Number(kept)))[0]
    ?.text
}

/** Everything that D1 has about a request, except when it was written. */
export const inD1 = async (id: string) => ({
  submission: await rows('SELECT * FROM intake_submissions WHERE id = ?', id).then(
    async ([found]): Promise<Record<string, unknown> | undefined> => {
      if (!found) return undefined
      const { updated_at: _, ...row } = found
      return { ...row, approved_by: await textOf(row.company_id, row.approved_by) }
    },
  ),
  blocks: await rows('SELECT * FROM level_group_statuses WHERE target_id = ? ORDER BY id', id),
  participants: (await rows('SELECT * FROM request_participants WHERE target_id = ? ORDER BY user_id', id)).map(
    ({ sequence: _, ...row }) => row,
  ),
  answers: await rows('SELECT * FROM intake_answers WHERE submission_id = ? ORDER BY version, question_id', id),
  audit: await rows('SELECT change_key, full_message AS message FROM audit_log WHERE target_id = ? ORDER BY id', id),
  outbox: await rows(`SELECT id, payload FROM outbox WHERE id LIKE 'intake:' || ? || ':%' ORDER BY created_at, id`, id),
})

/** Makes every projection fail until the returned function is called. */
export const breakD1 = async (): Promise<() => Promise<void>> => {
  const triggers = ['INSERT', 'UPDATE'].map((act) => ({ name: `broken_${act.toLowerCase()}`, act }))
  for (const { name, act } of triggers) {
    const fail = `BEGIN SELECT RAISE(ABORT, 'broken for the test'); END`
    await env.DB.prepare(`CREATE TRIGGER ${name} BEFORE ${act} ON intake_submissions ${fail}`).run()
  }
  return async () => {
    for (const { name } of triggers) await env.DB.prepare(`DROP TRIGGER ${name}`).run()
  }
}
