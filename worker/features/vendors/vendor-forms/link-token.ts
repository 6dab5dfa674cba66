import { LINK_DAYS } from '../../../../schema/vendors/vendor-forms/values.ts'
import { secretOfCell } from '../../../core/cells.ts'
import { newSecret } from '../../../core/clock.ts'
import { sha256Hex } from '../../../core/hash.ts'
import type { BaseContext } from '../../../core/operation.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface FormLink {
  token: string
  hash: string
  expiresAt: number
}

/** A link that opens one form without an account. Only its hash is stored, and only the email has the rest. */
export const newLink = ({ env, clock }: Pick<BaseContext, 'env' | 'clock'>): FormLink => {
  const token = secretOfCell(env, newSecret())
  return { token, hash: sha256Hex(token), expiresAt: clock.now() + LINK_DAYS * DAY_MS }
}
