import type { BillContent } from '../../../../schema/money/bills/content.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import type { Audit } from '../../../core/commit.ts'
import type { StaffContext, SystemContext } from '../../../core/operation.ts'
import type { OutboxRow } from '../../../core/outbox.ts'

/**
 * What follows from bills in other areas: a payment, an entry of the ledger. They register once, when their jobs.ts and
 * rest.ts are loaded, and bills know neither.
 */

export interface ApprovedBill {
  id: string
  companyId: string
  /** Counts the times that its approvals were started. What was made for an earlier run no longer stands. */
  run: number
  version: number
  /** With the lines as they are booked now. */
  content: BillContent
  vendorName: string
  /** In the company's currency, at the rate of the run. Null without a rate. */
  companyMinor: number | null
  /** The rates of the run. */
  exchange: Exchange | null
  requestorUserId: string
  createdByUserId: string
  /** UTC milliseconds. */
  approvedAt: number
}

export interface Following {
  statements: D1PreparedStatement[]
  outbox?: Omit<OutboxRow, 'id' | 'createdAt' | 'companyId'>[]
}

/** Columns of bills as SQL, of bill `s`: JSON, or null while there is nothing. */
export interface BillColumns {
  /** `{ id, status }` of its payment. */
  billPayment?: string
  /** `{ erpId, isSynced, link, syncedOn, error }` of its object in the accounting system. */
  syncEntry?: string
  /** 1 if the vendor's bank details are known, 0 if not. */
  hasPaymentInformation?: string
}

export interface EnteredBillOf {
  id: string
  content: BillContent
}

/** What it reads comes with what the bill reads, and what it writes is in the batch that reserves the bill's number. */
export interface EnteredFollower {
  reads(context: StaffContext, bill: EnteredBillOf): D1PreparedStatement[]
  writes(
    context: StaffContext,
    bill: EnteredBillOf & { vendorName: string },
    results: readonly D1Result[],
  ): { statements: D1PreparedStatement[]; audit: Audit[] }
  /** Takes back what was written for a bill that wasn't entered after all. */
  release(context: StaffContext, billId: string): D1PreparedStatement[]
}

export interface BillFollower {
  name: string
  /**
   * The bill was approved, and the decision can no longer be undone. Its rows are written in one batch with those of the
   * other followers. Called again if that breaks off, so it inserts by the bill and its run and ignores what is there.
   */
  approved?(context: SystemContext, bill: ApprovedBill): Following | Promise<Following>
  /** The bill was rejected, and the decision can no longer be undone. May be repeated. */
  rejected?(context: SystemContext, bill: { id: string; companyId: string }): Following | Promise<Following>
  /** The bill is approved again, from `run` on, or is deleted. What was made for earlier runs waits, or is taken back. May be repeated. */
  reopened?(
    context: SystemContext,
    bill: { id: string; companyId: string; run: number },
  ): Following | Promise<Following>
  /** Someone enters or changes a bill. */
  entered?: EnteredFollower
  /** Where an approved bill is booked was changed, in the same batch. */
  entryModified?(context: StaffContext, bill: ApprovedBill): Following | Promise<Following>
  /** The bill of an object of its own, such as an entry for the accounting system. Null if it has none with this id. */
  billOfEntry?(context: StaffContext, id: string): Promise<string | null>
  /**
   * Throws a RULE_BROKEN AppError if the bill may not be changed, whose approvals would run again, or deleted.
   * @param what CHANGE of anything, or DELETE
   */
  requireFree?(context: StaffContext, billId: string, what: 'CHANGE' | 'DELETE'): Promise<void>
  columns?: BillColumns
}

const followers = new Map<string, BillFollower>()

export const registerBillFollower = (follower: BillFollower): void => {
  followers.set(follower.name, follower)
}

export const billFollowers = (): BillFollower[] => [...followers.values()]

/** The bill that an id of another area is about, or else the id. */
export const billOfId = async (context: StaffContext, id: string): Promise<string> => {
  for (const follower of billFollowers()) {
    const billId = await follower.billOfEntry?.(context, id)
    if (billId) return billId
  }
  return id
}

const enteredFollowers = (): EnteredFollower[] => billFollowers().flatMap(({ entered }) => entered ?? [])

/** What others read and write when someone enters a bill. */
export const followEntered = (context: StaffContext, bill: EnteredBillOf) => {
  const each = enteredFollowers().map((follower) => ({ follower, reads: follower.reads(context, bill) }))
  return {
    reads: each.flatMap(({ reads }) => reads),
    /** @param results those of `reads` */
    writes: (vendorName: string, results: readonly D1Result[]): Required<ReturnType<EnteredFollower['writes']>> => {
      const left = [...results]
      const all = each.map(({ follower, reads }) =>
        follower.writes(context, { ...bill, vendorName }, left.splice(0, reads.length)),
      )
      return { statements: all.flatMap(({ statements }) => statements), audit: all.flatMap(({ audit }) => audit) }
    },
  }
}

export const releaseEntered = (context: StaffContext, billId: string): D1PreparedStatement[] =>
  enteredFollowers().flatMap((follower) => follower.release(context, billId))

/** SQL of what others know about bill `s`. */
export const followedColumns = (): Required<BillColumns> => ({
  billPayment: 'NULL',
  syncEntry: 'NULL',
  hasPaymentInformation: 'NULL',
  ...Object.assign({}, ...billFollowers().map(({ columns }) => columns ?? {})),
})

export const requireFree = async (context: StaffContext, billId: string, what: 'CHANGE' | 'DELETE'): Promise<void> => {
  for (const follower of billFollowers()) await follower.requireFree?.(context, billId, what)
}
