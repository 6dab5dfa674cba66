import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant } from '../../shared/values.ts'
import { PROVIDER_METHODS } from './methods.ts'

/** Most accounts at providers that one person’s account is linked to. */
export const MOST_LINKED = 10

const linkedAccount = z.object({
  id: z.string(),
  method: z.enum(PROVIDER_METHODS),
  /** As the provider said last. */
  address: z.string().nullable(),
  linkedAt: instant,
  lastUsedAt: instant.nullable(),
  /** Whether the company lets the person sign in with it now. */
  isUsable: z.boolean(),
  /** Whether the person couldn’t sign in without it. It can’t be removed then. */
  isLastWay: z.boolean(),
})
export type LinkedAccount = z.infer<typeof linkedAccount>

const ownMethods = z.object({
  emailLink: z.object({ address: z.string(), isUsable: z.boolean() }),
  linked: z.array(linkedAccount),
  /** What can be linked besides. */
  linkable: z.array(z.enum(PROVIDER_METHODS)),
  /** What the company requires of the person. */
  required: z.enum(PROVIDER_METHODS).nullable(),
})
export type OwnMethods = z.infer<typeof ownMethods>

export const getOwnMethods = endpoint({
  id: 'sign-on.get-own-methods',
  method: 'GET',
  path: '/auth/sign-in-methods',
  summary: 'How the signed-in person can sign in',
  response: ownMethods,
})

/** The browser goes to `url` next, and comes back signed in as before. Only the same session of it can finish. */
export const beginLinking = endpoint({
  id: 'sign-on.begin-linking',
  method: 'POST',
  path: '/auth/sign-in-methods',
  summary: 'Begin to link another way to sign in',
  body: z.object({ method: z.enum(PROVIDER_METHODS) }),
  response: z.object({ url: z.string() }),
})

export const unlinkMethod = endpoint({
  id: 'sign-on.unlink-method',
  method: 'DELETE',
  path: '/auth/sign-in-methods/{methodId}',
  summary: 'Remove a linked way to sign in, but not the last one',
  params: z.object({ methodId: id }),
  response: z.null(),
})

export const getMemberMethods = endpoint({
  id: 'sign-on.get-methods-of-member',
  method: 'GET',
  path: '/api/members/{memberId}/sign-in-methods',
  summary: 'Which accounts at providers a member’s account is linked to',
  params: z.object({ memberId: id }),
  response: z.object({ linked: z.array(linkedAccount) }),
})

export const unlinkOfMember = endpoint({
  id: 'sign-on.unlink-of-member',
  method: 'DELETE',
  path: '/api/members/{memberId}/sign-in-methods/{methodId}',
  summary: 'Remove a linked way to sign in from a member’s account, but not the last one',
  params: z.object({ memberId: id, methodId: id }),
  response: z.null(),
})
