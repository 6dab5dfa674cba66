/**
 * What surrounds a page: navigation, menus, and the guards of pages. Invariant: it knows pages by their addresses only.
 */
export type { Access } from './access.ts'
export { AccountButton } from './account-button.tsx'
export { AccountMenu } from './account-menu.tsx'
export { loadFrame, loadPageCommands } from './late.ts'
export { LostPage } from './lost-page.tsx'
export { MainArea } from './main-area.tsx'
export { type NavCountProps, registerNavCount } from './nav-counts.tsx'
export { NavItem } from './nav-list.tsx'
export { NAVIGATION, type NavEntry, visibleEntries } from './navigation.ts'
export { PageError } from './page-error.tsx'
export { default as shellClasses } from './shell.module.css'
export { Sidebar } from './sidebar.tsx'
export { StaffLayout } from './staff-layout.tsx'
export { ALSO } from './usual-words.ts'
export { whenAdmitted } from './when-admitted.ts'
