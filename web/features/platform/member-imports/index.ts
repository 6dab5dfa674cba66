/**
 * Importing members from a file: mapping, checking, adding and undoing.
 */
export { MemberImportList } from './import-list.tsx'
export { MemberImportPage } from './import-page.tsx'
export { MEMBER_IMPORTS_HREF } from './links.ts'
