import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CHECK_RULE_WORDS } from '../../../../schema/money/checks/values.ts'
import { formatNumber } from '../../../lib/format.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { BarColumns } from '../../../ui/chart/bars.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { monthsQuery } from './api.ts'
import classes from './checks.module.css'

/** How much was found and decided over the last months, as a chart with its tables behind. */

const FEWEST = 6

interface Sums {
  found: number
  released: number
  rejected: number
}

const Counts = ({ caption, of, rows }: { caption: string; of: string; rows: [name: string, sums: Sums][] }) => (
  <Table className={classes.counts ?? ''}>
    <caption className={classes.caption}>{caption}</caption>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{of}</Table.Th>
        {['Found', 'Released', 'Rejected'].map((name) => (
          <Table.Th key={name} ta="right">
            {name}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(([name, { found, released, rejected }]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row">{name}</Table.Th>
          {[found, released, rejected].map((count, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: three columns in one order
            <Table.Td key={at} ta="right">
              {formatNumber(count)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

export const Months = () => {
  const { data, error, refetch, isLoading } = useQuery(monthsQuery)
  useNotYet(isLoading)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <div className={classes.placeholder} aria-hidden />
  const total = data.months.reduce(
    (sum, { found, released, rejected }) => ({
      ...{ found: sum.found + found, released: sum.released + released, rejected: sum.rejected + rejected },
    }),
    { found: 0, released: 0, rejected: 0 },
  )
  if (total.found === 0) return null
  // From the first month that something was found in, so that it isn't empty for the most part.
  const shown = data.months.slice(
    Math.min(
      data.months.findIndex(({ found }) => found > 0),
      data.months.length - FEWEST,
    ),
  )
  return (
    <section className={classes.summary} aria-label="Findings over time">
      <div>
        <p className={classes.total}>{formatNumber(total.found)}</p>
        <p className={classes.note}>found in twelve months</p>
        <p className={classes.note}>
          {formatNumber(total.released)} released, {formatNumber(total.rejected)} rejected
        </p>
      </div>
      <div>
        <BarColumns
          label="Findings by month"
          bars={shown.map(({ month, found, released, rejected }) => ({
            ...{ key: month, name: shortMonthText(month), size: found },
            title: `${shortMonthText(month)}: ${formatNumber(found)} found, ${formatNumber(released)} released, ${formatNumber(rejected)} rejected`,
          }))}
        />
        <details className={classes.tables}>
          <summary>Show as tables</summary>
          <Counts
            caption="By month"
            of="Month"
            rows={shown.toReversed().map(({ month, ...sums }) => [shortMonthText(month), sums])}
          />
          <Counts
            caption="By check"
            of="Check"
            rows={data.rules.map(({ rule, ...sums }) => [CHECK_RULE_WORDS[rule], sums])}
          />
        </details>
      </div>
    </section>
  )
}
