import { listAuditLogs, verifyAuditLog } from '../../../../schema/platform/audit/endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { objectNumber } from '../../../core/audit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { kindOf, type ObjectKind } from '../../../core/kinds/registry.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { sealAuditLog } from './chain.ts'
import { checkedStatement } from './checks.ts'
import { checkHeads, keptHeads, storedHeads } from './heads.ts'
import { AUDIT_COLUMNS, AUDIT_JOINS, type AuditDbRow, toAuditRow } from './rows.ts'
import { verifyAuditChain } from './verify-chain.ts'

/** Whether the company has the object now. Then it is no secret that nothing happened to it. */
const isKnown = async ({ db, actor }: StaffContext, { rows }: ObjectKind, id: string): Promise<boolean> => {
  const sql = `SELECT 1 FROM ${rows.from} WHERE ${rows.id} = ? AND ${rows.company} = ?`
  return (await db.first(db.sql(sql, id, actor.companyId))) !== null
}

/** Whether nothing is left of an object but its history. A draft is there, though only its author sees it. */
const isGone = async ({ db, actor }: StaffContext, { rows }: ObjectKind, id: string): Promise<boolean> => {
  const left = rows.deletedAt ? ` AND ${rows.deletedAt} IS NULL` : ''
  const sql = `SELECT 1 FROM ${rows.from} WHERE ${rows.id} = ? AND ${rows.company} = ?${left}`
  return (await db.first(db.sql(sql, id, actor.companyId))) === null
}

/**
 * The history of an object, for people who can read the object (specification 2 §7), and after it was deleted for people
 * who see everything.
 */
export const readHistory = query({
  id: 'audit.list',
  access: 'staff.use',
  input: inputOf(listAuditLogs),
  run: async (context, { targetType, targetId, cursor, first }) => {
    const { db, actor } = context
    const kind = kindOf(targetType)
    if (!kind) throw notFound('The history')
    const target = kind.history(context, targetId)
    const [before] = cursor ? decodeCursor(cursor, 1) : [null]
    const [history, access] = await db.batch([
      db.sql(
        `SELECT ${AUDIT_COLUMNS} FROM audit_log a ${AUDIT_JOINS}
          WHERE a.object = ${objectNumber('?1', '?2', '?3')} AND (?4 IS NULL OR a.id < ?4)
          ORDER BY a.id DESC LIMIT ?5`,
        actor.companyId,
        targetType,
        targetId,
        before ?? null,
        first + 1,
      ),
      ...(target ? [target.statement] : []),
    ])
    const rows = (history?.results ?? []) as unknown as AuditDbRow[]
    try {
      target?.check(access?.results[0])
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === 'NOT_FOUND' && rows.length > 0
      if (!isMissing || !can(actor.policy, 'requests.see-all') || !(await isGone(context, kind, targetId))) throw error
    }
    // Objects that came with the company have no history before their first change. Another company's object and a
    // missing one have none either, so both look the same.
    if (rows.length === 0 && !cursor && !target && !(await isKnown(context, kind, targetId))) {
      throw notFound('The history')
    }
    return toConnection(rows, first, (row) => [row.id], toAuditRow)
  },
})

/** Seals new entries, recomputes the company's whole chain and compares it with the signed heads. */
export const verifyChain = query({
  id: 'audit.verify',
  access: 'audit.verify',
  input: inputOf(verifyAuditLog),
  run: async ({ db, actor, env, clock }) => {
    await sealAuditLog(db)
    const [stored, kept] = await Promise.all([storedHeads(db, actor.companyId), keptHeads(env, actor.companyId)])
    const heads = await checkHeads(env.OUTLAY_AUDIT_KEYS, stored, kept)
    const report = await verifyAuditChain(db, actor.companyId, heads)
    await db.batch([checkedStatement(db, actor.companyId, report, actor.name, clock.now())])
    return report
  },
})
