/**
 * Search across everything, from anywhere by a key.
 */
export { SearchLauncher, searchShortcut, useOpenSearch } from './launcher.tsx'
