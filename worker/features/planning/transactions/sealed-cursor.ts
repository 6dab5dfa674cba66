import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'

/**
 * Positions in the list for people who don't see all of it. A page ends at the last line that was looked at, seen or not,
 * so that its position has that line's day and id. They get it encrypted.
 */

const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = ({ env, actor }: StaffContext): Buffer =>
  createHmac('sha256', env.OUTLAY_SIGNING_KEY)
    .update(['transactions-cursor', actor.companyId, actor.userId].join('\n'))
    .digest()

const sealed = (context: StaffContext, cursor: string): string => {
  const key = keyOf(context)
  // The same position is the same text, and no two positions share a nonce.
  const iv = createHmac('sha256', key).update(cursor).digest().subarray(0, IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const text = Buffer.concat([cipher.update(cursor, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** Throws INVALID for any other text than a position that the same person got. */
export const openedCursor = (context: StaffContext, cursor: string): string => {
  try {
    const bytes = Buffer.from(cursor, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', keyOf(context), bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    throw new AppError('INVALID', 'The cursor is not valid. Start from the first page.', {
      fields: { cursor: 'Not a valid cursor' },
    })
  }
}

export const sealedConnection = <T>(context: StaffContext, { edges, pageInfo }: Connection<T>): Connection<T> => ({
  edges: edges.map((edge) => ({ ...edge, cursor: sealed(context, edge.cursor) })),
  pageInfo: {
    ...pageInfo,
    startCursor: pageInfo.startCursor === null ? null : sealed(context, pageInfo.startCursor),
    endCursor: pageInfo.endCursor === null ? null : sealed(context, pageInfo.endCursor),
  },
})
