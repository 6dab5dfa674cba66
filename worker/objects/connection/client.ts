import { FIRST_CELL } from '../../core/cells.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Env } from '../../env.ts'
import type { CredentialName } from './credentials.ts'
import type { CallLimits, Permit, Replaced, Replacement } from './object.ts'

export type { Replaced, Replacement } from './object.ts'

const lockOf = (env: Env, { companyId, provider }: CredentialName) =>
  env.CONNECTIONS.getByName(JSON.stringify([companyId, provider]))

/**
 * Replaces a credential under its lock. A newer one than the caller has seen is kept. Throws the adapter's ProviderError
 * if the provider refuses.
 */
export const replaceCredential = async (env: Env, input: Replacement): Promise<Replaced> => {
  const answer = await lockOf(env, input).replace({ ...input, cell: env.CELL ?? FIRST_CELL })
  if (!('failed' in answer)) return answer
  throw answer.provider ? new ProviderError(answer.failed, answer.provider) : new Error(answer.failed)
}

/** Asks for a call of the connection, which is then counted. */
export const permitCall = (env: Env, name: CredentialName, limits: CallLimits): Promise<Permit> =>
  Promise.resolve(lockOf(env, name).permit(limits))

export const endCall = (env: Env, name: CredentialName, place: string): Promise<void> =>
  Promise.resolve(lockOf(env, name).free(place))
