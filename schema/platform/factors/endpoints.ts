import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, requiredText } from '../../shared/values.ts'
import { waits } from '../guarded/endpoints.ts'
import { waitingReset } from './reset-endpoints.ts'

/** Second factors of the signed-in person in their company. */

export const RECOVERY_CODES = 10
export const MOST_PASSKEYS = 10

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type Passkey = z.infer<typeof passkey>

const ownFactors = z.object({
  app: z.object({ id: z.string(), createdAt: instant, lastUsedAt: instant.nullable() }).nullable(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number().int(),
  /** Until when the factor given last counts as fresh. Null if none was given, or too long ago. */
  freshUntil: instant.nullable(),
  /** An admin was asked to take them away, and that waits. */
  reset: waitingReset.nullable(),
})
export type OwnFactors = z.infer<typeof ownFactors>

export const getOwnFactors = endpoint({
  id: 'factors.get-own',
  method: 'GET',
  path: '/auth/factors',
  summary: 'The current person’s second factors',
  response: ownFactors,
})

/** The secret is only in this answer. */
export const beginApp = endpoint({
  id: 'factors.begin-app',
  method: 'POST',
  path: '/auth/factors/app',
  summary: 'Begin to set up an authenticator app',
  response: z.object({ id: z.string(), secret: z.string(), uri: z.string() }),
})

const code = requiredText(40)
/** Recovery codes come with the first factor. They are only in this answer. */
const added = z.object({ id: z.string(), recoveryCodes: z.array(z.string()).nullable() })

export const proveApp = endpoint({
  id: 'factors.prove-app',
  method: 'POST',
  path: '/auth/factors/app/code',
  summary: 'Finish setting up an authenticator app with its first code',
  body: z.object({ id, code }),
  response: added,
})

/** What the browser's authenticator gets and answers. The library checks it, in more detail than a schema can. */
const passkeyOptions = z.record(z.string(), z.unknown())
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, 'Not a valid answer of a passkey')
const answerOf = <R extends z.ZodType>(response: R) =>
  z.object({
    id: base64url(1400),
    rawId: base64url(1400),
    type: z.literal('public-key'),
    response,
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
    clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  })
const newPasskey = answerOf(
  z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(60_000),
    authenticatorData: base64url(20_000).optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: base64url(20_000).optional(),
  }),
)
export type NewPasskey = z.infer<typeof newPasskey>
const signature = answerOf(
  z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(20_000),
    signature: base64url(20_000),
    userHandle: base64url(200).optional(),
  }),
)
export type PasskeySignature = z.infer<typeof signature>

export const beginPasskey = endpoint({
  id: 'factors.begin-passkey',
  method: 'POST',
  path: '/auth/factors/passkeys/options',
  summary: 'What the browser needs to make a passkey',
  response: passkeyOptions,
})

const passkeyName = requiredText(60)

export const addPasskey = endpoint({
  id: 'factors.add-passkey',
  method: 'POST',
  path: '/auth/factors/passkeys',
  summary: 'Add a passkey',
  body: z.object({ name: passkeyName, passkey: newPasskey }),
  response: added,
})

export const renamePasskey = endpoint({
  id: 'factors.rename-passkey',
  method: 'PUT',
  path: '/auth/factors/passkeys/{factorId}',
  summary: 'Rename a passkey',
  params: z.object({ factorId: id }),
  body: z.object({ name: passkeyName }),
  response: z.null(),
})

export const removeFactor = endpoint({
  id: 'factors.remove',
  method: 'DELETE',
  path: '/auth/factors/{factorId}',
  summary: 'Remove a passkey or the authenticator app',
  params: z.object({ factorId: id }),
  response: z.null(),
})

/** The codes are only in this answer. Former ones stop working. */
export const renewRecoveryCodes = endpoint({
  id: 'factors.renew-recovery-codes',
  method: 'POST',
  path: '/auth/factors/recovery-codes',
  summary: 'New recovery codes',
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const askForPasskey = endpoint({
  id: 'factors.ask-for-passkey',
  method: 'POST',
  path: '/auth/factors/challenge',
  summary: 'What one of the person’s passkeys has to sign',
  response: passkeyOptions,
})

const settings = z.object({
  /** Money acts ask for a factor that was given some minutes ago at most. */
  forMoney: z.boolean(),
  /** Sessions after an email link ask for one before anything else. */
  forEmailLink: z.boolean(),
})
export type FactorSettings = z.infer<typeof settings>

export const getFactorSettings = endpoint({
  id: 'factors.get-settings',
  method: 'GET',
  path: '/api/settings/second-factors',
  summary: 'What the company asks a second factor for',
  response: settings,
})

/** Asking for less waits for a second person, or a day. */
export const setFactorSettings = endpoint({
  id: 'factors.set-settings',
  method: 'PUT',
  path: '/api/settings/second-factors',
  summary: 'Choose what the company asks a second factor for',
  /** What is left out stays. */
  body: settings.partial(),
  response: settings.extend({ waits }).partial({ waits: true }),
})

export const giveFactor = endpoint({
  id: 'factors.give',
  method: 'POST',
  path: '/auth/factors/given',
  summary: 'Give a second factor, which counts for ten minutes',
  body: z
    .object({ code: code.optional(), recoveryCode: code.optional(), passkey: signature.optional() })
    .refine((given) => Object.values(given).filter((part) => part !== undefined).length === 1, {
      path: ['code'],
      error: 'Give a code, a recovery code or a passkey',
    }),
  response: z.object({ freshUntil: instant, recoveryCodesLeft: z.number().int() }),
})
