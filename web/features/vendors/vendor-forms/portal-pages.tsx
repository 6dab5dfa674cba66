import { Alert, Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChecklist, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '../../../../schema/shared/values.ts'
import type { FormFilter } from '../../../../schema/vendors/vendor-forms/values.ts'
import { type Address, to, useGo } from '../../../lib/address.ts'
import { isMissing } from '../../../lib/errors.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState, NotFound } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import {
  formKeys,
  type OpenedForm,
  useEarlierAnswers,
  useForms,
  useOpenedForm,
  type VendorForm,
  withAccount,
} from './api.ts'
import { fileHref } from './document-api.ts'
import { FormAnswers, FormFilling } from './form-filling.tsx'
import { AnswerDiscussion, CommentOn, FormDiscussion } from './vendor-conversation.tsx'
import classes from './vendor-forms.module.css'
import { formState } from './words.tsx'

/** The vendor's own pages: forms of the chosen customer. */

const formHref = (id: string): Address => to('/v/forms/$intakeSubmissionId', { intakeSubmissionId: id })
const editHref = (id: string): Address => to('/v/forms/$intakeSubmissionId/edit', { intakeSubmissionId: id })
/** A form that waits is opened for filling in at once. */
const openHref = ({ intakeSubmissionId: id, status }: VendorForm): Address =>
  status === 'UNSUBMITTED' ? editHref(id) : formHref(id)
const CRUMBS = [{ label: 'Forms', href: to('/v/forms') }]

const COLUMNS: Column<VendorForm>[] = [
  { id: 'form', header: 'Form', cell: ({ intakeCategory }) => intakeCategory.name },
  { id: 'company', header: 'Customer', width: '12rem', cell: ({ company }) => company.name },
  { id: 'owner', header: 'Sent by', width: '12rem', cell: ({ owner }) => fullName(owner) },
  { id: 'status', header: 'Status', width: '11rem', cell: (form) => <StatusBadge plain {...formState(form)} /> },
  { id: 'createdAt', header: 'Received', width: '8rem', cell: ({ createdAt }) => <DateText instant={createdAt} /> },
  {
    id: 'submittedAt',
    header: 'Submitted',
    width: '8rem',
    cell: ({ submittedAt }) => <DateText instant={submittedAt} />,
  },
]

const FILTERS = [
  { value: 'ALL', label: 'All' },
  { value: 'NEEDS_ATTENTION', label: 'Needs attention' },
  { value: 'SUBMITTED', label: 'Submitted' },
  { value: 'APPROVED', label: 'Approved' },
]

interface FormListProps {
  filter: FormFilter | undefined
  onFilter: (filter: FormFilter | undefined) => void
}

export const FormList = ({ filter, onFilter }: FormListProps) => {
  const { data, error, refetch } = useForms(filter)
  return (
    <>
      <PageHeader title="Forms" subtitle="What this customer asked you to fill in." />
      <TableView<VendorForm>
        label="Forms"
        columns={COLUMNS}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ intakeSubmissionId }) => intakeSubmissionId}
        rowHref={openHref}
        toolbar={
          <SegmentedControl
            aria-label="Which forms"
            size="xs"
            data={FILTERS}
            value={filter ?? 'ALL'}
            onChange={(value) => onFilter(value === 'ALL' ? undefined : (value as FormFilter))}
          />
        }
        empty={{
          icon: <IconChecklist size={20} aria-hidden />,
          title: filter ? 'No such forms' : 'No forms yet',
          text: filter
            ? 'Choose All to see the other forms.'
            : 'Forms that this customer sends you appear here. You also get an email.',
        }}
      />
    </>
  )
}

const Bones = () => (
  <>
    <PageHeader title="Form" breadcrumbs={CRUMBS} />
    <Skeleton height={240} />
  </>
)

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  isMissing(error) ? <NotFound /> : <ErrorState error={error} onRetry={onRetry} />

const SENTENCES: Record<VendorForm['status'], string> = {
  UNSUBMITTED: 'Waiting for you.',
  PENDING: 'is reviewing your answers.',
  APPROVED: 'approved your answers.',
  REJECTED: 'rejected your answers. You can change them and submit the form again.',
}

