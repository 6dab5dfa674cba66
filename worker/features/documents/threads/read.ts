import * as endpoints from '../../../../schema/documents/threads/endpoints.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import { notFound } from '../../../core/errors.ts'
import type { Part } from '../../../core/kinds/threads.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { commentsStatement, type ThreadPage, threadStatements, toCommentLine, toThreads } from './rows.ts'
import { discussedKinds, type Subject, subjectStatement, threadsOf, toSubject } from './subjects.ts'

/** The threads about an object and its parts. Throws NOT_FOUND if the person can't see the object. */
export const threadsAbout = async (
  context: StaffContext,
  kind: Kind,
  id: string,
  page: ThreadPage,
): Promise<endpoints.Thread[]> => (await threadsWith(context, kind, id, page, [])).threads

/** The same with the rows of further statements about the object, which are read if the person can see it. */
export const threadsWith = async (
  context: StaffContext,
  kind: Kind,
  id: string,
  page: ThreadPage,
  more: D1PreparedStatement[],
): Promise<{ threads: endpoints.Thread[]; more: Record<string, unknown>[][] }> => {
  const { parts } = threadsOf(kind).threads
  const [access, threads, comments, ...others] = await context.db.batch([
    subjectStatement(context, kind, { id }),
    ...threadStatements(context, { kind, targetId: id }, page),
    ...more,
    ...(parts?.labels(context, id) ?? []),
  ])
  toSubject(kind, access?.results[0])
  const results = others.map((each) => each.results)
  const labelOf = parts?.labelOf(results.slice(more.length)) ?? (() => '')
  const found = toThreads(threads?.results, comments?.results, context.actor, labelOf)
  return { threads: found, more: results.slice(0, more.length) }
}

export const readThreads = query({
  id: 'threads.list',
  access: 'staff.use',
  input: inputOf(endpoints.listThreads),
  run: (context, { targetType, targetId, ...page }) => threadsAbout(context, targetType, targetId, page),
})

export interface ThreadAccess {
  id: string
  part: Part | null
  resolvedAt: number | null
  isShared: boolean
  subject: Subject
}

const THREAD = `SELECT id, target_type AS targetType, part_type AS partType, part_id AS partId, resolved_at AS resolvedAt,
     shared_with_vendor AS isShared
   FROM threads WHERE id = ? AND company_id = ?`

/** Throws NOT_FOUND for a thread about something the person can't see. */
export const requireThread = async (
  context: StaffContext,
  threadId: string,
  more: D1PreparedStatement[] = [],
): Promise<ThreadAccess & { results: Record<string, unknown>[][] }> => {
  const { db, actor } = context
  const kinds = discussedKinds()
  const [threads, ...found] = await db.batch([
    db.sql(THREAD, threadId, actor.companyId),
    ...kinds.map(({ kind }) => subjectStatement(context, kind, { threadId })),
    ...more,
  ])
  const row = threads?.results[0]
  const at = kinds.findIndex(({ kind }) => kind === row?.targetType)
  const [kind, object] = [kinds[at]?.kind, found[at]?.results[0]]
  if (!row || !kind || !object) throw notFound('The thread')
  const part = row.partType ? { type: row.partType as Part['type'], id: String(row.partId) } : null
  const resolvedAt = row.resolvedAt === null ? null : Number(row.resolvedAt)
  const others = found.slice(kinds.length)
  const subject = toSubject(kind, object)
  return {
    id: threadId,
    part,
    resolvedAt,
    isShared: row.isShared === 1,
    subject,
    results: others.map(({ results }) => results),
  }
}

export const readCommentLines = query({
  id: 'threads.comment-lines',
  access: 'staff.use',
  input: inputOf(endpoints.listCommentLines),
  run: async (context, { threadId, ...page }) => {
    const { results } = await requireThread(context, threadId, [commentsStatement(context, threadId, page)])
    return (results[0] ?? []).reverse().map((row) => toCommentLine(row, context.actor))
  },
})
