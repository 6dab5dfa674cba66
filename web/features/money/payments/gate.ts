import { to } from '../../../lib/address.ts'
/** Which payments pages a company has (specification 1 §4, step 7). */

export interface PaymentsState {
  paymentsEnabled: boolean
  paymentsOnboarded: boolean
}

/** What a page requires: payments enabled for most, and onboarding too for bill payments. */
export type PaymentsNeed = 'ENABLED' | 'ONBOARDED'
export type PaymentsVerdict = 'WAIT' | 'NOT_FOUND' | 'ONBOARDING' | 'OPEN'

/** Needs only payments enabled, because otherwise the redirect would never end. */
export const PAYMENTS_ONBOARDING = to('/settings/payments/onboarding')

/** @param state undefined while loading */
export const paymentsVerdict = (state: PaymentsState | undefined, need: PaymentsNeed): PaymentsVerdict => {
  if (!state) return 'WAIT'
  if (!state.paymentsEnabled) return 'NOT_FOUND'
  return need === 'ONBOARDED' && !state.paymentsOnboarded ? 'ONBOARDING' : 'OPEN'
}
