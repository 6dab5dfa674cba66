/**
 * The company's people: list, page, roles, bulk changes and leaving.
 */
export { memberKeys, memberQuery } from './api.ts'
export { EditMemberPage } from './edit-page.tsx'
export { MemberList } from './member-list.tsx'
export { MemberPage } from './member-page.tsx'
export { memberSearch } from './search.ts'
