/**
 * Importing vendors and services: mapping, checking, running and undoing.
 */
export { ImportList } from './import-list.tsx'
export { ImportPage } from './import-page.tsx'
export { IMPORTS_HREF } from './links.ts'
