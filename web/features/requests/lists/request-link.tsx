import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import classes from './home.module.css'

/** Number and title. The row itself has the focus, so the link isn't in the tab order. */
export const RequestLink = ({ id, number, title }: { id: string; number: number; title: string }) => (
  <AppLink
    href={to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: id })}
    className={`ol-link ${classes.request}`}
    tabIndex={-1}
    title={title}
  >
    <span className={classes.number}>#{number}</span>
    <span className={classes.requestTitle}>{title}</span>
  </AppLink>
)
