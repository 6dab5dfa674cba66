import type { Facts } from '../../../../schema/approvals/engine/facts.ts'
import type { ApprovalView, Block } from '../../../../schema/approvals/engine/model.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { summaryOf } from '../../../objects/approval/subject.ts'
import { CannotSend, type DocumentsMail, mailDocuments } from '../../documents/documents/index.ts'
import { registerTask } from './run.ts'

/** Emails documents, as attachments, to someone the request names, who may have no access to Outlay. */

/** The recipient of the task. Throws `CannotSend` if the request names no one. */
export const recipientOf = async (
  { db }: Pick<OutboxContext, 'db'>,
  state: ApprovalView,
  block: Block,
  facts: Facts,
): Promise<string> => {
  const recipient = block.settings.sendDocument?.recipient
  if (recipient?.source === 'QUESTION') {
    const fact = recipient.questionId === null ? undefined : facts.get(recipient.questionId)
    if (typeof fact?.value === 'string' && fact.value.trim()) return fact.value.trim()
    throw new CannotSend(`No recipient: “${fact?.label ?? 'the question'}” isn’t answered`)
  }
  const row = await db.first<{ email: string }>(db.sql('SELECT email FROM users WHERE id = ?', state.requestor.userId))
  if (!row) throw new CannotSend('No recipient: the requester is no longer a member')
  return row.email
}

const linkStatement = (
  db: OutboxContext['db'],
  state: ApprovalView,
  block: Block,
  documentIds: string[],
  now: number,
): D1PreparedStatement =>
  db.sql(
    `INSERT OR IGNORE INTO document_links (company_id, document_id, target_type, target_id, created_at)
     SELECT ?1, d.value, t.value ->> 0, t.value ->> 1, ?2 FROM json_each(?3) d, json_each(?4) t`,
    state.companyId,
    now,
    JSON.stringify(documentIds),
    JSON.stringify([
      [state.targetType, state.targetId],
      ['LEVEL_GROUP_STATUS', block.id],
    ]),
  )

/** What a person chose when sending by hand. */
export interface SentByHand extends Pick<DocumentsMail, 'to' | 'documentIds' | 'message'> {
  sender: NonNullable<DocumentsMail['sender']>
}

/**
 * Sends the documents of a block. The key makes a repeated delivery harmless. Throws `CannotSend` for errors that no
 * retry would fix; others can be retried.
 */
export const sendDocuments = async (
  context: Pick<OutboxContext, 'env' | 'db' | 'clock'>,
  { state, block, facts }: { state: ApprovalView; block: Block; facts: Facts },
  key: string,
  byHand: SentByHand | null = null,
) => {
  const { db, clock } = context
  const { documentIds = [], emailCopy = '' } = block.settings.sendDocument ?? {}
  const mail = byHand ?? {
    to: await recipientOf(context, state, block, facts),
    documentIds,
    message: emailCopy,
    sender: null,
  }
  const about = { title: summaryOf(state).title, threadKey: state.targetId }
  // Everyone who can see the request can see what was sent.
  const links = linkStatement(db, state, block, [...mail.documentIds], clock.now())
  const documents = await mailDocuments(context, { ...mail, companyId: state.companyId, about }, key, [links])
  return { pocEmail: mail.to, documents }
}

registerTask('SEND_DOCUMENT', async (context, { id, state, block, facts }) => {
  try {
    return { done: await sendDocuments(context, { state, block, facts }, id) }
  } catch (error) {
    const { message } = error as Error
    return error instanceof CannotSend ? { failed: message } : { again: message }
  }
})
