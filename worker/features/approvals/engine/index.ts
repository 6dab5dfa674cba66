/**
 * What planning needs to know of a company, whatever is approved: the people, groups, matrices and units that its
 * definitions can name. Invariant: it loads them in one round trip, and reads what the request needs, not the company.
 */
export {
  type LoadedOrganisation,
  ORGANISATION_STATEMENTS,
  type OrganisationQuery,
  organisationOf,
  organisationStatements,
  type Requestor,
} from './organisation.ts'
export { forgetCompleted, forgetCompletedHourly, RECENTLY_COMPLETED_MS } from './recently-completed.ts'
export { takenTimes } from './taken-times.ts'
export { addUsualTimes, toUsualTimes, usualTimesOf, usualTimesStatement, withUsualTimes } from './usual-times.ts'
