import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant } from '../../shared/values.ts'
import { OVERLAP_DAYS, USUAL_OVERLAP_DAYS } from './values.ts'

/** Keys with which an identity provider keeps a company's people (SCIM 2.0, under /scim/v2). */

/** Calls of one key per minute: 25 a second, with room for what comes at once. */
export const PROVISIONING_CALLS = 1800

const key = z.object({
  id: z.string(),
  /** How it begins. The rest isn't stored. */
  prefix: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  lastUsed: instant.nullable(),
  /** Until when it still works beside the one that took its place. */
  endsAt: instant.nullable(),
  /** Why the newest call that was refused was, in words. */
  lastError: z.object({ text: z.string(), at: instant }).nullable(),
})

const newPeople = z.object({
  /** People of proven login domains become members when they first log in at an identity provider. */
  addsPeople: z.boolean(),
  /** How many have, and when the last one did. */
  added: z.number().int(),
  lastAddedAt: instant.nullable(),
})

export const getProvisioning = endpoint({
  id: 'provisioning.get',
  method: 'GET',
  path: '/api/provisioning',
  summary: 'The address and the keys with which an identity provider keeps the company’s people',
  response: z.object({ endpoint: z.string(), keys: z.array(key), newPeople }),
})

export const setNewPeople = endpoint({
  id: 'provisioning.set-new-people',
  method: 'PUT',
  path: '/api/provisioning/new-people',
  summary: 'Whether people become members when they first log in at the company’s identity provider',
  body: z.object({ addsPeople: z.boolean() }),
  response: newPeople,
})

/** The key is only in this answer. */
export const createProvisioningKey = endpoint({
  id: 'provisioning.create-key',
  method: 'POST',
  path: '/api/provisioning/keys',
  summary: 'Create a provisioning key. Those before it still work for the days given',
  body: z.object({
    overlapDays: z.union(OVERLAP_DAYS.map((days) => z.literal(days))).default(USUAL_OVERLAP_DAYS),
  }),
  response: z.object({ id: z.string(), key: z.string(), endpoint: z.string() }),
})

export const revokeProvisioningKey = endpoint({
  id: 'provisioning.revoke-key',
  method: 'DELETE',
  path: '/api/provisioning/keys/{keyId}',
  summary: 'Permanently revoke a provisioning key',
  params: z.object({ keyId: id }),
  response: z.null(),
})
