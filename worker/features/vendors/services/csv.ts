import { formatAmount } from '../../../../schema/shared/money.ts'
import { csvColumns } from '../../../../schema/shared/record.ts'
import type { ListedService, ServicePeriod } from '../../../../schema/vendors/services/endpoints.ts'
import * as endpoints from '../../../../schema/vendors/services/endpoints.ts'
import { serviceFields } from '../../../../schema/vendors/services/record.ts'
import { type CsvRow, csvFileName, csvStream } from '../../../core/csv.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { readPage } from './list.ts'

const EXPORTED_AT_ONCE = 200
const amount = (value: number | null, { currency }: ServicePeriod): string =>
  value === null ? '' : formatAmount({ value, currency }).replaceAll(',', '')

const OF_PERIOD: [string, (period: ServicePeriod) => string | number | null][] = [
  ['Period starts', (p) => p.startDate],
  ['Period ends', (p) => p.endDate],
  ['Currency', (p) => p.currency],
  ['Units a month', (p) => p.unitsPerMonth],
  ['Cost per unit', (p) => amount(p.costPerUnit, p)],
  ['Tax', (p) => amount(p.tax, p)],
  ['Savings', (p) => amount(p.savings, p)],
  ['Total', (p) => amount(p.totalServicePeriodCost, p)],
  ['Cost a month', (p) => amount(p.amortizedCost, p)],
  ['Notice (days)', (p) => p.noticeDays],
  ['Last day to cancel', (p) => p.cancelBy],
  ['Reminders', (p) => p.renewalReminders.join('; ')],
  ['Note', (p) => p.note],
  ['Renewal of the period', (p) => p.autoRenewDetail],
]

const customCell = ({ answers }: ListedService['customColumns'][number]): string =>
  answers
    .map(({ value, currency }) =>
      currency && typeof value === 'number' ? `${formatAmount({ value, currency })} ${currency}` : String(value),
    )
    .join('; ')

const OF_SERVICE = csvColumns(serviceFields, {})

/** One line for each period. A service without any has one line of its own. */
const linesOf = (service: ListedService): CsvRow[] => {
  const shared = OF_SERVICE.map(({ text }) => text(service))
  const custom = service.customColumns.map(customCell)
  const periods = service.servicePeriods.map((period) => OF_PERIOD.map(([, value]) => value(period)))
  const shown = periods.length > 0 ? periods : [OF_PERIOD.map(() => null)]
  return shown.map((cells) => [...shared, ...cells, ...custom])
}

/** Everything that matches the filters, not only a page (specification 3 §9), read while it is sent. */
export const exportServices = query({
  id: 'services.list-csv',
  access: 'services.use',
  input: inputOf(endpoints.listServicesCsv),
  run: async (context, filters) => {
    const read = (cursor: string | undefined) => readPage(context, { ...filters, cursor, first: EXPORTED_AT_ONCE })
    // The first page is read before the answer begins, so that a failure is still reported as an error.
    const first = await read(undefined)
    async function* pages(): AsyncGenerator<CsvRow[]> {
      yield [[...OF_SERVICE.map(({ label }) => label), ...OF_PERIOD.map(([name]) => name), ...first.columnNames]]
      for (let { edges, pageInfo } = first; ; ) {
        yield edges.flatMap(({ node }) => linesOf(node))
        if (!pageInfo.hasNextPage || !pageInfo.endCursor) return
        ;({ edges, pageInfo } = await read(pageInfo.endCursor))
      }
    }
    const { actor, clock } = context
    return { fileName: csvFileName('services', clock.now(), actor.timezone), text: csvStream(pages()) }
  },
})
