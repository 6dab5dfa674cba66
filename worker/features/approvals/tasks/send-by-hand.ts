import * as endpoints from '../../../../schema/documents/documents/sending.ts'
import { auditStatement } from '../../../core/audit.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import type { DocumentSending } from '../../../core/outbox.ts'
import type { Effect, OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { factsInProgress, subjectOf } from '../../../objects/approval/subject.ts'
import {
  CannotSend,
  MAX_MAIL_BYTES,
  mailDocuments,
  requireDocuments,
  TOO_LARGE,
} from '../../documents/documents/index.ts'
import { limitRate } from '../../platform/session/index.ts'
import { objectOf } from '../blocks/index.ts'
import { type OpenTask, requireTaskByHand } from './by-hand.ts'
import { kindOf, MAX_TRIES, report } from './run.ts'
import { recipientOf, sendDocuments } from './send-document.ts'

/**
 * Documents that a person sends by email: to a vendor, or for a task that couldn't send them automatically. Invariant:
 * the command stores what to send, with its history, and the email is sent afterwards, once.
 */

const HOUR_MS = 60 * 60 * 1000
/** The limit of emails a person can send in an hour, because they go to addresses outside. */
const MOST_AN_HOUR = 60

interface Sendable {
  id: string
  name: string
  size: number
  vendorId: string | null
}

/** Throws INVALID for `documentIds` that the person can't see, that are deleted, or that don't fit in an email. */
const requireSendable = async (
  context: StaffContext,
  documentIds: string[],
  /** The task's own documents, which anyone completing it can send. */
  own: readonly string[],
): Promise<Sendable[]> => {
  const { db, actor } = context
  if (documentIds.length === 0) throw invalidField('documentIds', 'Choose at least one document')
  await requireDocuments(
    context,
    documentIds.filter((id) => !own.includes(id)),
  )
  const found = await db.all<Sendable>(
    db.sql(
      `SELECT d.id, d.display_name AS name, d.size,
              (SELECT l.target_id FROM document_links l
                WHERE l.company_id = ?1 AND l.document_id = d.id AND l.target_type = 'VENDOR') AS vendorId
         FROM json_each(?2) j CROSS JOIN documents d ON d.id = j.value AND +d.company_id = ?1 AND d.deleted_at IS NULL
        ORDER BY j.key`,
      actor.companyId,
      JSON.stringify(documentIds),
    ),
  )
  if (found.length < documentIds.length) throw invalidField('documentIds', 'One of the documents was deleted')
  if (found.reduce((sum, { size }) => sum + size, 0) > MAX_MAIL_BYTES) throw invalidField('documentIds', TOO_LARGE)
  return found
}

/** Throws INVALID for `email` without a recipient. */
const requireAddress = async (context: StaffContext, task: OpenTask | null): Promise<string> => {
  if (!task) throw invalidField('email', 'Required')
  const base = await objectOf(context, task.target).planningBase(context.actor.companyId)
  try {
    return await recipientOf(context, task.state, task.block, base ? factsInProgress(task.state, base) : new Map())
  } catch (error) {
    throw error instanceof CannotSend ? invalidField('email', error.message) : error
  }
}

/** Recorded in the history of each document, of their vendors, and of the request. */
const auditOf = (
  { newId }: Pick<StaffContext, 'newId'>,
  documents: readonly Sendable[],
  { email, message }: Pick<DocumentSending, 'email' | 'message'>,
  task: OpenTask | null,
) => {
  const change = newId()
  const names = documents.map(({ name }) => name)
  const sent = (of: string[]) => ({ before: null, after: { email, documents: of, ...(message && { message }) } })
  const vendorIds = [...new Set(documents.flatMap(({ vendorId }) => vendorId ?? []))]
  return [
    ...documents.map(({ id, name }) => ({
      changeKey: `document-sent:${id}:${change}`,
      action: 'document.sent',
      targetType: 'DOCUMENT' as const,
      targetId: id,
      message: `Sent ${name} to ${email}`,
      changeData: sent([name]),
    })),
    ...vendorIds.map((vendorId) => {
      const of = documents.filter((document) => document.vendorId === vendorId).map(({ name }) => name)
      return {
        changeKey: `vendor-documents-sent:${vendorId}:${change}`,
        action: 'vendor.documents-sent',
        targetType: 'VENDOR' as const,
        targetId: vendorId,
        message: `Sent ${of.join(', ')} to ${email}`,
        changeData: sent(of),
      }
    }),
    ...(task
      ? [
          {
            changeKey: `${subjectOf(task.target).kind}-documents-sent:${task.target.id}:${change}`,
            action: `${subjectOf(task.target).audit.area}.documents-sent`,
            targetType: subjectOf(task.target).audit.targetType,
            targetId: task.target.id,
            message: `Sent ${names.join(', ')} to ${email} for “${task.block.label}”`,
            changeData: sent(names),
          },
        ]
      : []),
  ]
}

/**
 * Anyone can send what they can see. A task's documents can be sent by people who can complete it by hand. Throws
 * INVALID for `email` and `documentIds`, LIMITED, and for a task the same as `requireTaskByHand`.
 */
export const sendByHand = command({
  id: 'documents.send',
  access: 'staff.use',
  input: inputOf(endpoints.sendDocuments),
  run: async (context, input) => {
    const { actor } = context
    const { levelGroupStatusId: blockId } = input
    if (blockId && !actor.policy.company.enableIntakeRequests)
      throw new AppError('FORBIDDEN', 'Requests are turned off for your company.')
    const task = blockId
      ? await requireTaskByHand(context, blockId, {
          ruleType: 'SEND_DOCUMENT',
          noun: 'task',
          running: 'The documents are being sent right now.',
        })
      : null
    const configured = task?.block.settings.sendDocument
    const own = configured?.documentIds ?? []
    const documents = await requireSendable(context, [...new Set(input.documentIds ?? own)], own)
    const sending: DocumentSending = {
      email: input.email ?? (await requireAddress(context, task)),
      documentIds: documents.map(({ id }) => id),
      message: input.emailCopy ?? configured?.emailCopy ?? '',
      by: { userId: actor.userId, name: actor.name, email: actor.email },
      task: task && { targetType: task.target.targetType, targetId: task.target.id, blockId: task.block.id },
    }
    await limitRate(context, HOUR_MS, [{ key: `send-documents:${actor.companyId}:${actor.userId}`, max: MOST_AN_HOUR }])
    return commit(context, {
      subject: 'The documents',
      statements: [],
      audit: auditOf(context, documents, sending, task),
      outbox: [{ topic: 'documents.send', payload: sending }],
      result: { email: sending.email, documentIds: sending.documentIds },
    })
  },
})

/** The history of the documents shows an email that couldn't be sent. */
const recordFailure = async (
  { db, clock }: OutboxContext,
  { id, companyId, payload }: Effect<'documents.send'>,
  problem: string,
): Promise<void> => {
  const entries = payload.documentIds.map((documentId) => ({
    changeKey: `document-not-sent:${documentId}:${id}`,
    companyId,
    actorUserId: null,
    impersonatorUserId: null,
    action: 'document.not-sent',
    targetType: 'DOCUMENT' as const,
    targetId: documentId,
    message: `Could not be sent to ${payload.email}: ${problem}`,
    changeData: null,
    occurredAt: clock.now(),
  }))
  await db.batch([auditStatement(db, entries, 'ignore')])
}

const sendForTask = async (
  context: OutboxContext,
  { id, companyId, payload }: Effect<'documents.send'>,
  task: NonNullable<DocumentSending['task']>,
): Promise<void> => {
  const { env, log } = context
  const approvals = approvalFor(env, kindOf(task), task.targetId)
  const [state, base] = await Promise.all([approvals.read(companyId), approvals.planningBase(companyId)])
  const block = state?.blocks.find((one) => one.id === task.blockId)
  if (!state || !base || block?.status !== 'PENDING' || block.closedAt !== null || state.status !== 'PENDING') {
    log.info('documents.task-went-on', { id })
    return
  }
  if (block.automatic?.state === 'RUNNING') throw new Error('The task is running automatically right now')
  const { email: to, documentIds, message, by } = payload
  const sent = await sendDocuments(context, { state, block, facts: factsInProgress(state, base) }, id, {
    to,
    documentIds,
    message,
    sender: by,
  })
  const result = { ...sent, by: { userId: by.userId, name: by.name } }
  await report(env, { ...task, companyId }, `${id}:done`, {
    type: 'taskSucceeded',
    blockId: task.blockId,
    result,
  })
}

/** The same id again asks the provider for the same email. */
export const mailSentDocuments: OutboxHandler<'documents.send'> = async (context) => async (effect) => {
  const { id, companyId, payload, attempts } = effect
  const { email: to, documentIds, message, by, task } = payload
  try {
    if (task) await sendForTask(context, effect, task)
    else await mailDocuments(context, { companyId, to, documentIds, message, sender: by, about: null }, id)
  } catch (error) {
    const problem = (error as Error).message
    if (!(error instanceof CannotSend) && attempts < MAX_TRIES) throw error
    await recordFailure(context, effect, problem)
    if (task) {
      const of = { ...task, companyId }
      await report(context.env, of, `${id}:failed`, { type: 'taskFailed', blockId: task.blockId, error: problem })
    }
  }
}
