import { newSecret } from '../../../core/clock.ts'
import { sha256Hex } from '../../../core/hash.ts'

/** The secret of a bidder's link. It begins with the company, which says in which cell it is. Only its hash is kept. */

export interface Token {
  token: string
  hash: string
}

export const newToken = (companyId: string): Token => {
  const token = `${companyId}.${newSecret()}`
  return { token, hash: sha256Hex(token) }
}

export const companyOfToken = (token: string): string => token.slice(0, Math.max(0, token.lastIndexOf('.')))
