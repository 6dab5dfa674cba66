import type { Person } from '../../../../schema/shared/values.ts'
import type { Renewal } from '../../../../schema/vendors/renewals/endpoints.ts'
import { byFullName, ownersOf, remindersOf } from '../services/index.ts'

export interface RenewalRow extends Omit<Renewal, 'service' | 'vendor' | 'autorenews' | 'owners' | 'renewalReminders'> {
  serviceId: string
  serviceName: string
  vendorId: string
  vendorName: string | null
  autorenews: number
  owners: string
  renewalReminders: string
}

/** Whether the service of period `p` continues after it. ?1 is the company. */
const NEXT = `(SELECT MIN(n.start_date) FROM service_periods n
  WHERE n.company_id = ?1 AND n.service_id = p.service_id AND n.start_date > p.end_date)`
export const ENDS_FOR_GOOD = `${NEXT} IS NULL`

/** Columns of a period `p` of a service `s` of a vendor `v`. ?1 is the company. */
export const RENEWAL_COLUMNS = `p.id AS periodId, s.id AS serviceId, s.name AS serviceName, s.vendor_id AS vendorId,
  v.name AS vendorName, p.start_date AS startDate, p.end_date AS endDate, s.autorenews, p.notice_days AS noticeDays,
  p.cancel_by AS cancelBy,
  p.total_minor AS totalServicePeriodCost, p.amortized_minor AS amortizedCost, p.currency,
  ${ownersOf('s.id')} AS owners, ${remindersOf('p', 's.id')} AS renewalReminders, ${NEXT} AS continuesOn`

export const toRenewal = ({
  serviceId,
  serviceName,
  vendorId,
  vendorName,
  owners,
  renewalReminders,
  ...row
}: RenewalRow): Renewal => ({
  periodId: row.periodId,
  service: { id: serviceId, name: serviceName },
  vendor: { id: vendorId, name: vendorName ?? '' },
  startDate: row.startDate,
  endDate: row.endDate,
  autorenews: row.autorenews === 1,
  noticeDays: row.noticeDays,
  cancelBy: row.cancelBy,
  totalServicePeriodCost: row.totalServicePeriodCost,
  amortizedCost: row.amortizedCost,
  currency: row.currency,
  owners: byFullName(JSON.parse(owners) as Person[]),
  renewalReminders: (JSON.parse(renewalReminders) as string[]).sort(),
  continuesOn: row.continuesOn,
})
