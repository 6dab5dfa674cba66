import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { KindThreads, Part } from '../../../core/kinds/threads.ts'
import { isMemberInvolvedSql } from '../../approvals/blocks/index.ts'
import { announce } from './announce.ts'
import { requireReadableBlock } from './block.ts'

/** How people discuss a request, its answers and its steps. ?1 company, ?2 request, ?5 the day. */

const OF_REQUEST = "company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?2"

/** The person it is for, who filed it, and its watchers. */
const INVOLVED = `
  SELECT requestor_user_id AS id, 'REQUESTER' AS role, 1 AS waits, 3 AS place FROM intake_submissions
   WHERE id = ?2 AND company_id = ?1
  UNION ALL SELECT created_by_user_id, 'REQUESTER', 0, 3 FROM intake_submissions WHERE id = ?2 AND company_id = ?1
  UNION ALL SELECT user_id, 'WATCHER', 0, 4 FROM request_participants WHERE ${OF_REQUEST} AND is_watcher = 1`

/**
 * Like `readableRequest` for the caller, but for the member `m`. ?5 is the time.
 * @param id SQL of the request's id
 */
export const requestReaders = (id: string): string => `
  m.has_admin_access = 1 OR m.has_super_viewer_access = 1
  OR EXISTS (SELECT 1 FROM intake_submissions s WHERE s.id = ${id} AND s.company_id = ?1 AND s.is_draft = 0
     AND s.deleted_at IS NULL AND (m.user_id IN (s.requestor_user_id, s.created_by_user_id)
       OR EXISTS (SELECT 1 FROM intake_category_owners o WHERE o.company_id = ?1
                     AND o.intake_category_id = s.intake_category_id AND o.user_id = m.user_id)
       OR ${isMemberInvolvedSql({ kind: 'INTAKE_SUBMISSION', id }, 'm')}))`

export const DISCUSSION: KindThreads = {
  involved: INVOLVED,
  readers: requestReaders('?2'),
  blind: (name) => `${name} can’t see this request. Add them as a watcher before you mention them.`,
  attachTo: ({ id }) => [['INTAKE_SUBMISSION', id]],
  parts: {
    labels: ({ db, actor }, requestId) => [
      db.sql(
        `SELECT f.definition FROM intake_submissions s
           JOIN intake_form_versions f ON f.intake_category_id = s.intake_category_id AND f.version = s.form_version
          WHERE s.id = ? AND s.company_id = ?`,
        requestId,
        actor.companyId,
      ),
      db.sql(`SELECT id, label FROM level_group_statuses WHERE ${OF_REQUEST}`, actor.companyId, requestId),
    ],
    labelOf: ([forms, blocks = []]) => {
      const form = forms?.[0] ? (JSON.parse(String(forms[0].definition)) as FormDefinition) : { steps: [] }
      const labels = new Map<string, string>([
        ...form.steps
          .flatMap((step) => step.questions)
          .map((question): [string, string] => [`ANSWER ${question.id}`, question.label]),
        ...blocks.map((block): [string, string] => [`BLOCK ${block.id}`, String(block.label)]),
      ])
      const gone: Record<Part['type'], string> = { ANSWER: 'A removed question', BLOCK: 'A removed step' }
      return ({ type, id }) => labels.get(`${type} ${id}`) ?? gone[type]
    },
    involved: async (context, { type, id }) => {
      if (type !== 'BLOCK') return null
      const found = await requireReadableBlock(context, id).catch(() => null)
      if (!found) return null
      const { approvers, assignee, label } = found.block
      return { id, label, userIds: [...approvers, ...(assignee ? [assignee] : [])].map(({ userId }) => userId) }
    },
  },
  notify: (_, { targetId, threadId, actorName, recipients, note }) => ({
    topic: 'request.notify',
    payload: {
      ...{ targetType: 'INTAKE_SUBMISSION', targetId, sequence: 0, actorName, recipients, note },
      ...{ tab: 'comments', threadId },
    },
  }),
  columns: 's.vendor_form_id AS vendorFormId',
  tellOutside: ({ id, row }, { actorName, byUserId, note }) =>
    row.vendorFormId
      ? [{ topic: 'vendor-form.news', payload: { submissionId: id, kind: 'COMMENTED', actorName, byUserId, note } }]
      : [],
  announce,
}
