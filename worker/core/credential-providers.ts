import type { Env } from '../env.ts'

export interface InitialCredential {
  secret: string
  version: number
  replacedAt: number | null
  /** The one before, and until when it is valid. */
  before: { secret: string; validUntil: number } | null
}

/** How a provider's credential is replaced. Each adapter registers its own. */
export interface CredentialProvider {
  /** What applies while nothing is kept yet, if anything does. */
  initial?(env: Env, companyId: string): Promise<InitialCredential | null>
  /** The next secret: made here, or asked of the provider with the current one. It is called under the lock. */
  renew(env: Env, current: string | null): Promise<string>
  /** How long the replaced secret stays valid beside the new one. */
  overlapMs: number
}

const providers = new Map<string, CredentialProvider>()

export const registerCredential = (name: string, provider: CredentialProvider): void => {
  providers.set(name, provider)
}

/** Throws for a provider that no adapter has registered. */
export const credentialProvider = (name: string): CredentialProvider => {
  const provider = providers.get(name)
  if (!provider) throw new Error(`No adapter keeps credentials of ${name}`)
  return provider
}
