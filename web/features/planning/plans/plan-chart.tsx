import type { PlanFigures } from '../../../../schema/planning/plans/endpoints.ts'
import { monthOf } from '../../../../schema/shared/calendar.ts'
import { formatLimit } from '../../../../schema/shared/money.ts'
import { todayIn } from '../../../lib/format.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { BarColumns } from '../../../ui/chart/bars.tsx'
import { VarianceColumns } from '../../../ui/chart/variance.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'

/**
 * What is planned for each month. Where there are actual amounts: how far they are from it. The table below has all
 * three.
 */
export const PlanChart = ({
  figures,
  type,
}: {
  figures: Pick<PlanFigures, 'all' | 'months' | 'currency'>
  type: 'expense' | 'revenue'
}) => {
  const { all, months, currency } = figures
  const { actual } = all
  const now = monthOf(todayIn(useTimeZone()))
  if (!actual)
    return (
      <BarColumns
        label="Planned amounts by month"
        bars={months.map((month, at) => {
          const [name, amount] = [shortMonthText(month), { value: all.planned[at] ?? 0, currency }]
          return { key: month, name, amount, title: `${name}: planned ${formatLimit(amount)}` }
        })}
      />
    )
  return (
    <VarianceColumns
      label="Difference to the plan by month"
      currency={currency}
      worse={type === 'expense' ? 'over' : 'under'}
      months={months.map((month, at) => ({
        key: month,
        name: shortMonthText(month),
        planned: all.planned[at] ?? 0,
        isOpen: month === now,
        // Something may be booked ahead.
        actual: month > now && !actual[at] ? null : (actual[at] ?? 0),
      }))}
    />
  )
}