/** One form: its answers, and what the customer made of them. */
export const FormPage = ({ id }: { id: string }) => {
  const { data, error, refetch } = useOpenedForm(id)
  const [discussed, setDiscussed] = useState<{ questionId: string; label: string } | null>(null)
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones />
  const { form, answers } = data
  const { company, owner, intakeCategory, status, sentBack, canEdit } = form
  return (
    <>
      <PageHeader
        title={intakeCategory.name}
        breadcrumbs={CRUMBS}
        state={<StatusBadge {...formState(form)} />}
        subtitle={
          status === 'UNSUBMITTED'
            ? `${fullName(owner)} of ${company.name} is waiting for your answers.`
            : `${company.name} ${sentBack ? 'asks you to change your answers and submit the form again.' : SENTENCES[status]}`
        }
        {...(canEdit && {
          action: (
            <Button component={AppLink} href={editHref(id)}>
              {status === 'UNSUBMITTED' ? 'Fill in form' : 'Edit answers'}
            </Button>
          ),
        })}
      />
      {sentBack && (
        <Alert color="orange" variant="light" mb="md" title="What to change">
          <p className={classes.alertText}>{sentBack.message}</p>
        </Alert>
      )}
      {status === 'UNSUBMITTED' ? (
        <FormAnswers answers={answers} href={fileHref} />
      ) : (
        <>
          <FormAnswers
            answers={answers}
            href={fileHref}
            beside={(answer) => <CommentOn label={answer.label} onClick={() => setDiscussed(answer)} />}
          />
          <FormDiscussion id={id} company={company.name} />
        </>
      )}
      {discussed && (
        <AnswerDiscussion id={id} company={company.name} answer={discussed} onClose={() => setDiscussed(null)} />
      )}
    </>
  )
}

/** Filling in a form, or changing what was submitted. */
export const EditFormPage = ({ id }: { id: string }) => {
  const go = useGo()
  const client = useQueryClient()
  const { data, error, refetch, isFetchedAfterMount } = useOpenedForm(id)
  const earlier = useEarlierAnswers(id, data?.form.canEdit ?? false)
  // Read once: what someone types is not replaced by a later answer.
  const [opened, setOpened] = useState<{ form: OpenedForm; count: number } | null>(null)
  if (!opened && data && isFetchedAfterMount) setOpened({ form: data, count: 0 })
  if (!opened) return error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones />
  const { form } = opened.form
  const { intakeCategory, company, owner, message, sentBack, canEdit } = form
  return (
    <>
      <PageHeader
        title={intakeCategory.name}
        tabTitle={`Edit ${intakeCategory.name}`}
        breadcrumbs={CRUMBS}
        subtitle={`For ${company.name}, sent by ${fullName(owner)}`}
      />
      {sentBack && (
        <Alert color="orange" variant="light" mb="md" title="What to change">
          <p className={classes.alertText}>{sentBack.message}</p>
        </Alert>
      )}
      {form.status === 'UNSUBMITTED' && message && <p className={classes.message}>{message}</p>}
      {canEdit ? (
        <FormFilling
          key={opened.count}
          opened={opened.form}
          target={withAccount(id)}
          earlier={earlier}
          onSent={async () => {
            await client.invalidateQueries({ queryKey: formKeys.all })
            go.instead(formHref(id), { unasked: true })
          }}
          onReload={(next) => setOpened({ form: next, count: opened.count + 1 })}
        />
      ) : (
        <EmptyState
          icon={<IconCircleCheck size={20} aria-hidden />}
          title="This form can’t be changed anymore"
          action={
            <Button component={AppLink} href={formHref(id)} variant="default">
              View answers
            </Button>
          }
        />
      )}
    </>
  )
}

/** On the vendor's home: what waits for them. */
export const WaitingForms = () => {
  const { data, error, refetch } = useForms('NEEDS_ATTENTION')
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={60} />
  if (data.length === 0) return <p className={classes.dim}>You’re all caught up.</p>
  return (
    <ul className={classes.waiting}>
      {data.map((form) => (
        <li key={form.intakeSubmissionId}>
          <AppLink href={openHref(form)} className={classes.waitingForm}>
            <span>
              <strong>{form.intakeCategory.name}</strong>
              <span className={classes.from}>
                Sent by {fullName(form.owner)} of {form.company.name}
              </span>
            </span>
            <StatusBadge plain {...formState(form)} />
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
