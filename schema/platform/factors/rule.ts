/** What both sides know of second factors. Without schemas, since the web needs it before anything else. */

/** So long a factor counts as fresh, for what asks for one. */
export const FRESH_FACTOR_MS = 10 * 60 * 1000

/** The refusal of what needs a factor that was given some minutes ago at most. The web asks for it and repeats the call. */
export const FACTOR_NEEDED = 'FACTOR_NEEDED'

/** What a session owes after an email link: any second factor, or a passkey for admins who stand in for the provider. */
export const FACTORS_OWED = ['ANY', 'PASSKEY'] as const
export type FactorOwed = (typeof FACTORS_OWED)[number]

/** The refusal of everything else in such a session. */
export const FACTOR_OWED = 'FACTOR_OWED'

/** A code of an app can be read out to someone who asks for it on the phone. A passkey can't. */
export const paysFactor = (owed: FactorOwed, given: 'APP' | 'PASSKEY' | 'RECOVERY_CODE'): boolean =>
  owed === 'ANY' || given !== 'APP'
