import { AppError } from '../../../core/errors.ts'
import { type BaseContext, signedIn } from '../../../core/operation.ts'

export const tokenRefused = (reason: string, message: string, token?: { email: string }): AppError =>
  new AppError('RULE_BROKEN', message, { reason, details: token ? { email: token.email } : undefined })

/** Ends the session of the call, of either kind. Used for signing out, and for rotation when signing in. */
export const endOfSession = (context: BaseContext): D1PreparedStatement[] => {
  const who = signedIn(context)
  if (!who) return []
  const table = context.vendor ? 'vendor_sessions' : 'sessions'
  return [context.db.sql(`DELETE FROM ${table} WHERE token_hash = ?`, who.sessionHash)]
}
