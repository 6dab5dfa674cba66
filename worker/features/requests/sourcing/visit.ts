import { MAX_FILL_MS } from '../../../../schema/requests/sourcing/endpoints.ts'
import { AppError } from '../../../core/errors.ts'
import { hmacHex, hmacMatches, idFrom } from '../../../core/hash.ts'
import type { BaseContext } from '../../../core/operation.ts'

type Signing = Pick<BaseContext, 'env' | 'clock' | 'newId'>

const payloadOf = (categoryId: string, visitId: string, openedAt: number): string =>
  ['sourcing-visit', categoryId, visitId, openedAt].join('\n')

/** Proves that a form was opened, and when. Programs can't forge it, and must open the form. */
export const openVisit = async ({ env, clock, newId }: Signing, categoryId: string): Promise<string> => {
  const [visitId, openedAt] = [newId(), clock.now()]
  return [visitId, openedAt, await hmacHex(env.OUTLAY_SIGNING_KEY, payloadOf(categoryId, visitId, openedAt))].join('.')
}

export interface Visit {
  openedAt: number
  /** Represents the sender as requester. No user has this id. */
  contactId: string
  /** One visit files one request. */
  submissionId: string
}

/** For a submission without a visit: the same command gives the same request, if there is a command id. */
export const withoutVisit = (
  { commandId, newId }: Pick<BaseContext, 'commandId' | 'newId'>,
  categoryId: string,
  email: string,
): Visit => {
  const keyOf = (of: string) => idFrom(`sourcing-direct\n${categoryId}\n${email}\n${of}`)
  return { openedAt: 0, contactId: `contact-${keyOf('')}`, submissionId: keyOf(commandId ?? newId()) }
}

/** Throws RULE_BROKEN for an invalid or expired visit. */
export const readVisit = async (
  { env, clock }: Pick<Signing, 'env' | 'clock'>,
  categoryId: string,
  visit: string,
): Promise<Visit> => {
  const [visitId = '', opened = '', signature = ''] = visit.split('.')
  const openedAt = Number(opened)
  const isOurs = await hmacMatches(env.OUTLAY_SIGNING_KEY, payloadOf(categoryId, visitId, openedAt), signature)
  if (!isOurs || clock.now() - openedAt > MAX_FILL_MS) {
    throw new AppError('RULE_BROKEN', 'This form was opened too long ago. Reload the page and fill it in again.', {
      reason: 'VISIT_EXPIRED',
    })
  }
  const key = idFrom(`sourcing\n${categoryId}\n${visitId}`)
  return { openedAt, contactId: `contact-${key}`, submissionId: key }
}
