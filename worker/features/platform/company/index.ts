/**
 * The record of a company: name, features and choices. Invariants: every change is in the company's history; a feature
 * that doesn't exist can't be turned on, and a company turns modules on that the platform gives it; the currency stays once amounts were compared in it.
 */

export {
  type CompanyChange,
  changeCompany,
  companyStatement,
  requireSwitchable,
  type StoredCompany,
} from './change.ts'
export {
  asideStatement,
  GIVEN_UP,
  GIVEN_UP_KINDS,
  GIVEN_UP_OF_TOPIC,
  GIVEN_UP_ONE,
  type GivenUp,
  sentAgainStatement,
} from './given-up.ts'
export { entriesAlong, wordsOf } from './log-entries.ts'
export { allowedFlags, registerModuleHold } from './modules.ts'
export { OLDEST_DUE } from './outbox-figures.ts'
