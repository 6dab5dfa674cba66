import type { ThreadTarget } from '../../../../schema/documents/threads/endpoints.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { actingFor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'
import { ACCESS_SQL, type SubmissionAccess, toReadable } from '../../requests/submissions/visibility.ts'
import { READABLE_DOCUMENT, readableParams } from '../documents/access.ts'

type Row = Record<string, unknown>

/** What threads can be about, and who can read them: anyone who can read the object. */

interface RequestSubject {
  type: 'INTAKE_SUBMISSION'
  id: string
  request: SubmissionAccess
}

interface ObjectSubject {
  type: 'VENDOR' | 'SERVICE'
  id: string
  name: string
}

interface DocumentSubject {
  type: 'DOCUMENT'
  id: string
  name: string
  uploadedByUserId: string
  /** Everyone in the company can read it. */
  isOpen: boolean
  /** Requests that it belongs to. */
  requestIds: string[]
}

export type Subject = RequestSubject | ObjectSubject | DocumentSubject

export const SUBJECT_WORD: Record<ThreadTarget, string> = {
  INTAKE_SUBMISSION: 'request',
  VENDOR: 'vendor',
  SERVICE: 'service',
  DOCUMENT: 'document',
}

/** The page with the threads of an object. A link opens one of them. */
export const threadHref = (type: ThreadTarget, id: string, threadId?: string): string => {
  const path = {
    INTAKE_SUBMISSION: `/intake-request/${id}/comments`,
    VENDOR: `/vendors/${id}/conversations`,
    SERVICE: `/services/${id}`,
    DOCUMENT: `/documents/${id}`,
  }[type]
  return threadId ? `${path}?thread=${threadId}` : path
}

/** The object's own id, or that of the object that a thread is about. */
type Given = { id: string } | { threadId: string }

const idSql = (given: Given, type: ThreadTarget, own: string, company: string): string =>
  'id' in given
    ? own
    : `(SELECT target_id FROM threads WHERE id = ${own} AND company_id = ${company} AND target_type = '${type}')`

/** A row if the object exists and the person can see it. `toSubject` reads it. */
export const subjectStatement = (
  { db, actor }: { db: Pick<BaseContext['db'], 'sql'>; actor: StaffActor },
  type: ThreadTarget,
  given: Given,
): D1PreparedStatement => {
  const param = 'id' in given ? given.id : given.threadId
  if (type === 'INTAKE_SUBMISSION') {
    const sql = ACCESS_SQL.replace('s.id = ?1', `s.id = ${idSql(given, type, '?1', '?2')}`)
    return db.sql(sql, param, actor.companyId, JSON.stringify(actingFor(actor)))
  }
  if (type === 'DOCUMENT') {
    return db.sql(
      `SELECT d.id, d.display_name AS name, d.uploaded_by_user_id AS uploadedByUserId, d.open_count AS openCount,
              (SELECT json_group_array(l.target_id) FROM document_links l
                WHERE l.company_id = ?1 AND l.document_id = d.id AND l.target_type = 'INTAKE_SUBMISSION') AS requestIds
         FROM documents d WHERE d.id = ${idSql(given, type, '?5', '?1')} AND ${READABLE_DOCUMENT}`,
      ...readableParams(actor),
      param,
    )
  }
  const table = type === 'VENDOR' ? 'vendors' : 'services'
  return db.sql(
    `SELECT id, name FROM ${table} WHERE company_id = ?1 AND id = ${idSql(given, type, '?2', '?1')}`,
    actor.companyId,
    param,
  )
}

/** Throws NOT_FOUND for what is missing or not visible, and for a draft, which no one discusses. */
export const toSubject = (type: ThreadTarget, row: Row | undefined, actor: StaffActor): Subject => {
  if (type === 'INTAKE_SUBMISSION') {
    const request = toReadable(row, actor)
    if (request.isDraft) throw notFound('The request')
    return { type, id: request.id, request }
  }
  if (!row) throw notFound(`The ${SUBJECT_WORD[type]}`)
  const named = { id: String(row.id), name: String(row.name) }
  if (type !== 'DOCUMENT') return { type, ...named }
  return {
    type,
    ...named,
    uploadedByUserId: String(row.uploadedByUserId),
    isOpen: Number(row.openCount) > 0,
    requestIds: JSON.parse(String(row.requestIds)),
  }
}

export const requireSubject = async (context: StaffContext, type: ThreadTarget, id: string): Promise<Subject> => {
  const row = await context.db.first<Row>(subjectStatement(context, type, { id }))
  return toSubject(type, row ?? undefined, context.actor)
}

/** What a comment's document is attached to, so that people who read the comment can read it. */
export const commentLinks = (subject: Subject, commentId: string): [type: string, id: string][] => {
  const own: [string, string] = ['COMMENT', commentId]
  if (subject.type === 'INTAKE_SUBMISSION') return [own, ['INTAKE_SUBMISSION', subject.id]]
  if (subject.type === 'DOCUMENT' && !subject.isOpen) {
    return [own, ...subject.requestIds.map((id): [string, string] => ['INTAKE_SUBMISSION', id])]
  }
  return [own, ['OPEN_COMMENT', commentId]]
}

/** Where the history of an object mentions its comments. */
export const auditOf = (subject: Subject, verb: string) => ({
  action: `${subject.type.toLowerCase().replace('_', '-')}.${verb}`,
  targetType: subject.type,
  targetId: subject.id,
})
