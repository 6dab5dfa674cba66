import { type Kind, nounOf, slugOf } from '../../../../schema/shared/kinds.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import { archivedAtOf, isArchivedTarget } from '../../../core/kinds/archived.ts'
import { kindsWith } from '../../../core/kinds/registry.ts'
import { readableRow, readerParams } from '../../../core/kinds/rows.ts'
import type { DocumentTarget, ThreadObject } from '../../../core/kinds/threads.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'

type Row = Record<string, unknown>

/** What threads are about: objects of the kinds that register it. Anyone who can read the object can read them. */
export interface Subject extends ThreadObject {
  kind: Kind
}

/** The kinds that people discuss. */
export const discussedKinds = () => kindsWith('threads')

export const threadsOf = (kind: Kind) => {
  const found = discussedKinds().find((one) => one.kind === kind)
  if (!found) throw new Error(`No one discusses ${kind}`)
  return found
}

/**
 * SQL of what threads `t` are about, if the person reads it: joins, and its id and name or null. With the parameters of
 * `readerParams`.
 */
export const readableObjects = (): { joins: string; found: string; name: string } => {
  // SQLite limits how deep an expression is, and each join puts those before it deeper, so the longest come last.
  const kinds = discussedKinds().toSorted((a, b) => (a.rows.readable?.length ?? 0) - (b.rows.readable?.length ?? 0))
  return {
    joins: kinds
      .map(
        ({ kind, rows }) =>
          `LEFT JOIN ${rows.from} ON t.target_type = '${kind}' AND ${rows.id} = t.target_id AND ${readableRow(rows)}`,
      )
      .join('\n'),
    found: `coalesce(${kinds.map(({ rows }) => rows.id).join(', ')})`,
    name: `coalesce(${kinds.map(({ rows }) => rows.name).join(', ')})`,
  }
}

/** The object's own id, or that of the thread about it. */
type Given = { id: string } | { threadId: string }

/** A row if the object exists and the person can see it. `toSubject` reads it. */
export const subjectStatement = (
  { db, actor }: { db: Pick<BaseContext['db'], 'sql'>; actor: StaffActor },
  kind: Kind,
  given: Given,
): D1PreparedStatement => {
  const { rows, threads, search } = threadsOf(kind)
  const id =
    'id' in given
      ? '?6'
      : `(SELECT target_id FROM threads WHERE id = ?6 AND company_id = ?1 AND target_type = '${kind}')`
  return db.sql(
    `SELECT ${rows.id} AS id, ${rows.name} AS name, ${archivedAtOf({ kind, search })} AS subjectArchivedAt${threads.columns ? `, ${threads.columns}` : ''}
       FROM ${rows.from} WHERE ${rows.id} = ${id} AND ${readableRow(rows)}`,
    ...readerParams(actor),
    'id' in given ? given.id : given.threadId,
  )
}

/** Throws NOT_FOUND for what is missing or not visible. */
export const toSubject = (kind: Kind, row: Row | undefined): Subject => {
  if (!row) throw notFound(`The ${nounOf(kind)}`)
  return { kind, id: String(row.id), name: String(row.name), row }
}

/** Nothing is said about what is archived. Throws CONFLICT. */
export const requireUnarchivedSubject = ({ kind, row }: Subject): void => {
  if (row.subjectArchivedAt) throw isArchivedTarget(nounOf(kind))
}

export const requireSubject = async (context: StaffContext, kind: Kind, id: string): Promise<Subject> =>
  toSubject(kind, (await context.db.first<Row>(subjectStatement(context, kind, { id }))) ?? undefined)

/** What a comment's document is attached to, so that people who read the comment can read it. */
export const commentLinks = (subject: Subject, commentId: string): DocumentTarget[] => [
  ['COMMENT', commentId],
  ...(threadsOf(subject.kind).threads.attachTo?.(subject) ?? [['OPEN_COMMENT', commentId] as const]),
]

/** Where the history of an object mentions its comments. */
export const auditOf = ({ kind, id }: Subject, verb: string) => ({
  action: `${slugOf(kind)}.${verb}`,
  targetType: kind,
  targetId: id,
})
