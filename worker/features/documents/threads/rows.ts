import { COMMENTS_OF_THREAD, type CommentLine, type Thread } from '../../../../schema/documents/threads/endpoints.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { readerParams } from '../../../core/kinds/rows.ts'
import type { Part } from '../../../core/kinds/threads.ts'
import type { BaseContext } from '../../../core/operation.ts'

type Reading = { db: Pick<BaseContext['db'], 'sql'>; actor: StaffActor }

/** A thread with its comments, as rows and as people read it. */

/** Who wrote comment `c`, with their account `u` if they have one. */
export const AUTHOR_COLUMNS = `c.created_by_user_id AS userId, coalesce(u.first_name, c.author_name, '') AS firstName,
  coalesce(u.last_name, '') AS lastName, coalesce(u.email, c.author_email, '') AS email`

const COMMENT_COLUMNS = `c.id, c.thread_id AS threadId, c.body, c.created_at AS createdAt, c.updated_at AS updatedAt,
  c.deleted_at AS deletedAt, c.version, c.impersonator_user_id AS impersonatorId,
  (SELECT trim(w.first_name || ' ' || w.last_name) FROM users w WHERE w.id = c.impersonator_user_id) AS impersonatorName,
  ${AUTHOR_COLUMNS},
  (SELECT json_group_array(json_object('id', d.id, 'displayName', d.display_name))
     FROM document_links l INDEXED BY document_links_target
    CROSS JOIN documents d ON d.id = l.document_id AND d.deleted_at IS NULL
    WHERE l.company_id = ?1 AND l.target_type = 'COMMENT' AND l.target_id = c.id) AS documents`

/** Threads about an object, or about one of its parts, or these ones, about several objects. */
export type Wanted =
  | { kind: Kind; targetId: string }
  | { kind: Kind; part: Part; objectOf: string }
  | { kind: Kind; threadIds: readonly string[] }

/** The condition on `threads t`, with its parameters. ?1 is the company. `objectOf` is SQL of the object of part ?4. */
const chosenBy = (actor: StaffActor, wanted: Wanted): { where: string; params: (string | number)[] } => {
  const ofKind = 't.company_id = ?1 AND t.target_type = ?2'
  if ('threadIds' in wanted) {
    return {
      where: '+t.company_id = ?1 AND +t.target_type = ?2 AND t.id IN (SELECT value FROM json_each(?3))',
      params: [actor.companyId, wanted.kind, JSON.stringify(wanted.threadIds)],
    }
  }
  return 'part' in wanted
    ? {
        where: `${ofKind} AND t.part_type = ?3 AND t.part_id = ?4 AND t.target_id = (${wanted.objectOf})`,
        params: [actor.companyId, wanted.kind, wanted.part.type, wanted.part.id],
      }
    : { where: `${ofKind} AND t.target_id = ?3`, params: [actor.companyId, wanted.kind, wanted.targetId] }
}

export interface ThreadPage {
  /** The thread, or comment, where the page ends. */
  before?: string | undefined
  first: number
  /** Only those that people outside read too. */
  onlyShared?: boolean
  /** How many of the newest comments of each. */
  comments?: number
}

/** The threads, then the newest comments of each with their documents. */
export const threadStatements = (
  { db, actor }: Reading,
  wanted: Wanted,
  { before, first, onlyShared, comments = COMMENTS_OF_THREAD }: ThreadPage,
): [D1PreparedStatement, D1PreparedStatement] => {
  const { where: chosenWhere, params } = chosenBy(actor, wanted)
  const all = onlyShared ? `${chosenWhere} AND t.shared_with_vendor = 1` : chosenWhere
  const where = before
    ? `${all} AND (t.created_at, t.id) < (SELECT b.created_at, b.id FROM threads b WHERE b.id = ?${params.push(before)} AND b.company_id = ?1)`
    : all
  const limit = `LIMIT ?${params.push(first)}`
  const chosen = `SELECT t.id FROM threads t WHERE ${where} ORDER BY t.created_at DESC, t.id DESC ${limit}`
  return [
    db.sql(
      `SELECT t.id, t.part_type AS partType, t.part_id AS partId, t.created_at AS createdAt, t.resolved_at AS resolvedAt,
              t.shared_with_vendor AS isShared,
              u.id AS userId, u.first_name AS firstName, u.last_name AS lastName, u.email
         FROM threads t LEFT JOIN users u ON u.id = t.resolved_by_user_id
        WHERE ${where}
        ORDER BY t.created_at DESC, t.id DESC ${limit}`,
      ...params,
    ),
    db.sql(
      `WITH chosen(id) AS MATERIALIZED (${chosen})
       SELECT ${COMMENT_COLUMNS}
         FROM chosen CROSS JOIN comments c ON c.rowid IN (
              SELECT n.rowid FROM comments n WHERE n.company_id = ?1 AND n.thread_id = chosen.id
               ORDER BY n.created_at DESC, n.id DESC LIMIT ${comments + 1})
         LEFT JOIN users u ON u.id = c.created_by_user_id
        ORDER BY c.created_at, c.id`,
      ...params,
    ),
  ]
}

