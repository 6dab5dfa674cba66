/**
 * The company's exchange rates.
 */
export { deleteRate, rateKeys, useRatesOfToday, useSetRates } from './api.ts'
export { RateDialog } from './rate-dialog.tsx'
