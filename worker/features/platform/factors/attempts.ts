import { networkOf } from '../../../core/network.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { limitRate, SIGN_IN_WINDOW_MS } from '../session/index.ts'
import { holderOf } from './whose.ts'

/** A code of six digits is guessed in a million attempts. */
const MOST_BY_PERSON = 10
const MOST_BY_NETWORK = 100

/** Throws LIMITED after ten attempts of a person, or a hundred from a network address, in 15 minutes. */
export const limitAttempts = async (context: StaffContext): Promise<void> => {
  const { companyId, userId } = holderOf(context.actor)
  const network = networkOf(context.clientAddress)
  await limitRate(context, SIGN_IN_WINDOW_MS, [
    { key: `factor:${companyId}:${userId}`, max: MOST_BY_PERSON },
    { key: `factor-from:${network}`, max: network === 'local' ? 1000 : MOST_BY_NETWORK },
  ])
}
