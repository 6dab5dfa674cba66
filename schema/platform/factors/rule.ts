/** What both sides know of second factors. Without schemas, since the web needs it before anything else. */

/** So long a factor counts as fresh, for what asks for one. */
export const FRESH_FACTOR_MS = 10 * 60 * 1000

/** The refusal of what needs a factor that was given some minutes ago at most. The web asks for it and repeats the call. */
export const FACTOR_NEEDED = 'FACTOR_NEEDED'
