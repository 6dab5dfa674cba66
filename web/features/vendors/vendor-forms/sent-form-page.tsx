import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { to } from '../../../lib/address.ts'
import { isMissing } from '../../../lib/errors.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { Fact, Facts } from '../../../ui/details.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState, NotFound } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { EditRequest } from '../../requests/submissions/index.ts'
import { type SentForm, useSentForm } from './api.ts'
import { FormMenuItems } from './sent-forms.tsx'
import classes from './vendor-forms.module.css'
import { sentFormState } from './words.tsx'

/** A form as the company sees it: waiting for the vendor, and then a request like any other. */

const CRUMBS = [{ label: 'Vendor forms', href: to('/vendor-forms') }]

const Bones = () => (
  <>
    <PageHeader title="Vendor form" breadcrumbs={CRUMBS} />
    <Skeleton height={240} />
  </>
)

/** @param submitted its page once the vendor submitted it */
export const SentFormPage = ({ id, submitted }: { id: string; submitted: ReactNode }) => {
  const { data, error, refetch } = useSentForm(id)
  if (!data) {
    if (!error) return <Bones />
    return isMissing(error) ? <NotFound /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  return data.status === 'UNSUBMITTED' ? <Waiting form={data} /> : submitted
}

const Waiting = ({ form }: { form: SentForm }) => (
  <>
    <PageHeader
      title={form.intakeCategory.name}
      breadcrumbs={CRUMBS}
      state={<StatusBadge {...sentFormState(form)} />}
      subtitle={
        form.revokedAt
          ? `Closed. ${form.vendor.name} can no longer open it.`
          : `Waiting for ${withStop(form.recipientName)} You see the answers once they are submitted.`
      }
      {...(form.canManage && { menu: <FormMenuItems form={form} /> })}
    />
    <Facts>
      <Fact label="Vendor">
        <AppLink className="ol-link" href={to('/vendors/$vendorId/$tab', { vendorId: form.vendor.id, tab: 'forms' })}>
          {form.vendor.name}
        </AppLink>
      </Fact>
      <Fact label="Sent to">{form.email ?? form.recipientName}</Fact>
      <Fact label="Sent by">{fullName(form.owner)}</Fact>
      <Fact label="Sent">
        <DateText instant={form.sentAt} />
      </Fact>
      {form.expiresAt && (
        <Fact label="Link expires">
          <DateText instant={form.expiresAt} />
        </Fact>
      )}
      {form.message && (
        <Fact label="Message">
          <span className={classes.asWritten}>{form.message}</span>
        </Fact>
      )}
    </Facts>
  </>
)

/** Correcting the vendor's answers. */
export const EditSentForm = ({ id }: { id: string }) => {
  const { data, error, refetch } = useSentForm(id)
  if (!data) {
    if (!error) return <Bones />
    return isMissing(error) ? <NotFound /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (data.status === 'UNSUBMITTED') return <NotFound />
  return <EditRequest categoryId={data.intakeCategory.id} submissionId={id} />
}
