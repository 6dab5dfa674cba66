import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DateTimeText } from '../../../ui/date-text.tsx'
import type { SourcingEvent } from './api.ts'
import classes from './events.module.css'

/** In place of what no one can read yet. Nothing when the bids were opened. */
export const Sealed = ({ event, children }: { event: SourcingEvent; children: ReactNode }) => {
  if (event.openedAt !== null) return children
  return (
    <div className={classes.sealed}>
      <IconLock size={20} stroke={1.5} aria-hidden />
      <div>
        {event.status === 'CANCELLED' ? (
          <>
            <h2>Bids were never opened</h2>
            <p>The event was canceled before its deadline, and the key to its bids was destroyed.</p>
          </>
        ) : (
          <>
            <h2>
              Sealed until <DateTimeText instant={event.deadline} />
            </h2>
            <p>
              Bids are encrypted with a key that is only released at the deadline. Until then no one can read them, not
              even admins, and each attempt is in the history.
            </p>
          </>
        )}
      </div>
    </div>
  )
}
