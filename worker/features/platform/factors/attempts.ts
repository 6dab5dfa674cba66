import { networkOf } from '../../../core/network.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { limitRate, SIGN_IN_WINDOW_MS } from '../session/index.ts'
import { holderOf } from './whose.ts'

/** A code of six digits is guessed in a million attempts. */
const MOST_BY_PERSON = 10
/** An office of hundreds comes from one address, and logs in within the same minutes. */
const MOST_BY_NETWORK = 1000

/** Throws LIMITED after ten attempts of a person, or a thousand from a network address, in 15 minutes. */
export const limitAttempts = async (context: StaffContext): Promise<void> => {
  const { companyId, userId } = holderOf(context.actor)
  await limitRate(context, SIGN_IN_WINDOW_MS, [
    { key: `factor:${companyId}:${userId}`, max: MOST_BY_PERSON },
    { key: `factor-from:${networkOf(context.clientAddress)}`, max: MOST_BY_NETWORK },
  ])
}
