/** What changed about a person's second factors, which they are told by email. */
export interface FactorNews {
  userId: string
  what:
    | 'APP_ADDED'
    | 'PASSKEY_ADDED'
    | 'APP_REMOVED'
    | 'PASSKEY_REMOVED'
    | 'CODES_RENEWED'
    | 'CODE_USED'
    // To the member: an admin took them away, asked for it, or someone canceled that.
    | 'RESET'
    | 'RESET_ASKED'
    | 'RESET_CANCELED'
    // To the admin who asked: the same of the member.
    | 'RESET_DONE'
    | 'RESET_WAITS'
    | 'RESET_STOPPED'
  /** The passkey’s name, who did it, or the member’s name. */
  name?: string
}
