import type { PlanFigures } from '../../../../schema/planning/plans/endpoints.ts'
import { formatLimit } from '../../../../schema/shared/money.ts'
import { shortMonthText } from '../../../lib/months.ts'
import classes from './plans.module.css'

const share = (value: number, most: number): string => `${(100 * Math.abs(value)) / most}%`

/** What is planned for each month, and beside it what was spent or earned. */
export const PlanChart = ({ figures }: { figures: Pick<PlanFigures, 'all' | 'months' | 'currency'> }) => {
  const { all, months, currency } = figures
  const most = Math.max(1, ...[...all.planned, ...(all.actual ?? [])].map(Math.abs))
  return (
    <figure className={classes.chart}>
      <ul className={classes.months} aria-label="Planned and actual amounts by month">
        {months.map((month, at) => {
          const [planned, actual] = [all.planned[at] ?? 0, all.actual?.[at]]
          const said = [
            `planned ${formatLimit({ value: planned, currency })}`,
            ...(actual === undefined ? [] : [`actual ${formatLimit({ value: actual, currency })}`]),
          ].join(', ')
          return (
            <li key={month}>
              <div
                role="img"
                className={classes.pair}
                title={`${shortMonthText(month)}: ${said}`}
                aria-label={`${shortMonthText(month)}: ${said}`}
              >
                <span className={classes.plannedBar} style={{ height: share(planned, most) }} />
                {actual !== undefined && (
                  <span
                    className={classes.actualBar}
                    data-over={actual > planned || undefined}
                    style={{ height: share(actual, most) }}
                  />
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <figcaption className={classes.axis}>
        <span aria-hidden>{shortMonthText(months[0] ?? '')}</span>
        <span className={classes.legend}>
          <span className={classes.plannedKey} aria-hidden /> Planned
          {all.actual && (
            <>
              <span className={classes.actualKey} aria-hidden /> Actual
            </>
          )}
        </span>
        <span aria-hidden>{shortMonthText(months.at(-1) ?? '')}</span>
      </figcaption>
    </figure>
  )
}
