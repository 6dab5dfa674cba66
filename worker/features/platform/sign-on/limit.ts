import { networkOf } from '../../../core/network.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { limitRate, SIGN_IN_WINDOW_MS } from '../session/index.ts'

/** A whole company may come to work behind one address. States and codes are too long to be guessed. */
const MOST_FROM_NETWORK = 1_000
const MOST_LOCAL = 20_000

/** Refuses a network that begins or answers more logins than people do. Throws LIMITED. */
export const limitNetwork = (context: BaseContext, what: 'begin' | 'answer'): Promise<void> => {
  const { clientAddress } = context
  const max = clientAddress === 'local' ? MOST_LOCAL : MOST_FROM_NETWORK
  return limitRate(context, SIGN_IN_WINDOW_MS, [{ key: `sign-on-${what}-from:${networkOf(clientAddress)}`, max }])
}
