/**
 * Members of a company with their roles, from invitation to leaving. Invariants: no one gives rights beyond their own;
 * the last admin stays; what a leaving member owns is handed over.
 */

export { requireNoStaff } from './change/address.ts'
export { asksAfterEmailLink, factorsAskedStatement } from './change/company-factors.ts'
export { addsPeopleStatement, joiningStatement, personAddedStatement } from './change/company-joining.ts'
export { hasFlag } from './change/flag-sql.ts'
export { type Loaded, load, requireAll, UNIT_KINDS, type UnitIdsField } from './change/load.ts'
export { toldOfLost } from './change/lost-access.ts'
export { askForGroup, guardedGroupsOf, withAsked } from './change/money-access.ts'
export {
  memberCalled,
  type NamedMembers,
  namedMembers,
  namedMembersStatement,
} from './change/named-in-files.ts'
export { requireManaged, requireRights } from './change/plan.ts'
export { isAskedTable, type PlacedBy, placedBy, placedStatement, removedStatement } from './change/write.ts'
export { booksMonth, booksToday, companyFlags, readCompanyDay } from './company-day.ts'
export { addition, founder, newAdmin, newMember } from './create.ts'
export { addedDisabled, changeEnabled, registerDisabled } from './enabled.ts'
export { companiesOfAddress, founderOf, newCompany, someDepartment } from './founding.ts'
export {
  ADMINS,
  guardedGroupsSql,
  joinedSince,
  MEMBER_IDS,
  MEMBER_MAIL,
  namedAdmins,
  namedRows,
  OWNER,
  PAYERS,
  payersAmong,
  payersIn,
  registerAccessFault,
  registerGuardedGroups,
} from './guarded-groups.ts'
export { removal } from './remove.ts'
export { COMPANIES, MEMBER, MEMBERSHIPS, memberNameSql, nameKeyOf, toMember } from './rows.ts'
export { isActiveMember, managedOf, managerOf, memberStatement } from './scope.ts'
export { changeMember, changeSeveral } from './update.ts'
