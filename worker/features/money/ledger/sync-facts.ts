import type { SyncFactsOf } from '../../../../schema/money/ledger/sync-values.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Bills register how they are read for the accounting system, because the ledger doesn't know them. */

/**
 * @returns null while it isn't approved. Throws NOT_FOUND
 */
export type BillFactsReader = (context: StaffContext, billId: string) => Promise<SyncFactsOf<'BILL'> | null>

let reader: BillFactsReader | null = null

export const registerBillFacts = (read: BillFactsReader): void => {
  reader = read
}

export const factsFrom = async (context: StaffContext, billId: string): Promise<SyncFactsOf<'BILL'>> => {
  if (!reader) throw notFound('The bill')
  const facts = await reader(context, billId)
  if (!facts)
    throw new AppError('RULE_BROKEN', 'Only approved bills are sent to the accounting system.', {
      reason: 'NOT_APPROVED',
    })
  return facts
}
