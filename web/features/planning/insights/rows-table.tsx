import type { PlanFigureRow, PlanFigures } from '../../../../schema/planning/plans/endpoints.ts'
import { DIMENSION_WORDS, type PlanDimension, type PlanType } from '../../../../schema/planning/plans/values.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import { namesText } from '../../../../schema/shared/values.ts'
import classes from './insights.module.css'
import { type Figure, figureOf, type Months } from './months.ts'
import { ALL_ROWS, NO_ROW } from './search.ts'

/** Planned, actual and what is left of each row, in the months that are shown. Each opens what stands behind it. */

/** Whether more was spent, or less was earned, than was planned. */
export const isOver = (type: PlanType, { planned, actual }: Figure): boolean =>
  actual !== null && (type === 'expense' ? actual > planned : actual < planned)

const Used = ({ type, figure: { planned, actual } }: { type: PlanType; figure: Figure }) => {
  if (actual === null || planned <= 0) return null
  const share = Math.round((actual / planned) * 100)
  return (
    <span className={classes.used} data-over={isOver(type, { planned, actual }) || undefined}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ inlineSize: `${Math.max(0, Math.min(100, share))}%` }} />
      </span>
      {share} %
    </span>
  )
}

interface LineProps {
  name: string
  note?: string | undefined
  figure: Figure
  type: PlanType
  currency: Currency
  /** Null: nothing can be opened. */
  onOpen: (() => void) | null
}

const Line = ({ name, note, figure, type, currency, onOpen }: LineProps) => {
  const { planned, actual } = figure
  const text = (value: number): string => (value === 0 ? '–' : formatMoney({ value, currency }))
  return (
    <tr>
      <th scope="row">
        {onOpen ? (
          <button type="button" className={classes.open} onClick={onOpen}>
            {name}
          </button>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        {note && <span className={classes.note}>{note}</span>}
      </th>
      <td data-align="right">{text(planned)}</td>
      {actual !== null && (
        <>
          <td data-align="right" data-over={isOver(type, figure) || undefined}>
            {text(actual)}
          </td>
          <td data-align="right" data-over={isOver(type, figure) || undefined}>
            {planned - actual < 0 ? `−${formatMoney({ value: actual - planned, currency })}` : text(planned - actual)}
          </td>
          <td>
            <Used type={type} figure={figure} />
          </td>
        </>
      )}
    </tr>
  )
}

interface RowsTableProps {
  type: PlanType
  by: PlanDimension
  figures: Pick<PlanFigures, 'months' | 'currency' | 'all'>
  rows: readonly PlanFigureRow[]
  /** Null while there are more rows. */
  others: PlanFigures['others']
  shown: Months
  onOpen: (row: string) => void
}

const noteOf = ({ item, linked }: PlanFigureRow): string | undefined => {
  if (!item || (linked.length === 1 && linked[0]?.name === item.name)) return undefined
  return linked.length > 0 ? namesText(linked) : 'Linked to nothing'
}

export const RowsTable = ({ type, by, figures, rows, others, shown, onOpen }: RowsTableProps) => {
  const { months, currency, all } = figures
  const line = { type, currency }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people with a keyboard scroll it sideways
    <section className={classes.scroll} aria-label="Figures" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{DIMENSION_WORDS[by]}</th>
            <th scope="col" data-align="right">
              Planned
            </th>
            {all.actual && (
              <>
                <th scope="col" data-align="right">
                  Actual
                </th>
                <th scope="col" data-align="right">
                  {type === 'expense' ? 'Remaining' : 'To go'}
                </th>
                <th scope="col">{type === 'expense' ? 'Used' : 'Reached'}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line
              key={row.item?.id ?? NO_ROW}
              {...line}
              name={row.item?.name ?? `No ${DIMENSION_WORDS[by].toLowerCase()}`}
              note={noteOf(row)}
              figure={figureOf(row, months, shown)}
              onOpen={row.item && row.linked.length === 0 ? null : () => onOpen(row.item?.id ?? NO_ROW)}
            />
          ))}
          {others?.actual.some((amount) => amount !== 0) && (
            <Line
              {...line}
              name="Not in the plan"
              figure={figureOf({ planned: others.actual.map(() => 0), actual: others.actual }, months, shown)}
              onOpen={null}
            />
          )}
        </tbody>
        <tfoot>
          <Line {...line} name="Total" figure={figureOf(all, months, shown)} onOpen={() => onOpen(ALL_ROWS)} />
        </tfoot>
      </table>
    </section>
  )
}
