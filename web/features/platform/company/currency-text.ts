import type { Currency } from '../../../../schema/shared/money.ts'

const USE =
  'Approval rules and totals compare amounts in it. It can’t be changed once there are requests, workflows, services or exchange rates.'
const SAMPLES = 'Sample data counts until you remove it.'

/** Below the field of a company's currency: what it is for, or why it can't be changed. */
export const currencyText = (currency: Currency, canChange: boolean, hasSamples = false): string => {
  if (canChange) return USE
  const fixed = `Amounts are already compared in ${currency}, so the currency can’t be changed.`
  return hasSamples ? `${fixed} ${SAMPLES}` : fixed
}
