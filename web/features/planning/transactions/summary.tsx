import { useQuery } from '@tanstack/react-query'
import { CHARTED, type ChartBar, type Charted } from '../../../../schema/planning/transactions/endpoints.ts'
import { DIMENSIONS, NO_VALUE } from '../../../../schema/planning/transactions/filters.ts'
import { formatLimit } from '../../../../schema/shared/money.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { formatNumber } from '../../../lib/format.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { BarColumns, BarRows } from '../../../ui/chart/bars.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { useCompany } from '../../platform/session/index.ts'
import { type AskedFilters, type Chart, chartQuery, totalsQuery } from './api.ts'
import classes from './transactions.module.css'

/** What the listed transactions sum to: the total, and a chart whose bars filter the list. */

const CHART_WORDS: Record<Charted, string> = {
  month: 'By month',
  department: 'By department',
  businessUnit: 'By business unit',
  category: 'By category',
  location: 'By location',
  vendor: 'By vendor',
  accountType: 'By account type',
}

const countText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'transaction' : 'transactions'}`

const Totals = ({ filters }: { filters: AskedFilters }) => {
  const { data, error, isLoading } = useQuery(totalsQuery(filters))
  useNotYet(isLoading)
  if (!data) return <p className={classes.note}>{error ? errorMessage(error) : 'Adding up…'}</p>
  if (!data.isKnown)
    return (
      <p className={classes.note}>
        Too many transactions to add up what a search finds. Choose fewer months or more filters to see totals.
      </p>
    )
  return (
    <>
      <p className={classes.total}>
        <MoneyText money={data.amount} />
      </p>
      <p className={classes.note}>{countText(data.count)}</p>
      {data.withoutRate > 0 && (
        <p className={classes.note}>
          {countText(data.withoutRate)} without an exchange rate {data.withoutRate === 1 ? 'isn’t' : 'aren’t'} included.
        </p>
      )}
      {data.isUpdating && <p className={classes.note}>Totals are being updated after a sync or a mapping change.</p>}
    </>
  )
}

/** What a bar filters by. */
const filterOf = (by: Charted, { key }: ChartBar): Record<string, unknown> => {
  if (by === 'month') return { from: key ?? undefined, to: key ?? undefined }
  if (by === 'accountType') return { accountType: key ?? undefined }
  return { [DIMENSIONS[by].in]: [key ?? NO_VALUE] }
}

interface BarsProps {
  by: Charted
  chart: Chart
  onFilter: (patch: Record<string, unknown>) => void
}

const Months = ({ by, chart: { bars }, onFilter }: BarsProps) => (
  <BarColumns
    label="Amounts by month"
    bars={bars.map((bar) => {
      const name = shortMonthText(bar.key ?? '')
      return {
        ...{ key: bar.key ?? '', name, amount: bar.amount, onPick: () => onFilter(filterOf(by, bar)) },
        title: `${name}: ${formatLimit(bar.amount)}, ${countText(bar.count)}`,
      }
    })}
  />
)

const Things = ({ by, chart: { bars, others }, onFilter }: BarsProps) => (
  <BarRows
    label={`Amounts ${CHART_WORDS[by].toLowerCase()}`}
    bars={bars.map((bar) => ({
      ...{ key: bar.key ?? '', name: bar.name, amount: bar.amount, title: countText(bar.count) },
      onPick: () => onFilter(filterOf(by, bar)),
    }))}
    rest={others ? { name: `${formatNumber(others.bars)} more`, amount: others.amount } : undefined}
  />
)

interface SummaryProps {
  /** Where there are several. */
  label?: string
  filters: AskedFilters
  by: Charted
  onBy: (by: Charted) => void
  onFilter: (patch: Record<string, unknown>) => void
}

export const Summary = ({ label = 'Totals', filters, by, onBy, onFilter }: SummaryProps) => {
  const { enableBusinessUnits } = useCompany()
  const chart = useQuery(chartQuery(filters, by))
  useNotYet(chart.isLoading)
  const choices = CHARTED.filter((each) => each !== 'businessUnit' || enableBusinessUnits)
  const isEmpty = chart.data && !chart.data.bars.some(({ count }) => count > 0)
  return (
    <section className={classes.summary} aria-label={label}>
      <InOrder>
        <div className={classes.totals}>
          <Totals filters={filters} />
        </div>
        <div className={classes.chart}>
          <Select
            className={classes.by ?? ''}
            size="xs"
            aria-label="Chart"
            allowDeselect={false}
            data={choices.map((value) => ({ value, label: CHART_WORDS[value] }))}
            value={by}
            onChange={(next) => next && onBy(next as Charted)}
          />
          {chart.error ? (
            <p className={classes.note}>{errorMessage(chart.error)}</p>
          ) : !chart.data ? (
            <div className={classes.placeholder} aria-hidden />
          ) : !chart.data.isKnown || isEmpty ? (
            <p className={classes.note}>{isEmpty && chart.data.isKnown ? 'Nothing to show.' : 'Too many to chart.'}</p>
          ) : by === 'month' ? (
            <Months by={by} chart={chart.data} onFilter={onFilter} />
          ) : (
            <Things by={by} chart={chart.data} onFilter={onFilter} />
          )}
        </div>
      </InOrder>
    </section>
  )
}
