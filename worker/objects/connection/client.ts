import { FIRST_CELL } from '../../core/cells.ts'
import type { Env } from '../../env.ts'
import type { Replaced, Replacement } from './object.ts'

export type { Replaced, Replacement } from './object.ts'

/** Replaces a credential under its lock. A newer one than the caller has seen is kept. Throws if the provider refuses. */
export const replaceCredential = async (env: Env, input: Replacement): Promise<Replaced> => {
  const name = JSON.stringify([input.companyId, input.provider])
  const answer = await env.CONNECTIONS.getByName(name).replace({ ...input, cell: env.CELL ?? FIRST_CELL })
  if ('failed' in answer) throw new Error(answer.failed)
  return answer
}
