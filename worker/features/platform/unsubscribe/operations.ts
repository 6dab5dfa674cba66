import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/notifications/endpoints.ts'
import type { StoppableKind } from '../../../../schema/platform/notifications/mail-kinds.ts'
import { lastWriteWins } from '../../../core/commit.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { companyOfToken, readUnsubscribe, type Stop, stopMails } from '../notifications/index.ts'
import { limitRate } from '../session/index.ts'

/** “Unsubscribe” in mail programs: one click, without a session (RFC 8058). */

const HOUR_MS = 60 * 60 * 1000
/** From one network address. Mail services click for many people. */
const CALLS_AN_HOUR = 600

const placeOf = ({ token }: { token: string }) => ({ companyId: companyOfToken(token) })

/** Null for a link that isn't ours. */
type Answer = { kind: StoppableKind | null }

export const openUnsubscribe = query({
  id: 'settings.open-unsubscribe',
  access: 'public',
  input: inputOf(endpoints.openUnsubscribe),
  run: async ({ env }, { token }): Promise<Answer> => ({ kind: (await readUnsubscribe(env, token))?.kind ?? null }),
})

/** Tries again if the person saves their settings at the same moment. */
const stop = lastWriteWins((context: BaseContext, { companyId, userId, kind }: Stop & { version?: undefined }) =>
  stopMails(context, { companyId, userId }, kind),
)

/** Answers the same for a kind that was off already, and for someone who has left. */
export const unsubscribe = command({
  id: 'settings.unsubscribe',
  access: 'public',
  // The same click again finds the kind off.
  idempotency: 'none',
  input: z.object({ token: z.string().max(300), 'List-Unsubscribe': z.literal('One-Click') }),
  place: placeOf,
  run: async (context, { token }): Promise<Answer> => {
    const { clientAddress } = context
    const max = clientAddress === 'local' ? 100 * CALLS_AN_HOUR : CALLS_AN_HOUR
    await limitRate(context, HOUR_MS, [{ key: `unsubscribe-from:${clientAddress}`, max }])
    const found = await readUnsubscribe(context.env, token)
    if (found) await stop(context, found)
    return { kind: found?.kind ?? null }
  },
})
