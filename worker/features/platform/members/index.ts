/**
 * Members of a company with their roles, from invitation to leaving. Invariants: no one gives rights beyond their own;
 * the last admin stays; what a leaving member owns is handed over.
 */
export { load, requireAll, UNIT_KINDS, type UnitIdsField } from './change/load.ts'
export { requireManaged, requireRights } from './change/plan.ts'
export { newAdmin } from './create.ts'
export { nameKeyOf } from './rows.ts'
export { managerOf, memberStatement } from './scope.ts'
