import { Skeleton } from '@mantine/core'
import { IconTrophy } from '@tabler/icons-react'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { type SourcingEvent, useComparison } from './api.ts'
import classes from './events.module.css'
import { PriceScoreChart } from './price-score-chart.tsx'
import { Sealed } from './sealed.tsx'

/** Bids side by side. */
export const ComparisonTab = ({ event }: { event: SourcingEvent }) => (
  <Sealed event={event}>
    <Opened event={event} />
  </Sealed>
)

const Opened = ({ event }: { event: SourcingEvent }) => {
  const { data, error, refetch } = useComparison(event.id)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  if (data.bidders.length === 0)
    return <EmptyState title="Nothing to compare" text="No bid came in before the deadline." />
  const isConverted = data.rows.some(({ cells }) => cells.some(({ note }) => note))
  return (
    <>
      <PriceScoreChart comparison={data} />
      {event.criteria.length > 0 && !data.withScores && (
        <p className={classes.note}>
          {event.isReviewer
            ? 'Scores appear here once you have submitted yours.'
            : 'Scores appear here once all reviewers have submitted theirs.'}
        </p>
      )}
      {isConverted && (
        <p className={classes.note}>
          Amounts in other currencies are compared in {data.exchange.currency} at the rates of the day on which the bids
          were opened.
        </p>
      )}
      <div className={classes.scroll}>
        <table className={classes.matrix}>
          <thead>
            <tr>
              <th scope="col">
                <span className="ol-visually-hidden">Question</span>
              </th>
              {data.bidders.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map(({ key, label, cells }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {data.bidders.map(({ id }) => {
                  const cell = cells.find(({ bidderId }) => bidderId === id)
                  return (
                    <td key={id} data-best={cell?.isBest || undefined}>
                      {cell?.text || <span aria-hidden>–</span>}
                      {cell?.isBest && (
                        <span className={classes.best}>
                          <IconTrophy size={12} aria-hidden />
                          Best
                        </span>
                      )}
                      {cell?.note && <span className={classes.converted}>{cell.note}</span>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
