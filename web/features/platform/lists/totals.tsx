import { Button } from '@mantine/core'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { formatNumber } from '../../../lib/format.ts'
import classes from './lists.module.css'
import type { UsedList } from './use-list.ts'
import type { UsedTotals } from './use-totals.ts'

/** How many rows match the filters, and what they come to by currency: the whole list, not its page. */
export const Totals = ({ list, of }: { list: UsedList<never>; of: UsedTotals }) => {
  const { totals, isAdding, isCut, error, retry, addAll } = of
  const { noun, nouns, amounts: what } = list.definition
  if (!totals) {
    return (
      <div className={classes.totals} role="status">
        {error ? (
          <>
            The totals couldn’t be loaded.
            <Button size="compact-xs" variant="subtle" onClick={retry}>
              Try again
            </Button>
          </>
        ) : (
          (what && 'Adding up…') || 'Counting…'
        )}
      </div>
    )
  }
  const { count, amounts } = totals
  const number = `${formatNumber(count)} ${count === 1 && !isCut ? noun : nouns}`
  return (
    <div className={classes.totals} role="status" aria-busy={isAdding}>
      <span>
        {isAdding ? `${number} so far` : isCut ? `The first ${number}` : number}
        {amounts.length > 0 && <span className={classes.totalsOf}>{what}:</span>}
      </span>
      {amounts.length > 0 && (
        <ul className={classes.sums} aria-label={`${what}, by currency`}>
          {amounts.map((sum) => (
            <li key={sum.currency} title={`${formatNumber(sum.count)} in ${sum.currency}`}>
              {formatMoney(sum)}
            </li>
          ))}
        </ul>
      )}
      {error && (
        <Button size="compact-xs" variant="subtle" onClick={retry}>
          Some couldn’t be added up. Try again
        </Button>
      )}
      {isCut && !error && (
        <Button size="compact-xs" variant="subtle" onClick={addAll}>
          {what ? 'Add up all' : 'Count all'}
        </Button>
      )}
    </div>
  )
}
