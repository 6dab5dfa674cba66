import { FACTOR_NEEDED, FRESH_FACTOR_MS } from '../../../schema/platform/factors/rule.ts'
import type { StaffActor } from '../actor.ts'
import { AppError } from '../errors.ts'

/** What asks the person for a second factor that was given some minutes ago at most. */

/** Until when the factor given last counts. Null if there is none, or it is too old. */
export const freshUntil = ({ factorAt }: Pick<StaffActor, 'factorAt'>, now: number): number | null =>
  factorAt !== null && factorAt + FRESH_FACTOR_MS > now ? factorAt + FRESH_FACTOR_MS : null

/** The web asks for the factor in a dialog and repeats the call. */
export const factorNeeded = (): AppError =>
  new AppError('FORBIDDEN', 'This needs your second factor. Give it, then try again.', { reason: FACTOR_NEEDED })
