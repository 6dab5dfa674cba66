import { can } from '../../../../schema/shared/permissions.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/submission-endpoints.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import { isArchivedTarget } from '../../../core/kinds/archived.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { readableRequest, readableRequestParams, registerRequestTab } from '../../requests/submissions/index.ts'
import { type IdOf, READABLE, readerParams } from './access.ts'
import { detailStatements, toDetail } from './read.ts'
import { readableId } from './rows.ts'
import { fileSpendRequest } from './save.ts'

/** The spend request of a request. A request has at most one. */

interface Found {
  /** Its spend request, if the person can see it. */
  readableId: string | null
  /** The number of the one that is there, even if the person can’t see it. */
  number: number | null
  /** How many it has had, deleted ones included. */
  count: number
  isArchived: number
}

const findStatement = ({ db, actor }: StaffContext, submissionId: string): D1PreparedStatement => {
  const own = 'sr.company_id = s.company_id AND sr.intake_submission_id = s.id'
  return db.sql(
    `SELECT (SELECT sr.id FROM spend_requests sr WHERE ${own} AND ${READABLE}) AS readableId,
              (SELECT sr.number FROM spend_requests sr WHERE ${own} AND sr.deleted_at IS NULL) AS number,
              (SELECT COUNT(*) FROM spend_requests sr WHERE ${own}) AS count,
              s.archived_at IS NOT NULL AS isArchived
         FROM intake_submissions s WHERE s.id = ?9 AND s.company_id = ?1 AND ${readableRequest(5)}`,
    ...readerParams(actor),
    ...readableRequestParams(actor),
    submissionId,
  )
}

/** Throws NOT_FOUND for a request that the person can't see. */
const toFound = (row: unknown): Found => {
  if (!row) throw notFound('The request')
  return row as Found
}

const find = async (context: StaffContext, submissionId: string): Promise<Found> =>
  toFound(await context.db.first(findStatement(context, submissionId)))

const ofSubmission: IdOf = (submissionId, company) =>
  `(SELECT sr.id FROM spend_requests sr WHERE sr.company_id = ${company} AND sr.intake_submission_id = ${submissionId}
       AND sr.deleted_at IS NULL)`

export const readForSubmission = query({
  id: 'spend-requests.for-submission',
  access: 'spend-requests.read',
  input: inputOf(endpoints.getSpendRequestOfSubmission),
  readsFirst: true,
  run: async (context, { id }) => {
    const [found, ...details] = await context.db.batch([
      findStatement(context, id),
      ...detailStatements(context, id, ofSubmission),
    ])
    return toFound(found?.results[0]).readableId === null ? null : toDetail(context, details)
  },
})

/** Throws CONFLICT if the request already has one. */
export const createForSubmission = command({
  id: 'spend-requests.create-for-submission',
  access: 'spend-requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createSpendRequestOfSubmission),
  run: async (context, { id: submissionId, ...input }) => {
    const { number, count, isArchived } = await find(context, submissionId)
    if (isArchived) throw isArchivedTarget('request')
    if (number !== null)
      throw new AppError('CONFLICT', `The request already has the spend request ${readableId(number)}.`)
    // Of two people at the same time, the second finds the object of the first.
    const id = idFrom(`spend-of\n${submissionId}\n${count}`)
    return fileSpendRequest(context, input, { id, intakeSubmissionId: submissionId })
  },
})

/** For everyone who could file it, and where there is one, for everyone who can see it. */
registerRequestTab({
  id: 'spend-request',
  label: 'Spend request',
  isShown: async (context, submissionId) => {
    const { policy } = context.actor
    if (!policy.company.enableSpendRequests) return false
    if (can(policy, 'spend-requests.use')) return true
    return (await find(context, submissionId)).readableId !== null
  },
})
