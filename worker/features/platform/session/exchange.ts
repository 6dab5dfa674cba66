import { inCell } from '../../../core/cells.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { type BaseContext, signedIn } from '../../../core/operation.ts'

export const tokenRefused = (reason: string, message: string, token?: { email: string }): AppError =>
  new AppError('RULE_BROKEN', message, { reason, details: token ? { email: token.email } : undefined })

/** The hash of the browser’s secret, where it began to sign in at an identity provider. Null for others. */
export const browserHash = ({ browser }: Pick<BaseContext, 'browser'>): string | null =>
  browser ? sha256Hex(browser) : null

const endStatements = (context: BaseContext): D1PreparedStatement[] => {
  const who = signedIn(context)
  if (!who) return []
  const table = context.vendor ? 'vendor_sessions' : 'sessions'
  return [context.callerDb.sql(`DELETE FROM ${table} WHERE token_hash = ?`, who.sessionHash)]
}

/**
 * Ends the session of the call, of either kind, in the batch that begins the next one. Used for signing out, and for
 * rotation when signing in.
 */
export const endOfSession = (context: BaseContext): D1PreparedStatement[] =>
  context.callerDb === context.db ? endStatements(context) : []

/** Ends the session of the call if it is in another cell than the one that has just begun. */
export const endElsewhere = async (context: BaseContext): Promise<void> => {
  const statements = context.callerDb === context.db ? [] : endStatements(context)
  if (statements.length > 0) await context.callerDb.batch(statements)
}

/**
 * Ends the session of the call while the company moves: the one in its cell, and the copy where it moves to. Nothing can
 * be recorded then.
 */
export const endWhileMoving = async (context: BaseContext): Promise<void> => {
  const { callerDb, actor } = context
  const lock = await callerDb.first<{ toCell: number | null }>(
    callerDb.sql('SELECT to_cell AS toCell FROM company_locks WHERE company_id = ?', actor?.companyId ?? ''),
  )
  await callerDb.batch(endStatements(context))
  if (lock?.toCell === null || lock?.toCell === undefined) return
  const { db } = inCell(context, lock.toCell)
  await db.batch(endStatements({ ...context, callerDb: db }))
}
