/**
 * What emails and decisions outside the app say about something that is approved. Invariant: whatever is approved has
 * registered its facts, so that each kind says them the same way everywhere.
 */
export {
  currentRun,
  type Detail,
  detailStatements,
  detailsOf,
  factsStatement,
  type NamedFile,
  namedChanges,
  registerSubjectFacts,
  runOfFacts,
  runStatement,
  type SubjectFacts,
  toFacts,
} from './facts.ts'
