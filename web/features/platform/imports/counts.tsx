import { formatNumber } from '../../../lib/format.ts'
import classes from './imports.module.css'

/** How many rows there are of each kind. Kinds without a count aren't shown. */
export const ImportCounts = ({ counts }: { counts: readonly { label: string; count: number | undefined }[] }) => (
  <div className={classes.counts}>
    {counts.map(({ label, count }) =>
      count === undefined ? null : (
        <dl key={label} className={classes.count}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
        </dl>
      ),
    )}
  </div>
)
