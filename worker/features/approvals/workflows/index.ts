/**
 * What every definition of approvals has in common, whatever is approved: the people, groups and documents that it
 * names. Invariant: a definition names only objects of its company.
 */
export { type PeopleFile, peopleFile, peopleFromFile, peopleToFile } from './people-file.ts'
export {
  checkedElsewhere,
  principalsOf,
  principalsOfRules,
  registerRuleCheck,
  unknownReferences,
} from './references.ts'
