/**
 * A company's configuration as a file: export, difference, import and undo. Invariants: a file has names and never ids,
 * secrets or bank details; the same configuration gives the same bytes; what is written goes through the commands of
 * the areas that own it; nothing is imported that changed since its difference was shown.
 */
export { callOf } from './call.ts'
export {
  ONLY,
  type Path,
  type Reading,
  registerSection,
  type SectionDefinition,
  type Stored,
  type Writing,
} from './section.ts'
export { type SettingsSection, settingsSection } from './settings-section.ts'
export { wordsOf } from './words.ts'
