import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant } from '../../shared/values.ts'

/** Guarded settings: what decides about money changes with a second person, or with time. */

/** So long a change waits in a company where no one else can confirm it. */
export const GUARDED_HOURS = 24

/** In the answer of a change that waits, besides what still holds. */
export const waits = z.object({
  /** From when it holds without anyone else. Null while someone else can confirm it. */
  effectiveAt: instant.nullable(),
})
export type Waits = z.infer<typeof waits>

/** In the answers of changes of people. */
export const rights = {
  /** Rights about money that were asked for. */
  waits: waits.optional(),
  /** What no one can do anymore. */
  warning: z.string().optional(),
}

const change = z.object({
  id: z.string(),
  /** What it changes, for people. */
  words: z.string(),
  askedBy: z.object({ id: z.string(), name: z.string() }),
  askedAt: instant,
  /** From when it holds without anyone else. Null while someone else can confirm it. */
  effectiveAt: instant.nullable(),
  /** Why this person can't confirm it, in words. Null if they can. */
  confirmFault: z.string().nullable(),
})
export type GuardedChange = z.infer<typeof change>

export const listGuardedChanges = endpoint({
  id: 'guarded-changes.list',
  method: 'GET',
  path: '/api/payments/guarded-changes',
  summary: 'Changes of settings about money that wait for a second person or for their time',
  response: z.array(change),
})

export const decideGuardedChange = endpoint({
  id: 'guarded-changes.decide',
  method: 'POST',
  path: '/api/payments/guarded-changes/{guardedChangeId}/decide',
  summary: 'Confirm a change of settings about money that someone else asked for, or cancel it',
  params: z.object({ guardedChangeId: id }),
  body: z.object({ shouldConfirm: z.boolean() }),
  response: z.object({ id: z.string() }),
})
