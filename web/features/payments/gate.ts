/** Which of the payments pages a company has (specification 1 §4, step 7). */

export interface PaymentsState {
  paymentsEnabled: boolean
  paymentsOnboarded: boolean
}

/** What a page asks of the company: most that payments are enabled, those with bill payments onboarding too. */
export type PaymentsNeed = 'ENABLED' | 'ONBOARDED'
export type PaymentsVerdict = 'WAIT' | 'NOT_FOUND' | 'ONBOARDING' | 'OPEN'

/** Needs the enabled check only: otherwise the way to it would have no end. */
export const PAYMENTS_ONBOARDING: string = '/settings/payments/onboarding'

/** @param state undefined while it is being read */
export const paymentsVerdict = (state: PaymentsState | undefined, need: PaymentsNeed): PaymentsVerdict => {
  if (!state) return 'WAIT'
  if (!state.paymentsEnabled) return 'NOT_FOUND'
  return need === 'ONBOARDED' && !state.paymentsOnboarded ? 'ONBOARDING' : 'OPEN'
}
