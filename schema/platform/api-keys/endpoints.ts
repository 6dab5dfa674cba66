import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, person } from '../../shared/values.ts'
import { ALL_AREAS, keyScopes } from './scopes.ts'

/** API keys (specification 3 §3, §5 and §7.1; decisions, "API keys"). */

/** Calls of one key per minute. */
export const API_KEY_CALLS = 600
export const API_KEY_WINDOW_MS = 60_000
export const MOST_API_KEYS = 50

export const apiKeyName = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(32, 'At most 32 characters')
  .regex(/^[A-Za-z0-9-]*$/, 'Only letters, digits and hyphens')

const DAY_MS = 24 * 60 * 60 * 1000
/** So long a key works. */
export const KEY_DAYS = [30, 90, 180, 365] as const
export const USUAL_KEY_DAYS = 90
/** Its end is announced so long before. */
export const KEY_END_TOLD_MS = 14 * DAY_MS
export const keyEndsAt = (days: number, now: number): number => now + days * DAY_MS

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** How the key begins. The rest isn't stored. */
  prefix: z.string(),
  createdAt: instant,
  lastUsed: instant.nullable(),
  enabled: z.boolean(),
  /** From when on it no longer works. */
  expiresAt: instant,
  scopes: keyScopes,
  createdByUser: person.extend({ /** The key does not work while its creator is. */ disabled: z.boolean() }),
})
export type ApiKey = z.infer<typeof apiKey>

const params = z.object({ apiKeyId: id })

export const listApiKeys = endpoint({
  id: 'settings.list-api-keys',
  method: 'GET',
  path: '/api/api-keys',
  summary: 'Active API keys, newest first',
  response: z.array(apiKey),
})

/** The key is only in this answer. */
export const createApiKey = endpoint({
  id: 'settings.create-api-key',
  method: 'POST',
  path: '/api/api-keys',
  summary: 'Create an API key',
  body: z.object({
    name: apiKeyName,
    /** What it opens, by area. Left out, all of it. */
    scopes: keyScopes
      .refine((scopes) => Object.values(scopes).some((level) => level !== 'NONE'), 'Choose at least one area')
      .default(ALL_AREAS),
    days: z.union(KEY_DAYS.map((days) => z.literal(days))).default(USUAL_KEY_DAYS),
  }),
  response: z.object({ id: z.string(), name: z.string(), key: z.string(), expiresAt: instant }),
})

export const deleteApiKey = endpoint({
  id: 'settings.delete-api-key',
  method: 'DELETE',
  path: '/api/api-keys/{apiKeyId}',
  summary: 'Permanently revoke an API key',
  params,
  response: z.null(),
})

export const setApiKeyEnabled = endpoint({
  id: 'settings.set-api-key-enabled',
  method: 'PUT',
  path: '/api/api-keys/{apiKeyId}/enabled',
  summary: 'Enable or disable an API key',
  params,
  body: z.object({ enabled: z.boolean() }),
  response: z.object({ id: z.string(), enabled: z.boolean() }),
})
