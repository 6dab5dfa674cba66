/** What changed about a person's second factors, which they are told by email. */
export interface FactorNews {
  userId: string
  what: 'APP_ADDED' | 'PASSKEY_ADDED' | 'APP_REMOVED' | 'PASSKEY_REMOVED' | 'CODES_RENEWED' | 'CODE_USED'
  /** The passkey’s name. */
  name?: string
}
