import type { ApprovalView, Block } from '../../../../schema/approvals/engine/model.ts'
import { createServiceFromTask } from '../../../../schema/vendors/services/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import type { TaskCompletion } from '../../../core/outbox.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { approvalActor, runOf, toBlockView } from '../../approvals/blocks/index.ts'
import { tellCompletion } from '../../approvals/tasks/index.ts'
import { auditOf, linkStatement, requireDocuments } from '../../documents/documents/index.ts'
import { requestSubject, requireReadableBlock, type SubmissionAccess } from '../../requests/submissions/index.ts'
import { creation } from './change.ts'

/**
 * CREATE_SERVICE: someone the task asks creates the service, which completes the task. Invariant: a block has one
 * service, no matter who sends what and how often. Once the service exists, its request is told, repeatedly if
 * necessary.
 */

/**
 * The block in its request's current state. Throws what the request itself would answer someone who may not do it, or
 * not yet.
 */
const requireMine = (
  context: StaffContext,
  request: SubmissionAccess,
  state: ApprovalView | null,
  id: string,
): Block => {
  const block = state?.blocks.find((one) => one.id === id)
  if (!state || !block) throw notFound('The task')
  if (state.archivedAt !== null) throw new AppError('CONFLICT', 'The request is archived.', { reason: 'ARCHIVED' })
  if (block.status !== 'PENDING' || block.closedAt !== null || state.status !== 'PENDING')
    throw new AppError('CONFLICT', `“${block.label}” is already done.`, { reason: 'ALREADY_DECIDED' })
  const view = toBlockView(block, context.actor, runOf(state), request)
  if (view.canComplete) return block
  if (view.canRoute && !view.isAwaited)
    throw new AppError('RULE_BROKEN', `“${block.label}” opens when the earlier levels are done.`, {
      reason: 'EARLIER_LEVEL_OPEN',
    })
  throw new AppError('FORBIDDEN', 'Only people assigned to the task can create the service.', { reason: 'NOT_ALLOWED' })
}

const linkStatements = ({ db, actor, clock }: StaffContext, requestId: string, serviceId: string, vendorId: string) => [
  db.sql(
    `INSERT INTO intake_submission_services (company_id, submission_id, service_id, linked_at, linked_by_user_id)
     VALUES (?, ?, ?, ?, ?)`,
    actor.companyId,
    requestId,
    serviceId,
    clock.now(),
    actor.userId,
  ),
  db.sql(
    `INSERT INTO intake_submission_vendors (company_id, intake_submission_id, vendor_id, created_by_user_id, created_at)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    actor.companyId,
    requestId,
    vendorId,
    actor.userId,
    clock.now(),
  ),
]

/**
 * Creates the service of a task with its periods, links it and its vendor to the request, and completes the task.
 * Throws INVALID for the service's fields, FORBIDDEN for someone who isn't asked, CONFLICT if it is already completed.
 */
export const createFromTask = command({
  id: 'services.create-from-task',
  access: 'requests.use',
  input: inputOf(createServiceFromTask),
  run: async (context, { levelGroupStatusId: blockId, documentIds = [], ...input }) => {
    const { request, block: seen } = await requireReadableBlock(context, blockId)
    if (seen.ruleType !== 'CREATE_SERVICE') throw notFound('The task')
    const { actor, env } = context
    const state = await approvalFor(env, requestSubject.kind, request.id).read(actor.companyId)
    const block = requireMine(context, request, state, blockId)
    // One for each time that the task is asked for.
    const serviceId = idFrom(`service\n${blockId}\n${block.reopenedAt ?? 0}`)
    const documents = await requireDocuments(context, documentIds)
    const { statements, audit } = await creation(context, input, serviceId)
    const service = { kind: 'SERVICE', id: serviceId, name: input.name, mayChange: true } as const
    const completion: TaskCompletion = {
      targetType: requestSubject.targetType,
      targetId: request.id,
      commandId: context.commandId ?? context.newId(),
      actor: approvalActor(actor, request.intakeCategoryId),
      command: { type: 'completeTask', blockId, comment: '', createdService: { id: serviceId, name: input.name } },
    }
    const done = () =>
      new AppError('CONFLICT', 'The service of this task has just been created.', { reason: 'ALREADY_DECIDED' })
    const result = await commit(context, {
      subject: 'The service',
      statements: [
        ...statements,
        ...linkStatements(context, request.id, serviceId, input.vendorId),
        ...(documents.length > 0 ? [linkStatement(context, documents, [['SERVICE', serviceId]])] : []),
      ],
      audit: [audit, ...(documents.length > 0 ? auditOf(context, service, documents, true) : [])],
      outbox: [{ topic: 'task.complete', payload: completion }],
      result: { id: serviceId },
      onDuplicate: { 'services.id': done },
    })
    const told = await tellCompletion(context, completion)
    if (!told.ok)
      throw new AppError(
        told.refusal.code,
        `The service was created and linked to the request, but the task continued without it: ${told.refusal.message}`,
        { reason: told.refusal.reason },
      )
    context.db.noteWriteElsewhere()
    return result
  },
})
