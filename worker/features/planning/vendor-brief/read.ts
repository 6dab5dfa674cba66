import { getVendorBrief, type VendorBrief } from '../../../../schema/planning/vendor-brief/endpoints.ts'
import { dayIn, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { computed, typed } from '../../../core/record.ts'
import { billsToApprove } from '../../money/bills/index.ts'
import { openFindings } from '../../money/checks/index.ts'
import { bankChangedAt, bankWaits, paymentsToSend } from '../../money/payments/index.ts'
import { erpVendorsOf } from '../../platform/accounting/index.ts'
import { NEXT_TO_END } from '../../vendors/services/index.ts'
import { missingVendor, VENDOR_NAME } from '../../vendors/vendors/index.ts'
import { SPENT_BY_MONTH } from '../transactions/index.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A change of bank details is told for so long. */
const TOLD_MS = 90 * DAY_MS
const MONTHS = 12

const OWN = erpVendorsOf('?2')
const WAITING = typed`SELECT ${computed<{
  billsToApprove: number
  paymentsToSend: number
  openChecks: number
  bankDetailsWait: number
  bankChangedAt: number | null
}>({
  billsToApprove: billsToApprove('?2'),
  paymentsToSend: paymentsToSend(OWN),
  openChecks: openFindings(OWN),
  bankDetailsWait: bankWaits(OWN),
  bankChangedAt: bankChangedAt(OWN),
})}`

/** One round trip. Throws NOT_FOUND. */
export const readVendorBrief = query({
  id: getVendorBrief.id,
  access: 'vendors.use',
  input: inputOf(getVendorBrief),
  run: async (context, { vendorId }): Promise<VendorBrief> => {
    const { db, actor, clock } = context
    const { companyId, company, policy } = actor
    const today = dayIn(actor.timezone, clock.now())
    const months = Array.from({ length: 2 * MONTHS }, (_, at) => shiftMonth(monthOf(today), at + 1 - 2 * MONTHS))
    const [vendor, spent, ending, waiting] = await db.readBatch([
      db.sql(VENDOR_NAME, companyId, vendorId),
      db.sql(SPENT_BY_MONTH, companyId, vendorId, JSON.stringify(months)),
      db.sql(NEXT_TO_END, companyId, vendorId, today),
      db.sql(WAITING, companyId, vendorId),
    ])
    if (vendor.results.length === 0) throw await missingVendor(context, vendorId)
    const byMonth = new Map(spent.results.map(({ month, amountMinor }) => [month, amountMinor]))
    const money = (value: number) => ({ value, currency: company.currency })
    const sum = (of: readonly string[]): number => of.reduce((total, month) => total + (byMonth.get(month) ?? 0), 0)
    const [before, now] = [months.slice(0, MONTHS), months.slice(MONTHS)]
    const [next] = ending.results
    const [facts] = waiting.results
    const changedAt = facts?.bankChangedAt ?? null
    return {
      spend: policy.company.isErpLinked
        ? {
            months: now.map((month, at) => ({
              month,
              spent: money(byMonth.get(month) ?? 0),
              yearBefore: money(byMonth.get(before[at] ?? '') ?? 0),
            })),
            total: money(sum(now)),
            yearBefore: money(sum(before)),
          }
        : null,
      nextRenewal:
        next && can(policy, 'services.use')
          ? { serviceId: next.id, serviceName: next.name, endDate: next.lastEndDate }
          : null,
      money:
        facts && can(policy, 'payments.use')
          ? {
              billsToApprove: facts.billsToApprove,
              paymentsToSend: facts.paymentsToSend,
              openChecks: facts.openChecks,
              bankDetailsWait: facts.bankDetailsWait === 1,
              bankChangedAt:
                changedAt !== null && changedAt > clock.now() - TOLD_MS ? new Date(changedAt).toISOString() : null,
            }
          : null,
    }
  },
})
