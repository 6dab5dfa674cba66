import { hmacHex, hmacMatches } from '../../../core/hash.ts'
import type { Env } from '../../../env.ts'

/** The addresses of receipts. Each proves by itself that Outlay made it. */

const payloadOf = (companyId: string, submissionId: string): string =>
  ['sourcing-receipt', companyId, submissionId].join('\n')

/** The page of a request for its sender. */
export const receiptUrl = async (
  { OUTLAY_ORIGIN, OUTLAY_SIGNING_KEY }: Pick<Env, 'OUTLAY_ORIGIN' | 'OUTLAY_SIGNING_KEY'>,
  companyId: string,
  submissionId: string,
): Promise<string> => {
  const signature = await hmacHex(OUTLAY_SIGNING_KEY, payloadOf(companyId, submissionId))
  return `${OUTLAY_ORIGIN}/public/sourcing-receipt/${companyId}/${submissionId}.${signature}`
}

/** The submission that a receipt's address is about. Null if Outlay didn't make it. */
export const submissionOfReceipt = async (
  { OUTLAY_SIGNING_KEY }: Pick<Env, 'OUTLAY_SIGNING_KEY'>,
  companyId: string,
  token: string,
): Promise<string | null> => {
  const [submissionId = '', signature = ''] = token.split('.')
  return (await hmacMatches(OUTLAY_SIGNING_KEY, payloadOf(companyId, submissionId), signature)) ? submissionId : null
}
