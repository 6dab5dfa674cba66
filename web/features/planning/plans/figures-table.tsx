import type { PlanFigureRow, PlanFigures } from '../../../../schema/planning/plans/endpoints.ts'
import { DIMENSION_WORDS, type PlanDimension, type PlanType } from '../../../../schema/planning/plans/values.ts'
import { DIMENSIONS } from '../../../../schema/planning/transactions/filters.ts'
import { formatLimit } from '../../../../schema/shared/money.ts'
import { namesText } from '../../../../schema/shared/values.ts'
import { type Address, to } from '../../../lib/address.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import classes from './plans.module.css'

interface Shown {
  type: PlanType
  by: PlanDimension
  months: readonly string[]
  currency: PlanFigures['currency']
  /** False for people who don't see transactions. */
  opens: boolean
}

/** The transactions of what a row is linked to, in some months. */
const transactionsOf = ({ type, by }: Shown, linked: PlanFigureRow['linked'], from: string, until: string): Address =>
  to('/budget-tracking/actuals/transactions', {}, {
    type: type === 'expense' ? undefined : type,
    from,
    to: until,
    ...(linked.length > 0 && { [DIMENSIONS[by].in]: linked.map(({ id }) => id) }),
  } as never)

type Amounts = Pick<PlanFigureRow, 'planned' | 'total' | 'actual' | 'actualTotal'>

const Cell = ({
  shown,
  planned,
  actual,
  href,
  what,
}: {
  shown: Shown
  planned: number
  actual: number | null
  /** Where the actual amount comes from. Null without any. */
  href: Address | null
  /** For screen readers: "Engineering, Jan 2026". */
  what: string
}) => {
  const text = (value: number): string => formatLimit({ value, currency: shown.currency })
  const isOver = actual !== null && (shown.type === 'expense' ? actual > planned : actual < planned)
  return (
    <td data-align="right">
      <span className={classes.planned}>{planned === 0 ? '–' : text(planned)}</span>
      {actual !== null && (
        <span className={classes.actual} data-over={(isOver && actual !== 0) || undefined}>
          {actual === 0 ? (
            '–'
          ) : href && shown.opens ? (
            <AppLink href={href} aria-label={`Actual of ${what}: ${text(actual)}. Open transactions`}>
              {text(actual)}
            </AppLink>
          ) : (
            text(actual)
          )}
        </span>
      )}
    </td>
  )
}

const Amounts = ({
  shown,
  of,
  linked,
  name,
}: {
  shown: Shown
  of: Amounts
  linked: PlanFigureRow['linked'] | null
  name: string
}) => {
  const [first = '', last = ''] = [shown.months[0], shown.months.at(-1)]
  const href = (from: string, until: string) => (linked ? transactionsOf(shown, linked, from, until) : null)
  return (
    <>
      <Cell
        shown={shown}
        planned={of.total}
        actual={of.actualTotal}
        href={href(first, last)}
        what={`${name}, all months`}
      />
      {shown.months.map((month, at) => (
        <Cell
          key={month}
          shown={shown}
          planned={of.planned[at] ?? 0}
          actual={of.actual?.[at] ?? null}
          href={href(month, month)}
          what={`${name}, ${shortMonthText(month)}`}
        />
      ))}
    </>
  )
}

const nameOf = (by: PlanDimension, { item }: PlanFigureRow): string =>
  item?.name ?? `No ${DIMENSION_WORDS[by].toLowerCase()}`

/** What a row is in the company, if that isn't told by its name. */
const Linked = ({ row: { item, linked } }: { row: PlanFigureRow }) => {
  if (!item || (linked.length === 1 && linked[0]?.name === item.name)) return null
  return <span className={classes.linked}>{linked.length > 0 ? namesText(linked) : 'Linked to nothing'}</span>
}

/** What is planned, with months as columns, and below each amount what it came to. */
export const FiguresTable = ({
  shown,
  rows,
  all,
  others,
  isFiltered,
}: {
  shown: Shown
  rows: readonly PlanFigureRow[]
  all: PlanFigures['all']
  /** Null while there are more rows. */
  others: PlanFigures['others']
  isFiltered: boolean
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: people with a keyboard scroll it sideways
  <section className={classes.scroll} aria-label="Figures" tabIndex={0}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{DIMENSION_WORDS[shown.by]}</th>
          <th scope="col" data-align="right">
            All months
          </th>
          {shown.months.map((month) => (
            <th key={month} scope="col" data-align="right">
              {shortMonthText(month)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.item?.id ?? ''}>
            <th scope="row">
              <span className={classes.name}>{nameOf(shown.by, row)}</span>
              {row.actual && <Linked row={row} />}
            </th>
            <Amounts
              shown={shown}
              of={row}
              linked={row.linked.length > 0 && !isFiltered ? row.linked : null}
              name={nameOf(shown.by, row)}
            />
          </tr>
        ))}
        {others?.actual.some((amount) => amount !== 0) && (
          <tr>
            <th scope="row">
              <span className={classes.name}>Not in the plan</span>
            </th>
            <Amounts
              shown={shown}
              of={{ planned: others.actual.map(() => 0), total: 0, ...others }}
              linked={null}
              name="Not in the plan"
            />
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <span className={classes.name}>Total</span>
            {all.actual && (
              <span className={classes.linked}>
                Actual: {isFiltered ? 'matching transactions' : 'all transactions'}
              </span>
            )}
          </th>
          <Amounts shown={shown} of={all} linked={isFiltered ? null : []} name="Total" />
        </tr>
      </tfoot>
    </table>
  </section>
)
