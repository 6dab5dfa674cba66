import { hmacHex } from '../../../core/hash.ts'
import type { Env } from '../../../env.ts'

/**
 * The fingerprint of a bank account tells within a company whether two are the same, and without the Worker's key nothing
 * else. Keys of credentials may be changed; this one is the Worker's own.
 */
export const fingerprintOf = (
  { OUTLAY_SIGNING_KEY }: Pick<Env, 'OUTLAY_SIGNING_KEY'>,
  companyId: string,
  { routingNumber, accountNumber }: { routingNumber: string; accountNumber: string },
): Promise<string> =>
  hmacHex(OUTLAY_SIGNING_KEY, JSON.stringify(['bank account', companyId, routingNumber, accountNumber]))
