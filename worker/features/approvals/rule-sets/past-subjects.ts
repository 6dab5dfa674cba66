import type { Facts } from '../../../../schema/approvals/engine/facts.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** What was asked for in the past, for testing rule sets on it. The area that files it registers where it is found. */

export interface PastSubject {
  id: string
  /** As lists call it. */
  title: string
  /** The address of its page. */
  href: string
  requestorUserId: string
  requestorName: string
  /** UTC milliseconds. */
  submittedAt: number
  /** As they were when it was filed: amount, contract length, new vendor, categories, departments, business units. */
  known: Facts
  /** The rates of that day. */
  exchange?: Exchange | undefined
}

export interface PastSubjects {
  /** What was filed and not deleted, newest first: no drafts, at most `limit`. */
  newest(context: StaffContext, limit: number): Promise<PastSubject[]>
}

let registered: PastSubjects | null = null

export const registerPastSubjects = (source: PastSubjects): void => {
  registered = source
}

/** Until something can be filed, nothing was. */
export const newestSubjects = async (context: StaffContext, limit: number): Promise<PastSubject[]> =>
  registered ? registered.newest(context, limit) : []
