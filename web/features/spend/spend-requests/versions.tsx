import { CalendarDateText } from '../../../ui/date-text.tsx'
import type { SpendRequest, SpendVersion } from './api.ts'
import { LinesTable } from './lines-table.tsx'
import classes from './spend.module.css'

const Version = ({ title, version, isNow = false }: { title: string; version: SpendVersion; isNow?: boolean }) => (
  <section className={classes.version} aria-label={title} data-now={isNow || undefined}>
    <h3 className={classes.versionTitle}>{title}</h3>
    <p className={classes.description}>
      {version.vendor.name}, <CalendarDateText date={version.serviceStartDate} />
      {version.serviceEndDate && (
        <>
          {' to '}
          <CalendarDateText date={version.serviceEndDate} />
        </>
      )}
    </p>
    {version.description && <p className={classes.description}>{version.description}</p>}
    <LinesTable version={version} />
  </section>
)

/** The approved version beside the change of it. */
export const Versions = ({ spend, approved }: { spend: SpendRequest; approved: SpendVersion }) => (
  <div className={classes.versions}>
    <Version title="Approved before" version={approved} />
    <Version title={spend.status === 'APPROVED' ? 'Approved now' : 'Change'} version={spend} isNow />
  </div>
)
