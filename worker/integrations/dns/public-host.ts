import { isAddress, isPublicAddress } from '../../../schema/shared/public-address.ts'
import { addressesOf } from './client.ts'

interface HostProblem {
  message: string
  /** Whether trying again might help. */
  isTransient: boolean
}

/**
 * Why a host that someone entered can't be called, or null: every address its name resolves to must be public.
 *
 * A Worker's fetch resolves names itself and can't be told which address to call. Its sockets can, but they don't reach
 * targets behind Cloudflare. So the name is looked up right before the call and again before any of the answer is used.
 * The addresses may differ, as with many hosts, but a private one in either lookup refuses the call. What remains is a
 * name that is private only for the moment in between. Its owner gets a call that they configured, only to a service
 * whose certificate proves that very name (only https is called), and sees none of the answer if the name is still
 * private afterwards.
 */
export const hostProblem = async (url: URL): Promise<HostProblem | null> => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isAddress(host)) return null
  try {
    const addresses = await addressesOf(host)
    if (addresses.length === 0) return { message: `${host} does not exist`, isTransient: false }
    if (addresses.every(isPublicAddress)) return null
    return { message: `The URL must be public: ${host}`, isTransient: false }
  } catch (error) {
    const { message } = error as Error
    return { message: `The name of the target could not be looked up: ${message}`, isTransient: true }
  }
}
