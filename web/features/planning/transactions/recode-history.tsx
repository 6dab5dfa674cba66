import { Button, Skeleton } from '@mantine/core'
import { fullName } from '../../../../schema/shared/values.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import classes from './recode.module.css'
import { isOpen, type LineRecode, type Recode, useLineRecodes, useRecodes } from './recode-api.ts'
import { progressText, RecodeProgress } from './recode-progress.tsx'
import { useRecodeFollowUp } from './use-recode.tsx'

/** What people have changed of one transaction, newest first. */

const nameOf = (named: { name: string } | null): string => named?.name ?? 'none'

const wordsOf = (what: string, change: LineRecode['vendor']): string | null => {
  if (!change) return null
  const to = `${nameOf(change.to)}${change.isFromMapping ? ' (from mapping)' : ''}`
  return change.from?.id === change.to?.id ? `${what}: ${to}` : `${what}: ${nameOf(change.from)} → ${to}`
}

export const LineHistory = ({ transactionId, canUndo }: { transactionId: string; canUndo: boolean }) => {
  const { data, error, refetch } = useLineRecodes(transactionId)
  const { undo } = useRecodeFollowUp()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={40} />
  if (data.length === 0) return <p className={classes.empty}>No one has changed it. It follows the mapping.</p>
  return (
    <ol className={classes.changes}>
      {data.map((change, at) => (
        <li key={`${change.recodeId}:${change.madeAt}`} className={classes.change}>
          <span className={classes.words} data-undone={change.undoneAt !== null || undefined}>
            <span className={change.undoneAt === null ? undefined : classes.undone}>
              {[wordsOf('Vendor', change.vendor), wordsOf('Category', change.category)].filter(Boolean).join('; ')}
            </span>
            <br />
            <span className={classes.who}>
              {change.madeBy ? fullName(change.madeBy) : 'Someone'}, <DateTimeText instant={change.madeAt} />
              {change.undoneAt && `, undone${change.undoneBy ? ` by ${fullName(change.undoneBy)}` : ''}`}
            </span>
          </span>
          {canUndo && at === 0 && change.canUndo && change.undoneAt === null && (
            <Button size="compact-sm" variant="default" onClick={() => void undo([change.recodeId])}>
              Undo
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

const whatOf = ({ vendor, category }: Recode): string =>
  [
    vendor && (vendor.isFromMapping ? 'Vendor from mapping' : `Vendor: ${vendor.name ?? 'none'}`),
    category && (category.isFromMapping ? 'Category from mapping' : `Category: ${category.name ?? 'none'}`),
  ]
    .filter(Boolean)
    .join('; ')

/** The latest changes, with how far those are that a job makes. */
export const LatestRecodes = () => {
  const { data, error, refetch } = useRecodes(true)
  const { undo } = useRecodeFollowUp()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={120} />
  if (data.length === 0) return <p className={classes.empty}>No one has changed a transaction yet.</p>
  return (
    <ol className={classes.changes}>
      {data.map((recode) => (
        <li key={recode.id} className={classes.change}>
          <span className={classes.words}>
            {whatOf(recode)}
            <br />
            <span className={classes.who}>
              {recode.madeBy ? fullName(recode.madeBy) : 'Someone'}, <DateTimeText instant={recode.madeAt} />
            </span>
            {isOpen(recode) ? (
              <RecodeProgress recodeId={recode.id} />
            ) : (
              <span className={classes.who}> · {progressText(recode)}</span>
            )}
          </span>
          {recode.state === 'DONE' && recode.changed > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => void undo([recode.id])}>
              Undo
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
