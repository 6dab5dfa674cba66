import * as endpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import { webhookUrlProblem } from '../../../../schema/shared/public-address.ts'
import { resultStatements } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { announce, requireReadableBlock } from '../blocks/index.ts'
import { requireKind, requireTaskByHand } from './by-hand.ts'
import { report } from './run.ts'
import { resultOf, send, webhookBody } from './webhook.ts'

/**
 * Sends a webhook by hand, for the block's approvers, category owners and admins. Throws INVALID for a `url` that isn't
 * public, UPSTREAM if the target refuses it, which the task then shows.
 */
export const completeWebhook = command({
  id: 'workflow-tasks.webhook-complete',
  access: 'requests.use',
  input: inputOf(endpoints.completeWebhookTask),
  run: async (context, { levelGroupStatusId: blockId, url, fields }) => {
    const { env, actor } = context
    const { target, state, block } = await requireTaskByHand(context, blockId, {
      ruleType: 'WEBHOOK',
      noun: 'webhook',
      running: 'The webhook is being sent right now.',
    })
    const problem = webhookUrlProblem(url)
    if (problem) throw invalidField('url', problem)
    const id = `${blockId}:${context.commandId ?? context.newId()}`
    const values = Object.fromEntries(fields.map(({ key, value }) => [key, value]))
    const body = webhookBody(env.OUTLAY_ORIGIN, state, block, values)
    const sent = await send(context, { companyId: actor.companyId, blockId, id, url, body })
    const task = { companyId: actor.companyId, targetType: target.targetType, targetId: target.id }
    const by = { userId: actor.userId, name: actor.name }
    if (sent.error !== null) {
      await report(env, task, `${id}:failed`, { type: 'taskFailed', blockId, error: sent.error })
      throw new AppError('UPSTREAM', sent.error, { reason: 'WEBHOOK_FAILED' })
    }
    await report(env, task, `${id}:done`, { type: 'taskSucceeded', blockId, result: { ...resultOf(sent), by } })
    context.db.noteWriteElsewhere()
    announce(context, target)
    const result = {
      url,
      requestBody: body,
      responseBody: sent.body,
      responseStatusCode: sent.status,
      error: null,
      sentAt: new Date(sent.sentAt).toISOString(),
    }
    // The target has it and the task is completed. Only the stored answer for repeating this command is lost.
    const kept = resultStatements(context, result, 'ignore')
    if (kept.length > 0)
      await context.db
        .batch(kept)
        .catch((error) => context.log.error('webhook.result-not-stored', { id, error: String(error) }))
    return result
  },
})

interface DeliveryRow extends Omit<endpoints.WebhookDelivery, 'sentAt'> {
  id: string
  sentAt: number
}

export const listDeliveries = query({
  id: 'workflow-tasks.webhook-deliveries',
  access: 'requests.use',
  input: inputOf(endpoints.listWebhookDeliveries),
  run: async (context, { levelGroupStatusId: blockId, before, first }) => {
    const { block, results } = await requireReadableBlock(context, blockId, [
      context.db.sql(
        `SELECT id, url, request_body AS requestBody, response_body AS responseBody,
                response_status_code AS responseStatusCode, error, sent_at AS sentAt
           FROM webhook_deliveries
          WHERE company_id = ?1 AND block_id = ?2
            AND (?3 IS NULL OR (sent_at, id) < (SELECT b.sent_at, b.id FROM webhook_deliveries b
                                                 WHERE b.id = ?3 AND b.block_id = ?2 AND b.company_id = ?1))
          ORDER BY sent_at DESC, id DESC LIMIT ?4`,
        context.actor.companyId,
        blockId,
        before ?? null,
        first,
      ),
    ])
    requireKind(block, 'WEBHOOK', 'webhook')
    const rows = (results[0] ?? []) as unknown as DeliveryRow[]
    return rows.map((row) => ({ ...row, sentAt: new Date(row.sentAt).toISOString() }))
  },
})
