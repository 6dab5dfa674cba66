import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import type { IntakeSubmission } from '../../../../../schema/requests/endpoints.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import { to } from '../../../../lib/address.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../../ui/date-text.tsx'
import { MoneyText } from '../../../../ui/money-text.tsx'
import { PersonName } from '../../../../ui/person-name.tsx'
import { requestState } from '../../../../ui/status-badge.tsx'
import classes from './details.module.css'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** The request's own fields. */
export const Facts = ({ submission, workflow }: { submission: IntakeSubmission; workflow: string | null }) => (
  <dl className={classes.facts}>
    <Fact label="Requester">
      <PersonName name={submission.requestor.name} />
    </Fact>
    {submission.contact && (
      <Fact label={submission.category.type === 'PUBLIC' ? 'Sent by public form' : 'Filled in by'}>
        <a className="ol-link" href={`mailto:${submission.contact.email}`}>
          {submission.contact.email}
        </a>
      </Fact>
    )}
    {submission.createdBy.id !== submission.requestor.id && (
      <Fact label="Filed by">
        <PersonName name={fullName(submission.createdBy)} />
      </Fact>
    )}
    {submission.filedThrough && (
      <Fact label="Filed on their behalf by">
        <PersonName name={submission.filedThrough.name} />
      </Fact>
    )}
    {submission.assignee && (
      <Fact label="Assignee">
        <PersonName name={fullName(submission.assignee)} />
      </Fact>
    )}
    <Fact label="Category">
      {submission.contact ? (
        submission.category.name
      ) : (
        <AppLink
          className="ol-link"
          href={to('/intake-requests/$intakeCategoryId', { intakeCategoryId: submission.intakeCategoryId })}
        >
          {submission.category.name}
        </AppLink>
      )}
    </Fact>
    <Fact label="Amount">
      <MoneyText money={submission.requestAmount} />
    </Fact>
    {submission.vendor && (
      <Fact label="Vendor">
        <AppLink className="ol-link" href={to('/vendors/$vendorId', { vendorId: submission.vendor.id })}>
          {submission.vendor.name}
        </AppLink>
      </Fact>
    )}
    <Fact label="Created">
      <DateText instant={submission.createdAt} />
    </Fact>
    <Fact label="Submitted">
      <DateText instant={submission.submittedAt} />
    </Fact>
    {submission.dueDate && (
      <Fact label="Due">
        <CalendarDateText date={submission.dueDate} />
      </Fact>
    )}
    {submission.approvedOrRejectedAt && (
      <Fact label={requestState({ status: submission.status }).label}>
        <DateText instant={submission.approvedOrRejectedAt} />
      </Fact>
    )}
    {workflow && <Fact label="Workflow">{workflow}</Fact>}
    {submission.status !== 'REJECTED' && submission.status !== 'WITHDRAWN' && (
      <Fact label="Progress">
        <span className={classes.progress}>
          <Progress value={submission.progress} size="sm" aria-label="Progress" className={classes.progressBar ?? ''} />
          {submission.progress}%
        </span>
      </Fact>
    )}
  </dl>
)
