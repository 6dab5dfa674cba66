import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant } from '../../shared/values.ts'

/** Taking away a lost second factor: an admin does it for a member, who then adds a new one. */

export const waitingReset = z.object({ askedByName: z.string(), effectiveAt: instant })
export type WaitingReset = z.infer<typeof waitingReset>

const memberId = z.object({ memberId: id })

export const getMemberFactors = endpoint({
  id: 'factors.get-of-member',
  method: 'GET',
  path: '/api/members/{memberId}/second-factors',
  summary: 'Which second factors a member has',
  params: memberId,
  response: z.object({
    hasApp: z.boolean(),
    passkeys: z.number().int(),
    /** Null while none waits. */
    reset: waitingReset.nullable(),
  }),
})

/** At once, or after a day for people who work with payments. */
export const resetFactors = endpoint({
  id: 'factors.reset',
  method: 'POST',
  path: '/api/members/{memberId}/second-factors/reset',
  summary: 'Take away a member’s second factors, because they lost them',
  params: memberId,
  response: z.object({
    /** Null if it has happened. */
    effectiveAt: instant.nullable(),
  }),
})

export const cancelFactorReset = endpoint({
  id: 'factors.cancel-reset',
  method: 'DELETE',
  path: '/api/members/{memberId}/second-factors/reset',
  summary: 'Keep a member’s second factors after all',
  params: memberId,
  response: z.null(),
})

export const cancelOwnReset = endpoint({
  id: 'factors.cancel-own-reset',
  method: 'DELETE',
  path: '/auth/factors/reset',
  summary: 'Keep one’s own second factors after all',
  response: z.null(),
})
