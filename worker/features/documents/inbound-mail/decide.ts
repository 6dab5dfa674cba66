import { discardInboundMessage, releaseInboundMessage } from '../../../../schema/documents/inbound-mail/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import type { Destination } from './destination.ts'
import { heldKey } from './held-key.ts'
import { parseMail } from './mail.ts'
import { documentsOf, filesOf } from './mail-files.ts'

/** Decisions on emails that were held because their sender couldn't be verified. */

interface Held extends Destination {
  fromAddress: string
  subject: string
  state: string
}

const requireHeld = async ({ db, actor }: StaffContext, messageId: string): Promise<Held> => {
  const held = await db.first<Held>(
    db.sql(
      `SELECT from_address AS fromAddress, subject, state, purpose, erp_entity_id AS erpEntityId FROM inbound_messages
        WHERE id = ? AND company_id = ?`,
      messageId,
      actor.companyId,
    ),
  )
  if (!held) throw notFound('The email')
  if (held.state !== 'HELD')
    throw new AppError('CONFLICT', 'This email is no longer held: someone released or discarded it.', {
      reason: 'NOT_HELD',
    })
  return held
}

const decision = ({ db, actor }: StaffContext, messageId: string, state: 'RELEASED' | 'DISCARDED') => [
  db.sql(
    "UPDATE inbound_messages SET state = ? WHERE id = ? AND company_id = ? AND state = 'HELD'",
    state,
    messageId,
    actor.companyId,
  ),
  guardOneRow(db),
]

const auditOf = (
  companyId: string,
  messageId: string,
  { fromAddress, subject }: Held,
  done: 'released' | 'discarded',
) => ({
  changeKey: `inbound-message:${messageId}:decided`,
  action: `inbound-mail.${done}`,
  targetType: 'COMPANY' as const,
  targetId: companyId,
  message: `${done === 'released' ? 'Released' : 'Discarded'} “${subject || '(no subject)'}” from ${fromAddress || 'an unknown sender'}`,
})

/** Creates its documents like those of any other email. Throws NOT_FOUND, or CONFLICT if someone else was faster. */
export const releaseMessage = command({
  id: 'inbound-mail.release',
  access: 'settings.manage',
  input: inputOf(releaseInboundMessage),
  run: async (context, { messageId }) => {
    const { db, env, actor } = context
    const { companyId } = actor
    const held = await requireHeld(context, messageId)
    const [object, company] = await Promise.all([
      env.DOCUMENTS.get(heldKey(companyId, messageId)),
      db.first<{ id: string; emailShortName: string; flags: string }>(
        db.sql('SELECT id, email_short_name AS emailShortName, flags FROM companies WHERE id = ?', companyId),
      ),
    ])
    if (!object || !company) throw notFound('The email')
    const mail = await parseMail(new Uint8Array(await object.arrayBuffer()))
    const { stored } = await filesOf(context, company, mail, false)
    const made = documentsOf(context, {
      ...{ companyId, messageId, mail, files: stored, destination: held, isVerified: false },
    })
    const result = await commit(context, {
      subject: 'The email',
      statements: [...decision(context, messageId, 'RELEASED'), ...made.statements],
      audit: [
        { ...auditOf(companyId, messageId, held, 'released'), changeData: { messageId, files: made.fileRows } },
        ...made.audit,
      ],
      outbox: made.outbox,
      result: { id: messageId, state: 'RELEASED' as const },
    })
    context.waitUntil(env.DOCUMENTS.delete(heldKey(companyId, messageId)))
    return result
  },
})

/** Deletes it, but the list still shows that it arrived. Throws NOT_FOUND, or CONFLICT if someone else was faster. */
export const discardMessage = command({
  id: 'inbound-mail.discard',
  access: 'settings.manage',
  input: inputOf(discardInboundMessage),
  run: async (context, { messageId }) => {
    const { env, actor } = context
    const held = await requireHeld(context, messageId)
    const result = await commit(context, {
      subject: 'The email',
      statements: decision(context, messageId, 'DISCARDED'),
      audit: [{ ...auditOf(actor.companyId, messageId, held, 'discarded'), changeData: { messageId } }],
      result: { id: messageId, state: 'DISCARDED' as const },
    })
    context.waitUntil(env.DOCUMENTS.delete(heldKey(actor.companyId, messageId)))
    return result
  },
})
