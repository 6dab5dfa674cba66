import { csvColumns } from '../../../../schema/shared/record.ts'
import type { ListedService } from '../../../../schema/vendors/services/endpoints.ts'
import type { ServicePeriod } from '../../../../schema/vendors/services/period.ts'
import { serviceFields } from '../../../../schema/vendors/services/record.ts'
import { amountCell, type CsvCell, type CsvRow } from '../../../core/csv.ts'
import { customCells } from '../../../core/list/file.ts'
import type { FileColumns } from '../../../core/list/operations.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { ServicePage } from './page.ts'

const amount = (value: number | null, { currency }: ServicePeriod): CsvCell =>
  value === null ? null : amountCell({ value, currency })

const OF_PERIOD: [string, (period: ServicePeriod) => CsvCell][] = [
  ['Period starts', (p) => p.startDate],
  // Blank for a service that runs month to month, which has no total either.
  ['Period ends', (p) => p.endDate],
  ['Currency', (p) => p.currency],
  ['Units a month', (p) => p.unitsPerMonth],
  ['Cost per unit', (p) => amount(p.costPerUnit, p)],
  ['Tax', (p) => amount(p.tax, p)],
  ['Savings', (p) => amount(p.savings, p)],
  ['Total', (p) => amount(p.totalServicePeriodCost, p)],
  ['Monthly cost', (p) => amount(p.amortizedCost, p)],
  ['Notice (days)', (p) => p.noticeDays],
  ['Last day to cancel', (p) => p.cancelBy],
  ['Reminders', (p) => p.renewalReminders.join('; ')],
  ['Note', (p) => p.note],
  ['Renewal of the period', (p) => p.autoRenewDetail],
]

const SUM: keyof typeof serviceFields = 'next12ServiceSpend'

/** One line for each period. A service without any has one line of its own. */
export const serviceFile = ({ actor }: Pick<StaffContext, 'actor'>): FileColumns<ServicePage> => {
  const ofService = csvColumns(serviceFields, actor.policy.company)
  const linesOf = (service: ListedService): CsvRow[] => {
    const shared = ofService.map(({ cell }) => cell(service))
    // A sum of its periods is beside the first of them only, so that the column adds up.
    const further = ofService.map(({ key }, column) => (key === SUM ? null : (shared[column] ?? null)))
    const custom = service.customColumns.flatMap(customCells)
    const periods = service.servicePeriods.map((period) => OF_PERIOD.map(([, value]) => value(period)))
    const shown = periods.length > 0 ? periods : [OF_PERIOD.map(() => null)]
    return shown.map((cells, period) => [...(period === 0 ? shared : further), ...cells, ...custom])
  }
  return {
    header: ({ columnNames }) => [
      ...ofService.map(({ label }) => label),
      ...OF_PERIOD.map(([label]) => label),
      ...columnNames,
    ],
    linesOf,
  }
}
