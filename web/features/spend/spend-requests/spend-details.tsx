import { Button, Progress } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { fullName, namesText } from '../../../../schema/shared/values.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { late } from '../../../ui/settling/late.tsx'
import { requestState } from '../../../ui/status-badge.tsx'
import { useIsProposed } from '../../requests/proposed-vendors/index.ts'
import { detailsClasses as classes } from '../../requests/submissions/index.ts'
import type { SpendRequest } from './api.ts'
import { LinesTable } from './lines-table.tsx'
import { MonthsChart } from './months-chart.tsx'
import own from './spend.module.css'
import { Versions } from './versions.tsx'

const CutDialog = late(() => import('./cut-dialog.tsx').then((module) => module.CutDialog))

interface SpendDetailsProps {
  spend: SpendRequest
  /** The step for which the person can cut lines. Undefined if they can't. */
  cutsIn: string | undefined
}

/** What is bought, and what it costs by month. */
export const SpendDetails = ({ spend, cutsIn }: SpendDetailsProps) => {
  const { approved } = spend
  const [isCutting, setCutting] = useState(false)
  const cut = cutsIn && (
    <Button variant="default" size="compact-sm" onClick={() => setCutting(true)}>
      Reduce or reject lines…
    </Button>
  )
  return (
    <div className={classes.stack}>
      {approved ? (
        <section className={classes.card} aria-label="Versions">
          <div className={own.cardHead}>
            <h2 className={classes.cardTitle}>
              {spend.status === 'APPROVED' ? 'What the last change changed' : 'Change of the approved version'}
            </h2>
            {cut}
          </div>
          <Versions spend={spend} approved={approved} />
        </section>
      ) : (
        <section className={classes.card} aria-label="Lines">
          <div className={own.cardHead}>
            <h2 className={classes.cardTitle}>Lines</h2>
            {cut}
          </div>
          {spend.description && <p className={own.description}>{spend.description}</p>}
          <LinesTable version={spend} />
        </section>
      )}
      {isCutting && cutsIn && <CutDialog spend={spend} blockId={cutsIn} onClose={() => setCutting(false)} />}
      {spend.months.length > 1 && (
        <section className={classes.card} aria-label="Cost by month">
          <h2 className={classes.cardTitle}>
            Cost by month: <MoneyText money={spend.amortizedCost} />
          </h2>
          <MonthsChart months={spend.months} currency={spend.estimatedCost.currency} />
        </section>
      )}
      {spend.customFieldValues.length > 0 && (
        <section className={classes.card} aria-label="More details">
          <h2 className={classes.cardTitle}>More details</h2>
          <dl className={classes.answers}>
            {spend.customFieldValues.map(({ id, label, value }) => (
              <div key={id}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Vendor = ({ id, name }: { id: string; name: string }) =>
  useIsProposed(id) ? (
    name
  ) : (
    <AppLink className="ol-link" href={to('/vendors/$vendorId', { vendorId: id })}>
      {name}
    </AppLink>
  )

/** Who, when, and how far. */
export const SpendFacts = ({ spend }: { spend: SpendRequest }) => (
  <dl className={classes.facts}>
    <Fact label="Requester">
      <PersonName name={spend.requestor.name} />
    </Fact>
    {spend.submittedByUser && (
      <Fact label="Filed by">
        <PersonName name={fullName(spend.submittedByUser)} />
      </Fact>
    )}
    {spend.requestor.departments.length > 0 && (
      <Fact label="Requester’s department">{namesText(spend.requestor.departments)}</Fact>
    )}
    <Fact label="Vendor">
      <Vendor {...spend.vendor} />
    </Fact>
    <Fact label="Signature">
      {spend.needsSigner
        ? `Needed, by ${spend.vendor.signer ? fullName(spend.vendor.signer) : 'someone'}`
        : 'Not needed'}
    </Fact>
    <Fact label="Service starts">
      <CalendarDateText date={spend.serviceStartDate} />
    </Fact>
    {spend.serviceEndDate && (
      <Fact label="Service ends">
        <CalendarDateText date={spend.serviceEndDate} />
      </Fact>
    )}
    {spend.conversion && <Fact label="Compared as">{spend.conversion}</Fact>}
    {spend.services.length > 0 && (
      <Fact label="Services">
        <ul className={own.services}>
          {spend.services.map(({ id, name }) => (
            <li key={id}>
              <AppLink className="ol-link" href={to('/services/$serviceId', { serviceId: id })}>
                {name}
              </AppLink>
            </li>
          ))}
        </ul>
      </Fact>
    )}
    {spend.watchers.length > 0 && <Fact label="Watchers">{namesText(spend.watchers)}</Fact>}
    {spend.fullyReviewedAt && (
      <Fact label={requestState({ status: spend.status }).label}>
        <DateText instant={spend.fullyReviewedAt} />
      </Fact>
    )}
    {spend.status !== 'REJECTED' && spend.status !== 'WITHDRAWN' && (
      <Fact label="Progress">
        <span className={classes.progress}>
          <Progress value={spend.progress} size="sm" aria-label="Progress" className={classes.progressBar ?? ''} />
          {spend.progress}%
        </span>
      </Fact>
    )}
  </dl>
)
