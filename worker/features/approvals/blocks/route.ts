import * as endpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import { mayBeAssigned } from '../../../../schema/approvals/engine/block-people.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { givenNotes, notesIn } from '../../../../schema/requests/submissions/notes.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requireReadableBlock } from '../../requests/submissions/block.ts'
import { wrongChoices, wrongTypes } from '../../requests/submissions/chosen.ts'
import type { FilingContext } from '../../requests/submissions/planning.ts'
import { tell } from '../../requests/submissions/route.ts'
import { checkChosen, planRunning, requireMembers } from '../../requests/submissions/running.ts'
import { linkDocuments } from '../../requests/submissions/save.ts'

/** Assigning a block, changing its approvers and its work status: for its approvers, category owners and admins. */

export const setBlockStatus = command({
  id: 'workflow-tasks.set-block-status',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.setBlockStatus),
  run: async (context, { id, blockStatus }) => {
    const { request } = await requireReadableBlock(context, id)
    return tell(context, request, { command: { type: 'setWorkStatus', blockId: id, workStatus: blockStatus } })
  },
})

/**
 * The assignee can see the request and complete the task. Throws INVALID for the field if they aren't a member, or on
 * an approval aren't one of its approvers.
 */
export const setBlockAssignee = command({
  id: 'workflow-tasks.set-assignee',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.setBlockAssignee),
  run: async (context, { id, assigneeUserId }) => {
    const { request, block } = await requireReadableBlock(context, id)
    if (assigneeUserId && !mayBeAssigned(block, assigneeUserId))
      throw invalidField(
        'assigneeUserId',
        `Choose one of the approvers of “${block.label}”: no one else can decide on it`,
      )
    const chosen = assigneeUserId ? [assigneeUserId] : []
    const [assignee = null] = await requireMembers(context, chosen, 'assigneeUserId')
    return tell(context, request, { command: { type: 'assign', blockId: id, assignee } })
  },
})

/** Existing decisions stay if their approver does. Throws INVALID for the field, or RULE_BROKEN by the rules. */
export const replaceBlockApprovers = command({
  id: 'workflow-tasks.replace-approvers',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.replaceBlockApprovers),
  run: async (context, { levelGroupStatusId, groupId, approverType, approverUserIds, quorum, ...input }) => {
    const { request } = await requireReadableBlock(context, levelGroupStatusId)
    const approverGroupIds = [...new Set([...(groupId ? [groupId] : []), ...input.approverGroupIds])]
    const { planning } = await planRunning(context, request, {
      principalIds: [...approverGroupIds, ...approverUserIds],
    })
    checkChosen(planning, { approverType, approverGroupIds, approverUserIds })
    return tell(context, request, {
      planning,
      command: {
        type: 'replaceApprovers',
        blockId: levelGroupStatusId,
        approverType,
        approverGroupIds,
        approverUserIds,
        approverMatrixId: null,
        approverMatrixColumnId: null,
        quorum,
      },
    })
  },
})

export const retryBlock = command({
  id: 'workflow-tasks.retry',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.retryBlock),
  run: async (context, { id }) => {
    const { request } = await requireReadableBlock(context, id)
    return tell(context, request, { command: { type: 'retryTask', blockId: id } })
  },
})

/**
 * Stores the answers of the steps and continues with the levels they require. Throws INVALID with messages by question
 * id, or CONFLICT with ANSWERS_CHANGED if other answers changed since.
 */
export const completeAdditionalStep = command({
  id: 'workflow-tasks.additional-step-complete',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.completeAdditionalStep),
  run: async (context, { id, seenVersion, comment, steps }) => {
    const { request, block } = await requireReadableBlock(context, id)
    const asked = new Set(block.settings.stepIds ?? [])
    const answers: Answers = Object.fromEntries(
      steps
        .filter(({ stepId }) => asked.has(stepId))
        .flatMap(({ fields }) => fields.map(({ questionId, value }) => [questionId, value])),
    )
    const { base, filing, answers: all, planning } = await planRunning(context, request, { answers })
    const notes = notesIn(steps.filter(({ stepId }) => asked.has(stepId)).flatMap(({ fields }) => fields))
    requireKnown(filing, answers, base.answers)
    const documents = documentsOf(filing.form, answers)
    // Done before the object decides, because people who see the answers must see their documents.
    if (documents.length > 0) await context.db.batch([linkDocuments(context, request.id, documents)])
    const given = Object.fromEntries(Object.keys(answers).map((questionId) => [questionId, all[questionId] ?? null]))
    return tell(context, request, {
      planning,
      command: {
        type: 'completeTask',
        blockId: id,
        comment: comment ?? '',
        seenVersion: seenVersion ?? request.version,
        answers: given,
        ...givenNotes(notes),
      },
    })
  },
})

/** Ids of other companies, and documents of other types than requested, are refused beside their question. */
const requireKnown = (filing: FilingContext, answers: Answers, before: Answers): void => {
  const questions = allQuestions(filing.form)
  const fields = { ...wrongTypes(filing, questions, answers, before), ...wrongChoices(filing, questions, answers) }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID', 'Some answers need attention.', { fields })
}

const documentsOf = (form: FormDefinition, answers: Answers): string[] =>
  allQuestions(form)
    .filter((question) => question.type === 'DOCUMENTS')
    .flatMap((question) => chosenIds(answers[question.id]))
