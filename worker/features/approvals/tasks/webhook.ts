import type { ApprovalView, Block } from '../../../../schema/approvals/engine/model.ts'
import type { WebhookField } from '../../../../schema/approvals/workflows/definition.ts'
import type { AnswerValue, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { newId } from '../../../core/clock.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { type Delivered, deliverWebhook } from '../../../integrations/webhook/client.ts'
import { signingSecrets } from './secrets.ts'

/** What a webhook sends, and the record of every attempt. */

/** An answer for programs: names of choices instead of ids, and the rest unchanged. */
const plainValue = (value: AnswerValue | undefined, names: Record<string, string>): unknown => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return names[value] ?? value
  if (!Array.isArray(value)) return value
  return value.map((one) => {
    if (typeof one === 'string') return names[one] ?? one
    const userId = one.departmentApproverAssigneeUserId
    return { department: names[one.id] ?? one.id, approver: userId && (names[userId] ?? userId) }
  })
}

interface Source {
  state: Pick<ApprovalView, 'answers'>
  form: FormDefinition
  labels: Record<string, Record<string, string>>
}

/** The fields with their values: fixed texts, and the current answers. */
export const fieldValues = (
  fields: readonly WebhookField[],
  { state, form, labels }: Source,
): Record<string, unknown> => {
  const questions = new Map(allQuestions(form).map((question) => [question.id, question]))
  return Object.fromEntries(
    fields.map(({ key, value, questionId }) => {
      if (questionId === null) return [key, value]
      const options = (questions.get(questionId)?.options ?? []).map((option) => [option.id, option.label])
      const names = { ...Object.fromEntries(options), ...labels[questionId] }
      return [key, plainValue(state.answers[questionId], names)]
    }),
  )
}

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
      title: state.title,
      status: state.status,
      url: `${origin}/intake-request/${state.targetId}`,
      requestor: { id: state.requestor.userId, name: state.requestor.name },
      amount: state.amount,
      dueDate: state.dueDate,
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
