import * as blockEndpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import type { Block } from '../../../../schema/approvals/engine/model.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import { visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { type Kind, nounOf, slugOf } from '../../../../schema/shared/kinds.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { requireUnarchived } from '../../../core/kinds/archived.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { announce as announceSubject, partOf, requireReadableBlock, tellObject } from '../../approvals/blocks/index.ts'
import {
  documentsStatement,
  linkStatement,
  requireDocuments,
  toDocumentViews,
} from '../../documents/documents/index.ts'
import { announce } from './announce.ts'
import { answersStatements, toSubmitted } from './read.ts'
import { planRunning } from './running.ts'
import { isStillDraft, mayManage, requireReadableSubmission, type SubmissionAccess } from './visibility.ts'

/**
 * Documents beside the answers: for the whole request, or for one block. A block's documents are linked to the request
 * as well, because everyone who reads the request can read them.
 */
export const BLOCK_TARGET = 'LEVEL_GROUP_STATUS'

const attach = async (
  context: StaffContext,
  { targetType, id }: { targetType: Kind; id: string },
  documentIds: string[],
  block: Block | null,
): Promise<{ id: string }> => {
  await requireUnarchived(context, [{ kind: targetType, id }])
  const documents = await requireDocuments(context, documentIds)
  const names = documents.map(({ name }) => name).join(', ')
  const targets: [string, string][] = [[targetType, id]]
  if (block) targets.push([BLOCK_TARGET, block.id])
  const result = await commit(context, {
    subject: `The ${nounOf(targetType)}`,
    statements: [linkStatement(context, documents, targets)],
    audit: [
      {
        changeKey: `${slugOf(targetType)}-documents:${id}:${context.newId()}`,
        action: `${slugOf(targetType)}.documents-added`,
        targetType,
        targetId: id,
        message: `${context.actor.name} added ${names}${block ? ` to “${block.label}”` : ''}`,
        changeData: { documents, ...(block && { blockId: block.id, label: block.label }) },
      },
    ],
    result: { id: block?.id ?? id },
  })
  announceSubject(context, { targetType, id })
  return result
}

export const addDocuments = command({
  id: 'intake.add-documents',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.addIntakeDocuments),
  run: async (context, { id, documentIds }) => {
    const { isDraft } = await requireReadableSubmission(context, id)
    if (isDraft) throw isStillDraft()
    return attach(context, { targetType: 'INTAKE_SUBMISSION', id }, documentIds, null)
  },
})

export const addBlockDocuments = command({
  id: 'workflow-tasks.add-documents',
  access: 'approvals.take-part',
  asAnother: 'ACTING',
  input: inputOf(blockEndpoints.addBlockDocuments),
  run: async (context, { id, documentIds }) => {
    const { access, block, reader } = await requireReadableBlock(context, id)
    return attach(context, { targetType: reader.targetType as Kind, id: access.id }, documentIds, block)
  },
})

const OF_BLOCK = `(SELECT json_group_array(document_id) FROM (
   SELECT document_id FROM document_links WHERE company_id = ?1 AND target_type = '${BLOCK_TARGET}' AND target_id = ?5
    ORDER BY created_at, document_id))`

export const listBlockDocuments = query({
  id: 'workflow-tasks.list-documents',
  access: 'approvals.take-part',
  input: inputOf(blockEndpoints.listBlockDocuments),
  run: async (context, { id }) => {
    const { results } = await requireReadableBlock(context, id, [documentsStatement(context, id, OF_BLOCK)])
    return toDocumentViews(context, results[0] ?? [])
  },
})

interface LinkRow {
  documentId: string
  targetType: string
  blockLabel: string | null
  createdByUserId: string | null
}

const linksStatement = ({ db, actor }: StaffContext, id: string): D1PreparedStatement =>
  db.sql(
    `SELECT l.document_id AS documentId, l.target_type AS targetType, NULL AS blockLabel,
            l.created_by_user_id AS createdByUserId, l.created_at AS createdAt
       FROM document_links l
      WHERE l.company_id = ?1 AND l.target_type = 'INTAKE_SUBMISSION' AND l.target_id = ?2
     UNION ALL
     SELECT l.document_id, l.target_type, b.label, l.created_by_user_id, l.created_at
       FROM level_group_statuses b
      CROSS JOIN document_links l ON l.company_id = b.company_id AND l.target_type = '${BLOCK_TARGET}' AND l.target_id = b.id
      WHERE b.company_id = ?1 AND b.target_type = 'INTAKE_SUBMISSION' AND b.target_id = ?2
      ORDER BY createdAt`,
    actor.companyId,
    id,
  )

/**
 * The person who added something to a request can remove it. So can people who manage the request, and its category's
 * owners.
 */
