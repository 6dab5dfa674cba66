import type { Fact, Facts } from '../../../../schema/approvals/engine/facts.ts'
import type { ApprovalView, Block } from '../../../../schema/approvals/engine/model.ts'
import type { WebhookField } from '../../../../schema/approvals/workflows/definition.ts'
import { newId } from '../../../core/clock.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { type Delivered, deliverWebhook } from '../../../integrations/webhook/client.ts'
import { subjectOf, summaryOf } from '../../../objects/approval/subject.ts'
import { registerTask } from './run.ts'
import { signingSecrets } from './secrets.ts'

/** What a webhook sends, and the record of every attempt. */

const isChosenWithApprover = (one: unknown): one is { id: string; departmentApproverAssigneeUserId: string | null } =>
  typeof one === 'object' && one !== null && 'id' in one

/** A fact for programs: names of choices instead of ids, and the rest unchanged. */
const plainValue = ({ value, nameOf }: Fact): unknown => {
  const nameFor = (id: string): string => nameOf?.(id) ?? id
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return nameFor(value)
  if (!Array.isArray(value)) return value
  return value.map((one: unknown) => {
    if (typeof one === 'string') return nameFor(one)
    if (!isChosenWithApprover(one)) return one
    const userId = one.departmentApproverAssigneeUserId
    return { department: nameFor(one.id), approver: userId && nameFor(userId) }
  })
}

/** The fields with their values: fixed texts, and what is known now. */
export const fieldValues = (fields: readonly WebhookField[], facts: Facts): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ key, value, questionId }) => {
      if (questionId === null) return [key, value]
      const fact = facts.get(questionId)
      return [key, fact ? plainValue(fact) : null]
    }),
  )

export const webhookBody = (
  origin: string,
  state: ApprovalView,
  block: Pick<Block, 'id' | 'label'>,
  fields: Record<string, unknown>,
): string =>
  JSON.stringify({
    event: 'request.webhook',
    request: {
      id: state.targetId,
      title: summaryOf(state).title,
      status: state.status,
      url: `${origin}${subjectOf(state).href(state.targetId)}`,
      requestor: { id: state.requestor.userId, name: state.requestor.name },
      amount: summaryOf(state).amount,
      dueDate: summaryOf(state).dueDate,
    },
    task: { id: block.id, label: block.label },
    fields,
  })

export interface Sent extends Delivered {
  url: string
  requestBody: string
  sentAt: number
}

/** Sends and records. Never throws because of the target. */
export const send = async (
  { env, db, clock }: Pick<OutboxContext, 'env' | 'db' | 'clock'>,
  webhook: { companyId: string; blockId: string; id: string; url: string; body: string },
): Promise<Sent> => {
  const sentAt = clock.now()
  const secrets = await signingSecrets({ env, clock }, webhook.companyId)
  const { url, body, id } = webhook
  const delivered = await deliverWebhook({ url, body, id, secrets, at: sentAt })
  await db.batch([
    db.sql(
      `INSERT INTO webhook_deliveries (id, company_id, block_id, url, request_body, response_status_code, response_body,
         error, sent_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      newId(),
      webhook.companyId,
      webhook.blockId,
      url,
      body,
      delivered.status,
      delivered.body,
      delivered.error,
      sentAt,
    ),
  ])
  return { ...delivered, url, requestBody: body, sentAt }
}

/** What the block stores is enough to show. The whole answer is with the delivery. */
const KEPT = 2_000

export const resultOf = ({ url, requestBody, body, status, sentAt }: Sent) => ({
  url,
  requestBody: requestBody.slice(0, KEPT),
  responseBody: body?.slice(0, KEPT) ?? null,
  responseStatusCode: status,
  sentAt,
})

registerTask('WEBHOOK', async (context, { id, companyId, state, block, facts }) => {
  const { url = '', fields = [] } = block.settings.webhook ?? {}
  const body = webhookBody(context.env.OUTLAY_ORIGIN, state, block, fieldValues(fields, facts))
  const sent = await send(context, { companyId, blockId: block.id, id, url, body })
  if (sent.error === null) return { done: resultOf(sent) }
  return sent.isTransient ? { again: sent.error } : { failed: sent.error }
})
