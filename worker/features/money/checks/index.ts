/**
 * Checks: what looks wrong with bills and bank details before money leaves. Invariants: a cause is one finding, however
 * often it is found; payments don't start while a finding holds them, alone or with others; no one decides on
 * what they entered; payments don't know checks, which register what holds payments.
 */
export { decideFinding } from './decide.ts'
export { addEmployeeAccount } from './employee-accounts.ts'
export { evaluate } from './evaluate.ts'
export { openFindings } from './fragments/of-vendor.ts'
export { setCheckSettings } from './settings.ts'
export { createSilence } from './silences.ts'
