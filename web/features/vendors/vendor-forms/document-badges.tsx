import { KIND_WORDS } from '../../../../schema/documents/documents/expiry.ts'
import { to } from '../../../lib/address.ts'
import { formatCalendarDate, todayIn } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { useBadges } from './document-api.ts'
import { documentState, stateText } from './document-state.ts'
import classes from './vendor-forms.module.css'

/** What the company has from a vendor, and until when it is valid. Nothing while nothing was asked for. */
export const DocumentBadges = ({ vendorId }: { vendorId: string }) => {
  const { data } = useBadges(vendorId)
  const today = todayIn(useTimeZone())
  if (!data?.length) return null
  return (
    <ul className={classes.badges} aria-label="Documents of the vendor">
      {data.map(({ documentId, ...badge }) => {
        const { tone } = documentState(badge, today)
        const shown = <StatusBadge tone={tone} label={`${KIND_WORDS[badge.kind]}: ${stateText(badge, today)}`} />
        return (
          <li key={badge.kind}>
            {documentId ? (
              <AppLink href={to('/documents/$documentId', { documentId })} className={classes.badgeLink}>
                {shown}
              </AppLink>
            ) : (
              shown
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Beside the answer that the vendor is SOC 2 compliant: that its report isn't valid any more. */
export const SocTwoNote = ({ vendorId }: { vendorId: string }) => {
  const { data } = useBadges(vendorId)
  const report = data?.find(({ kind }) => kind === 'SOC_2')
  if (report?.state !== 'EXPIRED' || report.expiresOn === null) return null
  return <span> until {formatCalendarDate(report.expiresOn)}, when the report expired</span>
}
