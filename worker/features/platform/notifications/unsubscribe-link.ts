import { unsubscribe } from '../../../../schema/platform/notifications/endpoints.ts'
import { STOPPABLE_KINDS, type StoppableKind } from '../../../../schema/platform/notifications/mail-kinds.ts'
import { hmacHex, hmacMatches } from '../../../core/hash.ts'
import type { Env } from '../../../env.ts'

/**
 * The link in an email that stops its kind for its person. It is signed and not stored, says nothing but this, and works
 * as long as the email is kept.
 */
export interface Stop {
  companyId: string
  userId: string
  kind: StoppableKind
}

type Signing = Pick<Env, 'OUTLAY_ORIGIN' | 'OUTLAY_SIGNING_KEY'>

const signedText = ({ companyId, userId, kind }: Stop): string => `unsubscribe\n${companyId}\n${userId}\n${kind}`

const urlOf = async (env: Signing, stop: Stop): Promise<string> => {
  const signature = await hmacHex(env.OUTLAY_SIGNING_KEY, signedText(stop))
  const token = [stop.companyId, stop.userId, stop.kind, signature].join('.')
  return `${env.OUTLAY_ORIGIN}${unsubscribe.path.replace('{token}', token)}`
}

/** The links of several emails. None for those that can't be stopped. Made before the first email is posted. */
export const unsubscribeUrls = async <T>(
  env: Signing,
  mails: readonly T[],
  stopOf: (mail: T) => Omit<Stop, 'kind'> & { kind: StoppableKind | null },
): Promise<Map<T, string>> => {
  const stops = mails.map(async (mail) => {
    const { kind, ...person } = stopOf(mail)
    return kind ? ([[mail, await urlOf(env, { ...person, kind })]] as const) : []
  })
  return new Map((await Promise.all(stops)).flat())
}

/** The company that a link names, whether or not it is ours. */
export const companyOfToken = (token: string): string => token.split('.')[0] ?? ''

/** What a link stops, or null if it isn't ours. */
export const readUnsubscribe = async (env: Env, token: string): Promise<Stop | null> => {
  const [companyId = '', userId = '', named, signature = '', ...more] = token.split('.')
  const kind = STOPPABLE_KINDS.find((one) => one === named)
  if (!kind || more.length > 0) return null
  const stop = { companyId, userId, kind }
  return (await hmacMatches(env.OUTLAY_SIGNING_KEY, signedText(stop), signature)) ? stop : null
}
