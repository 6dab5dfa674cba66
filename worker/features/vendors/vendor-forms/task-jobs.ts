import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { databasesOf } from '../../../core/cells.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import type { OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { factsInProgress } from '../../../objects/approval/subject.ts'
import { kindOf, registerTask, reportEnd, SYSTEM } from '../../approvals/tasks/index.ts'
import { isWaiting, reviewersIn, type TaskForm, taskFormsStatement } from './task-forms.ts'
import { closeForms, closeUnneeded, type Following, followStep, isAlive, isStarted } from './task-step.ts'

/** When steps that send forms start, and when their request or their forms change. */

const following = ({ env, db, clock }: Pick<OutboxContext, 'env' | 'db' | 'clock'>): Following => ({
  ...{ env, db, clock },
  directory: databasesOf(env, db).directory,
})

registerTask('SEND_VENDOR_FORM', async (context, { state, block, facts }) => {
  const at = following(context)
  const end = await followStep(at, { state, block, facts })
  await closeForms(at, state, block.id)
  return end
})

interface Target {
  companyId: string
  targetType?: string
  targetId: string
}

/** What the log says of a request, with what its steps may read. Null if nothing is there any more. */
const readTarget = async ({ env }: Pick<OutboxContext, 'env'>, { companyId, ...target }: Target) => {
  const approvals = approvalFor(env, kindOf(target), target.targetId)
  const [state, base] = await Promise.all([approvals.read(companyId), approvals.planningBase(companyId)])
  return state && base ? { state, facts: factsInProgress(state, base) } : null
}

/** People who joined the step since the vendor submitted read the answers too. */
const letReviewersRead = async (
  { db, env }: Following,
  { companyId }: Target,
  block: Block,
  key: string,
): Promise<void> => {
  const reviewers = reviewersIn(block)
  const rows = await db.all<{ submissionId: string; userId: string }>(
    db.sql(
      `SELECT i.intake_submission_id AS submissionId, r.value AS userId
         FROM vendor_form_invitations i INDEXED BY vendor_form_invitations_block CROSS JOIN json_each(?3) r
        WHERE i.company_id = ?1 AND i.source_block_id = ?2 AND i.source_block_id IS NOT NULL
          AND i.status <> 'UNSUBMITTED' AND i.deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM request_participants p
                           WHERE p.company_id = ?1 AND p.target_type = 'INTAKE_SUBMISSION'
                             AND p.target_id = i.intake_submission_id AND p.user_id = r.value)`,
      ...[companyId, block.id, JSON.stringify(reviewers.map(({ userId }) => userId))],
    ),
  )
  for (const submissionId of new Set(rows.map((row) => row.submissionId))) {
    const missing = new Set(rows.flatMap((row) => (row.submissionId === submissionId ? [row.userId] : [])))
    const watchers = reviewers.filter(({ userId }) => missing.has(userId))
    await approvalFor(env, kindOf({}), submissionId).execute({
      commandId: `${key}:${submissionId}:readers`,
      actor: { ...SYSTEM, companyId, isAdmin: true },
      command: { type: 'setWatchers', watchers, seenUserIds: [] },
    })
  }
}

/**
 * Looks at the steps of a request, or one of them, and tells each how far it is.
 * @param key names this look, so that a repeated one is told apart
 */
export const followSteps = async (
  context: Following,
  target: Target,
  key: string,
  which: (block: Block) => boolean = () => true,
): Promise<void> => {
  const found = await readTarget(context, target)
  if (!found) return
  const { state, facts } = found
  const steps = state.blocks.filter((block) => block.ruleType === 'SEND_VENDOR_FORM' && which(block))
  for (const block of steps.filter((one) => isAlive(state, one))) await letReviewersRead(context, target, block, key)
  for (const block of steps.filter(
    (one) => isAlive(state, one) && isStarted(one) && one.automatic?.state !== 'RUNNING',
  ))
    await reportEnd(
      context.env,
      { ...target, blockId: block.id },
      `${key}:${block.id}`,
      await followStep(context, { state, block, facts }),
    )
}

/** A deleted request is no longer read, but its steps are still listed. */
const closeFormsOfDeleted = async (context: Following, { companyId, targetType, targetId }: Target): Promise<void> => {
  const { db } = context
  const blocks = await db.all<{ id: string }>(
    db.sql(
      `SELECT id FROM level_group_statuses WHERE company_id = ? AND target_type = ? AND target_id = ?
          AND rule_type = 'SEND_VENDOR_FORM'`,
      ...[companyId, targetType ?? 'INTAKE_SUBMISSION', targetId],
    ),
  )
  const ids = blocks.map(({ id }) => id)
  await closeUnneeded(context, companyId, await db.all<TaskForm>(taskFormsStatement(db, companyId, ids)))
}

/** Steps first, because a step can take over what another no longer needs. */
export const followRequest: OutboxHandler<'vendor-form.follow'> =
  async (context) =>
  async ({ id, companyId, payload, attempts }) => {
    const target = { companyId, ...payload }
    const at = following(context)
    await followSteps(at, target, `${id}:${attempts}`)
    const found = await readTarget(context, target)
    if (found) await closeForms(at, found.state)
    else await closeFormsOfDeleted(at, target)
  }

/** The vendor submitted a form or changed it, or someone closed, sent back, approved or rejected it. */
export const followForm: OutboxHandler<'vendor-form.changed'> =
  async (context) =>
  async ({ id, companyId, payload, attempts }) => {
    const { db } = context
    const form = await db.first<{ targetId: string; blockId: string; targetType: string }>(
      db.sql(
        `SELECT i.source_target_id AS targetId, i.source_block_id AS blockId, l.target_type AS targetType
           FROM vendor_form_invitations i CROSS JOIN level_group_statuses l ON ${isBlock('i.source_block_id', 'l')}
          WHERE i.company_id = ? AND i.intake_submission_id = ? AND l.company_id = i.company_id`,
        ...[companyId, payload.submissionId],
      ),
    )
    if (!form) return
    const { blockId, targetId, targetType } = form
    await followSteps(
      following(context),
      { companyId, targetId, targetType },
      `${id}:${attempts}`,
      (block) => block.id === blockId,
    )
  }

/** Everyone who still has a form of the step to fill in hears that someone asks for it. */
export const remindOfForms: OutboxHandler<'vendor-form.remind'> =
  async ({ db, env, clock }) =>
  async ({ id, companyId, payload }) => {
    const { blockId, note, actorName } = payload
    const forms = await db.all<TaskForm>(taskFormsStatement(db, companyId, [blockId]))
    const rows = forms.filter(isWaiting).map(({ submissionId }) => ({
      id: `${id}:${submissionId}`,
      companyId,
      topic: 'vendor-form.news' as const,
      payload: { submissionId, kind: 'REMINDED' as const, actorName, note },
      createdAt: clock.now(),
    }))
    if (rows.length === 0) return
    await db.batch([outboxStatement(db, rows)])
    await nudgeOutbox(env, rows).catch(() => undefined)
  }
