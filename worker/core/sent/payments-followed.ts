export interface PaymentsFollowed {
  what: 'ACCOUNT' | 'BANK' | 'REMOVED_BANK' | 'TRANSFER' | 'BILL_PAYMENT'
  id: string
  /** It may have been sent before, so the provider is asked first. */
  isAgain?: true
}