export const mayDetach = (access: SubmissionAccess, actor: StaffActor, createdBy: string | null): boolean =>
  createdBy === actor.userId || mayManage(access, actor) || actor.ownedCategoryIds.includes(access.intakeCategoryId)

/** Answers first, in the order of the form, then what was attached later. */
export const listDocuments = query({
  id: 'intake.list-documents',
  access: 'requests.use',
  input: inputOf(endpoints.listIntakeDocuments),
  run: async (context, { id }) => {
    const results = await context.db.batch([...answersStatements(context, id), linksStatement(context, id)])
    const { access, form, answers } = toSubmitted(results, context.actor)
    const documents = new Map<string, endpoints.RequestDocument>()
    for (const question of visibleQuestions(form, answers).filter(({ type }) => type === 'DOCUMENTS'))
      for (const documentId of chosenIds(answers[question.id]))
        documents.set(documentId, { id: documentId, source: 'ANSWER', label: question.label, canRemove: false })
    const links = (results.at(-1)?.results ?? []) as unknown as LinkRow[]
    const ofBlocks = links.filter(({ targetType }) => targetType === BLOCK_TARGET)
    // Documents only in former versions of the answers are no longer part of the request.
    const attached = links.filter(({ targetType, createdByUserId }) => targetType !== BLOCK_TARGET && createdByUserId)
    for (const { documentId, blockLabel, createdByUserId } of [...ofBlocks, ...attached]) {
      if (documents.has(documentId)) continue
      const canRemove = mayDetach(access, context.actor, createdByUserId)
      const source = blockLabel === null ? 'REQUEST' : 'BLOCK'
      documents.set(documentId, { id: documentId, source, label: blockLabel, canRemove })
    }
    return [...documents.values()]
  },
})

/**
 * Who has approved with the document is asked again. Throws FORBIDDEN for what someone else attached, RULE_BROKEN for a
 * document of the answers.
 */
export const removeDocument = command({
  id: 'intake.unlink-document',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.removeIntakeDocument),
  run: async (context, { id, documentId }) => {
    const access = await requireReadableSubmission(context, id)
    const { db, actor } = context
    const [link] = await db.all<{ createdByUserId: string | null; attachedAt: number; name: string; isAnswer: number }>(
      db.sql(
        `SELECT l.created_by_user_id AS createdByUserId, l.created_at AS attachedAt, d.display_name AS name,
                EXISTS (SELECT 1 FROM intake_submissions s
                         CROSS JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version, json_each(a.value) j
                         WHERE s.id = l.target_id AND j.value = l.document_id) AS isAnswer
           FROM document_links l CROSS JOIN documents d ON d.id = l.document_id
          WHERE l.company_id = ? AND l.document_id = ? AND l.target_type = 'INTAKE_SUBMISSION' AND l.target_id = ?`,
        actor.companyId,
        documentId,
        id,
      ),
    )
    if (access.isDraft || !link) throw notFound('The document')
    if (link.isAnswer === 1)
      throw new AppError('RULE_BROKEN', 'This document is part of the answers. Edit the request to change it.', {
        reason: 'IN_USE',
      })
    if (!mayDetach(access, actor, link.createdByUserId))
      throw new AppError(
        'FORBIDDEN',
        'Only the requester, admins and the person who attached the document can remove it.',
      )
    // Told first: if anything fails in between, the document is still there and people are asked again.
    if (access.status === 'PENDING') {
      const { planning } = await planRunning(context, access)
      const { name, attachedAt } = link
      await tellObject(
        partOf(context, documentId),
        { targetType: 'INTAKE_SUBMISSION', id },
        {
          command: { type: 'removeDocuments', documents: [{ id: documentId, name, attachedAt }] },
          planning,
          categoryId: access.intakeCategoryId,
        },
        () => requireReadableSubmission(context, id),
      )
    }
    await commit(context, {
      subject: 'The request',
      statements: [
        db.sql(
          `DELETE FROM document_links WHERE company_id = ?1 AND document_id = ?2 AND (
             (target_type = 'INTAKE_SUBMISSION' AND target_id = ?3)
             OR (target_type = '${BLOCK_TARGET}' AND target_id IN (
               SELECT id FROM level_group_statuses
                WHERE company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?3)))`,
          actor.companyId,
          documentId,
          id,
        ),
      ],
      audit: [
        {
          changeKey: `intake-documents:${id}:${context.newId()}`,
          action: 'intake-submission.document-removed',
          targetType: 'INTAKE_SUBMISSION',
          targetId: id,
          message: `${actor.name} removed ${link.name}`,
          changeData: { before: { id: documentId, name: link.name } },
        },
      ],
      result: null,
    })
    announce(context, id)
    return null
  },
})
