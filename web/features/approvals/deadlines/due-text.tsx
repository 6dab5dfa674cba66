import { formatDateTime } from '../../../lib/format.ts'
import { useTimeZone } from '../../../ui/time-zone.ts'
import classes from './deadlines.module.css'
import { dueWords } from './words.ts'

/** Until when someone should decide. */
export const DueText = ({ dueAt }: { dueAt: number }) => {
  const timeZone = useTimeZone()
  const now = Date.now()
  const iso = new Date(dueAt).toISOString()
  return (
    <time
      className={classes.due}
      data-late={dueAt <= now || undefined}
      dateTime={iso}
      title={formatDateTime(iso, timeZone)}
    >
      {dueWords(dueAt, now)}
    </time>
  )
}
