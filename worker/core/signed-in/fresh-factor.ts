import { FACTOR_NEEDED, FRESH_FACTOR_MS } from '../../../schema/platform/factors/rule.ts'
import type { StaffActor } from '../actor.ts'
import { AppError } from '../errors.ts'
import type { BaseContext } from '../operation.ts'

/** What asks the person for a second factor that was given some minutes ago at most. */

/** Until when the factor given last counts. Null if there is none, or it is too old. */
export const freshUntil = ({ factorAt }: Pick<StaffActor, 'factorAt'>, now: number): number | null =>
  factorAt !== null && factorAt + FRESH_FACTOR_MS > now ? factorAt + FRESH_FACTOR_MS : null

/**
 * For operations that declare it, at every door: people give one where their company asks for it. Jobs have none, also in a
 * person's name: what they carry out was asked for with one.
 */
export const requireFreshFactor = ({ actor, clock }: Pick<BaseContext, 'actor' | 'clock'>): void => {
  if (!actor?.company.factorForMoney) return
  if (actor.apiKey)
    throw new AppError(
      'FORBIDDEN',
      'Your company asks for a second factor here, which API keys don’t have. A person has to do it.',
      { reason: 'API_KEY' },
    )
  if (actor.sessionHash !== '' && freshUntil(actor, clock.now()) === null) throw factorNeeded()
}

/** The web asks for the factor in a dialog and repeats the call. */
export const factorNeeded = (): AppError =>
  new AppError('FORBIDDEN', 'This needs your second factor. Give it, then try again.', { reason: FACTOR_NEEDED })
