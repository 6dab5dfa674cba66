import type { PlanFigures } from '../../../../schema/planning/plans/endpoints.ts'
import { formatLimit } from '../../../../schema/shared/money.ts'
import { todayIn } from '../../../lib/format.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { BarColumns } from '../../../ui/chart/bars.tsx'
import { VarianceColumns } from '../../../ui/chart/variance.tsx'

/**
 * What is planned for each month. Where there are actual amounts: how far they are from it. The table below has all
 * three.
 */
export const PlanChart = ({ figures }: { figures: Pick<PlanFigures, 'all' | 'months' | 'currency'> }) => {
  const { all, months, currency } = figures
  const { actual } = all
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
  const now = todayIn().slice(0, 7)
  return (
    <VarianceColumns
      label="Difference to the plan by month"
      currency={currency}
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
