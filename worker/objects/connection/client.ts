import type { Env } from '../../env.ts'
import type { Replaced, Replacement } from './object.ts'

export type { Replaced, Replacement } from './object.ts'

/** Replaces a credential under its lock. A newer one than the caller has seen is kept. */
export const replaceCredential = (env: Env, input: Replacement): Promise<Replaced> =>
  env.CONNECTIONS.getByName(JSON.stringify([input.companyId, input.provider])).replace(input)
