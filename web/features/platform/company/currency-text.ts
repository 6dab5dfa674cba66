import type { Currency } from '../../../../schema/shared/money.ts'

/** Below the field of a company's currency: what it is for, or why it can't be changed. */
export const currencyText = (currency: Currency, canChange: boolean): string =>
  canChange
    ? 'Approval rules and totals compare amounts in it. It can’t be changed once there are requests, workflows, services or exchange rates.'
    : `Amounts are already compared in ${currency}, so it can’t be changed.`
