import { Alert, Progress } from '@mantine/core'
import type { SyncJob } from '../../../../schema/platform/accounting/endpoints.ts'
import { formatNumber } from '../../../lib/format.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './accounting.module.css'
import { countedWords, runState } from './words.ts'

type Counted = SyncJob['counts'][number]

/** A run as it goes: how many of what, of how many where the accounting system says so. */
export const SyncProgress = ({ job }: { job: SyncJob }) => (
  <div aria-live="polite">
    <p className={classes.line}>
      <StatusBadge {...runState(job.status)} />{' '}
      {job.status === 'SYNCING' ? (
        <>
          Started <DateTimeText instant={job.startedAt ?? job.createdAt} />
        </>
      ) : (
        <>
          Ended <DateTimeText instant={job.finishedAt ?? job.createdAt} />
        </>
      )}
    </p>
    {job.error && (
      <Alert color={job.status === 'ERROR' ? 'red' : 'yellow'} mb="md" role="alert">
        {job.error} {job.retryAt && job.status !== 'ERROR' && 'Outlay tries again automatically.'}
      </Alert>
    )}
    {job.counts.length > 0 && (
      <ul className={classes.counts}>
        {job.counts.filter(isShown).map((counted) => (
          <Count key={counted.what} {...counted} isOver={job.status !== 'SYNCING'} />
        ))}
      </ul>
    )}
  </div>
)

/** What the company has none of is no news. */
const isShown = ({ count, total }: Counted): boolean => count > 0 || (total ?? 0) > 0

const Count = ({ what, count, total, isOver }: Counted & { isOver: boolean }) => {
  const words = countedWords(what)
  const number = total === null || isOver ? formatNumber(count) : `${formatNumber(count)} of ${formatNumber(total)}`
  return (
    <li className={classes.count}>
      <span>{words}</span>
      <span className={classes.number}>{number}</span>
      {total !== null && total > 0 && !isOver && (
        <Progress
          className={classes.bar ?? ''}
          value={(100 * Math.min(count, total)) / total}
          aria-label={words}
          size="xs"
        />
      )}
    </li>
  )
}
