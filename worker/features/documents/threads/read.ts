import * as endpoints from '../../../../schema/documents/threads/endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { requireReadableBlock } from '../../requests/submissions/block.ts'
import { labelStatements, type Part, toLabels } from './request-subject.ts'
import { commentsStatement, type ThreadPage, threadStatements, toCommentLine, toThreads } from './rows.ts'
import { type Subject, subjectStatement, toSubject } from './subjects.ts'

const readOf = async (
  context: StaffContext,
  type: endpoints.ThreadTarget,
  id: string,
  page: ThreadPage,
): Promise<endpoints.Thread[]> => {
  const [access, threads, comments, form, blocks] = await context.db.batch([
    subjectStatement(context, type, { id }),
    ...threadStatements(context, { targetType: type, targetId: id }, page),
    ...(type === 'INTAKE_SUBMISSION' ? labelStatements(context, id) : []),
  ])
  toSubject(type, access?.results[0], context.actor)
  return toThreads(threads?.results, comments?.results, context.actor, toLabels(form?.results, blocks?.results))
}

export const readIntakeThreads = query({
  id: 'intake.get-threads',
  access: 'requests.use',
  input: inputOf(endpoints.listIntakeThreads),
  run: async (context, { id, ...page }) => {
    const threads = await readOf(context, 'INTAKE_SUBMISSION', id, page)
    return threads.map((thread) => ({
      ...thread,
      intakeSubmissionThread: {
        id: thread.id,
        intakeSubmissionId: id,
        intakeSubmissionAnswerId: thread.part?.type === 'ANSWER' ? thread.part.id : null,
      },
    }))
  },
})

export const readBlockThreads = query({
  id: 'workflow-tasks.list-threads',
  access: 'requests.use',
  input: inputOf(endpoints.listBlockThreads),
  run: async (context, { id, ...page }) => {
    const statements = threadStatements(context, { blockId: id }, page)
    const { block, results } = await requireReadableBlock(context, id, statements)
    return toThreads(results[0], results[1], context.actor, () => block.label)
  },
})

export const readThreads = query({
  id: 'threads.list',
  access: 'staff.use',
  input: inputOf(endpoints.listThreads),
  run: (context, { targetType, targetId, ...page }) => readOf(context, targetType, targetId, page),
})

export interface ThreadAccess {
  id: string
  part: Part | null
  resolvedAt: number | null
  subject: Subject
}

const THREAD = `SELECT id, target_type AS targetType, part_type AS partType, part_id AS partId, resolved_at AS resolvedAt
   FROM threads WHERE id = ? AND company_id = ?`

/** Throws NOT_FOUND for a thread about something the person can't see. */
export const requireThread = async (
  context: StaffContext,
  threadId: string,
  more: D1PreparedStatement[] = [],
): Promise<ThreadAccess & { results: Record<string, unknown>[][] }> => {
  const { db, actor } = context
  const [threads, ...found] = await db.batch([
    db.sql(THREAD, threadId, actor.companyId),
    ...endpoints.THREAD_TARGETS.map((type) => subjectStatement(context, type, { threadId })),
    ...more,
  ])
  const row = threads?.results[0]
  const type = endpoints.THREAD_TARGETS.find((target) => target === row?.targetType)
  const access = type && found[endpoints.THREAD_TARGETS.indexOf(type)]?.results[0]
  if (!row || !type || !access) throw notFound('The thread')
  const subject = toSubject(type, access, actor)
  const part = row.partType ? { type: row.partType as Part['type'], id: String(row.partId) } : null
  const resolvedAt = row.resolvedAt === null ? null : Number(row.resolvedAt)
  const others = found.slice(endpoints.THREAD_TARGETS.length)
  return { id: threadId, part, resolvedAt, subject, results: others.map(({ results }) => results) }
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
