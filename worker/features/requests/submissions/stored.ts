import type { ApprovalState, StatusSpan } from '../../../../schema/approvals/engine/model.ts'
import type { StoredPlan } from '../../approvals/blocks/index.ts'

/** What a request's row stores in few bytes, and how it is read. Older rows have the long forms. */

interface Named {
  id: string
  name: string
}

export const storedPeople = (people: readonly Named[]): string =>
  JSON.stringify(people.map(({ id, name }) => [id, name]))

export const readPeople = (json: string): Named[] =>
  (JSON.parse(json) as (Named | [string, string])[]).map((one) =>
    Array.isArray(one) ? { id: one[0], name: one[1] } : one,
  )

type Timed = Pick<ApprovalState, 'status' | 'submittedAt' | 'completedAt' | 'statusHistory'>

/**
 * Empty for what most requests went through, which the view `request_status_times` knows from the row's other columns:
 * pending since it was submitted, and since its completion as it is now (migrations/0208).
 */
export const storedStatusHistory = ({ status, submittedAt, completedAt, statusHistory }: Timed): string => {
  const filed: StatusSpan = { status: 'PENDING', at: submittedAt, until: completedAt }
  const usual = completedAt === null ? [filed] : [filed, { status, at: completedAt, until: null }]
  return JSON.stringify(statusHistory) === JSON.stringify(usual) ? '' : JSON.stringify(statusHistory)
}

/** Without rules that were left out, and without the requester, where no one else is involved. */
export const storedPlan = ({ skipped, involvedIds = [], ...plan }: StoredPlan, requestorUserId: string): string => {
  const isRequestorAlone = involvedIds.length === 1 && involvedIds[0] === requestorUserId
  return JSON.stringify({
    ...plan,
    ...(skipped.length > 0 && { skipped }),
    ...(!isRequestorAlone && { involvedIds }),
    ...(isRequestorAlone && { alone: 1 }),
  })
}

/** Whether other requests say the same: nothing in it is of one request alone. */
export const isSharedPlan = (json: string): boolean => {
  const { skipped, involvedIds, decidedIn } = JSON.parse(json) as Partial<StoredPlan>
  return skipped === undefined && involvedIds === undefined && decidedIn === undefined
}

export const readPlan = (json: string | null, requestorUserId: string): StoredPlan | null => {
  if (json === null) return null
  const { alone, ...plan } = JSON.parse(json) as StoredPlan & { alone?: 1 }
  return { ...plan, skipped: plan.skipped ?? [], ...(alone && { involvedIds: [requestorUserId] }) }
}
