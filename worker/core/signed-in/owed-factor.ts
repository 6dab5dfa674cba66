import { FACTOR_OWED } from '../../../schema/platform/factors/rule.ts'
import { AppError } from '../errors.ts'
import type { AnyOperation, BaseContext } from '../operation.ts'

/**
 * A session that owes a second factor can do what gives it, and sign out. For everything else it is refused, and what
 * anyone may call sees no one: at every door, since all of them perform operations.
 */
export const seenWhileOwing = (
  { access, whileOwing }: Pick<AnyOperation, 'access' | 'whileOwing'>,
  context: BaseContext,
): BaseContext => {
  if (!context.actor?.owesFactor || whileOwing) return context
  if (access === 'public') return { ...context, actor: null }
  throw new AppError('FORBIDDEN', 'Give your second factor first.', { reason: FACTOR_OWED })
}
