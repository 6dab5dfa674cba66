import * as endpoints from '../../../schema/threads/endpoints.ts'
import type { StaffActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { type BaseContext, inputOf, query } from '../../core/operation.ts'
import { requireReadableBlock } from '../intake/submissions/block.ts'
import { ACCESS_SQL, accessStatement, actingFor, type SubmissionAccess, toReadable } from '../intake/visibility.ts'
import { labelStatements, type Part, toLabels } from './request-subject.ts'
import { threadStatements, toCommentLine, toThreads } from './rows.ts'

type StaffContext = BaseContext & { actor: StaffActor }

const readOf = async (context: StaffContext, requestId: string): Promise<endpoints.Thread[]> => {
  const [access, threads, comments, form, blocks] = await context.db.batch([
    accessStatement(context, requestId),
    ...threadStatements(context, { targetType: 'INTAKE_SUBMISSION', targetId: requestId }),
    ...labelStatements(context, requestId),
  ])
  const { isDraft } = toReadable(access?.results[0], context.actor)
  if (isDraft) throw notFound('The request')
  const labelOf = toLabels(form?.results, blocks?.results)
  return toThreads(threads?.results, comments?.results, context.actor, labelOf)
}

export const readIntakeThreads = query({
  id: 'intake.get-threads',
  access: 'requests.use',
  input: inputOf(endpoints.listIntakeThreads),
  run: (context, { id }) => readOf(context, id),
})

export const readBlockThreads = query({
  id: 'workflow-tasks.list-threads',
  access: 'requests.use',
  input: inputOf(endpoints.listBlockThreads),
  run: async (context, { id }) => {
    const statements = threadStatements(context, { blockId: id })
    const { block, results } = await requireReadableBlock(context, id, statements)
    return toThreads(results[0], results[1], context.actor, () => block.label)
  },
})

export const readThreads = query({
  id: 'threads.list',
  access: 'staff.use',
  input: inputOf(endpoints.listThreads),
  run: (context, { targetId }) => readOf(context, targetId),
})

export interface ThreadAccess {
  id: string
  part: Part | null
  resolvedAt: number | null
  request: SubmissionAccess
}

const THREAD = `SELECT id, target_id AS targetId, part_type AS partType, part_id AS partId, resolved_at AS resolvedAt
   FROM threads WHERE id = ? AND company_id = ?`
const OF_THREAD =
  "(SELECT target_id FROM threads WHERE id = ?1 AND company_id = ?2 AND target_type = 'INTAKE_SUBMISSION')"
const THREAD_ACCESS = ACCESS_SQL.replace('s.id = ?1', `s.id = ${OF_THREAD}`)

/** Errors: NOT_FOUND for a thread about what the person may not see. */
export const requireThread = async (
  { db, actor }: StaffContext,
  threadId: string,
  more: D1PreparedStatement[] = [],
): Promise<ThreadAccess & { results: Record<string, unknown>[][] }> => {
  const [threads, access, ...others] = await db.batch([
    db.sql(THREAD, threadId, actor.companyId),
    db.sql(THREAD_ACCESS, threadId, actor.companyId, JSON.stringify(actingFor(actor))),
    ...more,
  ])
  const row = threads?.results[0]
  if (!row || !access?.results[0]) throw notFound('The thread')
  const request = toReadable(access.results[0], actor)
  const part = row.partType ? { type: row.partType as Part['type'], id: String(row.partId) } : null
  const resolvedAt = row.resolvedAt === null ? null : Number(row.resolvedAt)
  return { id: threadId, part, resolvedAt, request, results: others.map(({ results }) => results) }
}

export const readCommentLines = query({
  id: 'threads.comment-lines',
  access: 'staff.use',
  input: inputOf(endpoints.listCommentLines),
  run: async (context, { threadId }) => {
    const [, comments] = threadStatements(context, { threadId })
    const { results } = await requireThread(context, threadId, [comments])
    return (results[0] ?? []).map((row) => toCommentLine(row, context.actor))
  },
})