/** The newest comments of one thread, or those before a given one, newest first. */
export const commentsStatement = (
  { db, actor }: Reading,
  threadId: string,
  { before, first }: ThreadPage,
): D1PreparedStatement =>
  db.sql(
    `SELECT ${COMMENT_COLUMNS} FROM comments c LEFT JOIN users u ON u.id = c.created_by_user_id
      WHERE c.company_id = ?1 AND c.thread_id = ?2
        AND (?3 IS NULL OR (c.created_at, c.id) < (SELECT b.created_at, b.id FROM comments b
                                                    WHERE b.id = ?3 AND b.thread_id = ?2 AND b.company_id = ?1))
      ORDER BY c.created_at DESC, c.id DESC LIMIT ?4`,
    actor.companyId,
    threadId,
    before ?? null,
    first,
  )

/** How many of the newest comments of a document are looked at. */
const LOOKED_AT = 5

/**
 * The newest comments that each of these documents was sent with, about what the person reads.
 * @param objects the objects that threads `t` are about, with the parameters of `readerParams`
 */
export const sentCommentsStatement = (
  { db, actor }: Reading,
  documentIds: readonly string[],
  objects: { joins: string; found: string },
): D1PreparedStatement =>
  db.sql(
    `SELECT k.document_id AS documentId, ${COMMENT_COLUMNS}
       FROM json_each(?6) j
      CROSS JOIN document_links k ON k.rowid IN (
            SELECT n.rowid FROM document_links n
             WHERE n.company_id = ?1 AND n.document_id = j.value AND n.target_type = 'COMMENT'
             ORDER BY n.created_at DESC LIMIT ${LOOKED_AT})
      CROSS JOIN comments c ON c.id = k.target_id AND +c.company_id = ?1 AND c.deleted_at IS NULL
      CROSS JOIN threads t ON t.id = c.thread_id
       LEFT JOIN users u ON u.id = c.created_by_user_id
      ${objects.joins}
      WHERE ${objects.found} IS NOT NULL
      ORDER BY c.created_at DESC, c.id DESC`,
    ...readerParams(actor),
    JSON.stringify(documentIds),
  )

type Row = Record<string, unknown>
const iso = (at: unknown): string => new Date(Number(at)).toISOString()
const maybeIso = (at: unknown): string | null => (at === null ? null : iso(at))

const personOf = (row: Row) => ({
  id: String(row.userId),
  firstName: String(row.firstName),
  lastName: String(row.lastName),
  email: String(row.email),
})

export const toCommentLine = (row: Row, actor: StaffActor): CommentLine => {
  const deleted = row.deletedAt !== null
  const own = row.userId === actor.userId
  return {
    id: String(row.id),
    body: deleted ? '' : String(row.body),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    deletedAt: maybeIso(row.deletedAt),
    version: Number(row.version),
    createdByUser: personOf(row),
    impersonator: row.impersonatorId ? { id: String(row.impersonatorId), name: String(row.impersonatorName) } : null,
    documents: deleted ? [] : JSON.parse(String(row.documents)),
    canEdit: own && !deleted,
    canDelete: (own || actor.policy.flags.hasAdminAccess) && !deleted,
  }
}

/**
 * @param labelOf the question's or block's label by its id
 * @param comments how many of the newest of each were asked for
 */
export const toThreads = (
  rows: Row[] = [],
  commentRows: Row[] = [],
  actor: StaffActor,
  labelOf: (part: Part) => string,
  comments = COMMENTS_OF_THREAD,
): Thread[] => {
  const lines = Map.groupBy(commentRows, (row) => row.threadId)
  return rows.map((row) => {
    const found = lines.get(row.id) ?? []
    const part = row.partType ? { type: row.partType as Part['type'], id: String(row.partId) } : null
    return {
      id: String(row.id),
      createdAt: iso(row.createdAt),
      resolvedAt: maybeIso(row.resolvedAt),
      resolvedByUser: row.userId ? personOf(row) : null,
      isShared: row.isShared === 1,
      part: part && { ...part, label: labelOf(part) },
      commentLines: found.slice(-comments).map((line) => toCommentLine(line, actor)),
      hasEarlierComments: found.length > comments,
    }
  })
}
