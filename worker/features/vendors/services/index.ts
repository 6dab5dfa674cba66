/**
 * Services with periods, cost and renewal. Invariants: periods do not overlap; money keeps its currency.
 */
export { archiveServices, createService, deleteService } from './change.ts'
export { readRunning } from './during.ts'
export { type ServiceForm, serviceFormOfRows, serviceFormStatement } from './fields.ts'
export { ENDING, ENDING_OF_OWNER, type EndingService, endingOf } from './fragments/ending.ts'
export { backInIndex, INDEXED_KEYS, RENAME_IN_INDEX, SERVICE_ANSWERS } from './fragments/named-in-answers.ts'
export { NEXT_TO_END } from './fragments/of-vendor.ts'
export { serviceFromForm } from './from-form.ts'
export { byFullName, ownersOf, remindersOf, requireService, serviceStatement, toService } from './rows.ts'
export { createServiceThread } from './threads.ts'
export { insertStatements as insertServiceStatements, NEW_SERVICE, periodsOf } from './write.ts'
