/**
 * Search across everything, from anywhere by a key, with the pages and commands that the wings register. Invariant: it
 * offers only what the person can open.
 */
export { type Command, matchesName, registerCommands, type UseCommands } from './commands.ts'
export { SearchLauncher, searchShortcut, useOpenSearch } from './launcher.tsx'
export { MOST_RECORDS, useRecords } from './records.ts'
export { useVisits } from './use-visits.ts'
