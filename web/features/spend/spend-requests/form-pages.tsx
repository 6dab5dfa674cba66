import { Alert, Checkbox, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/endpoints.ts'
import { createSpendRequestOfSubmission } from '../../../../schema/spend/spend-requests/submission-endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import type { BodyForm } from '../../../ui/endpoint-form.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { FieldGroup, FieldPair, FormFrame } from '../../../ui/form-frame.tsx'
import { linesIn, unreadFaults } from '../../../ui/grid/line-columns.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { useKeptForm } from '../../../ui/use-saved-form.ts'
import { ApprovalsPreview } from '../../approvals/engine/index.ts'
import { DocumentManager } from '../../documents/documents/index.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCan, useCompany, useSession } from '../../platform/session/index.ts'
import { VendorChoice } from '../../requests/proposed-vendors/index.ts'
import { requestHref } from '../../requests/submissions/index.ts'
import { SPEND_REQUESTS, spendHref } from './address.ts'
import { readSpendRequest, type SpendRequest, spendKeys, useSpendPreview, useSpendRequest } from './api.ts'
import { CustomFields } from './custom-fields.tsx'
import {
  areSpendValues,
  bodyOf,
  changeOf,
  emptyValues,
  previewOf,
  restoredValues,
  type SpendValues,
  valuesOf,
} from './form-values.ts'
import { LinesFields } from './lines-fields.tsx'
import type { NewSpendSearch } from './search.ts'
import classes from './spend.module.css'

const PREVIEW_DEBOUNCE_MS = 500

type Form = BodyForm<SpendValues, unknown>

/** For a request it starts with that one’s vendor, and belongs to it. */
export const NewSpendRequest = ({ intakeSubmissionId, vendorId }: NewSpendSearch) => {
  const can = useCan()
  const { userId } = useSession()
  const { currency } = useCompany()
  if (!can('spend-requests.use')) return <Forbidden text="Ask an admin for access to spend requests." />
  return (
    <NewForm
      draft={intakeSubmissionId ?? 'new'}
      title="New spend request"
      initial={{ ...emptyValues(userId, currency), vendorId: vendorId ?? null }}
      {...(intakeSubmissionId && { intakeSubmissionId, note: 'This spend request will belong to the request.' })}
    />
  )
}

/** A new one that starts with the content of another. */
export const DuplicateSpendRequest = ({ id }: { id: string }) => {
  const can = useCan()
  const { userId } = useSession()
  const { data, error, refetch } = useSpendRequest(id)
  if (!can('spend-requests.use')) return <Forbidden text="Ask an admin for access to spend requests." />
  if (!data)
    return (
      <PendingPage
        title="Duplicate spend request"
        breadcrumbs={[SPEND_REQUESTS]}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  return (
    <NewForm
      draft={`copy-of-${id}`}
      title="Duplicate spend request"
      initial={{ ...valuesOf(data, true), requestorId: userId, watcherIds: [] }}
      note={`This is a new spend request with the content of ${data.readableId}. Review it before you submit.`}
    />
  )
}

interface NewFormProps {
  /** Tells what is kept in this browser apart. */
  draft: string
  title: string
  initial: SpendValues
  note?: string
  intakeSubmissionId?: string
}

const NewForm = ({ draft, title, initial, note, intakeSubmissionId }: NewFormProps) => {
  const can = useCan()
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const { form, send, isPending } = useEndpointForm(endpoints.createSpendRequest, {
    initial,
    toBody: bodyOf,
    moreFaults: unreadFaults,
    success: 'Spend request submitted',
    ...(intakeSubmissionId && {
      run: (body, { commandId }) =>
        call(createSpendRequestOfSubmission, { params: { id: intakeSubmissionId }, body, commandId }),
    }),
    invalidates: [spendKeys.all],
    onSuccess: ({ id }) => setSavedTo(spendHref(id)),
  })
  const typed = useKeptForm(form, {
    name: `spend-request.${draft}`,
    savedTo,
    isDraftOf: areSpendValues,
    restored: (kept) => restoredValues(kept, Date.now()),
    text: 'The spend request isn’t submitted yet. What you entered stays in this browser so you can restore it later.',
  })
  return (
    <>
      <PageHeader title={title} breadcrumbs={[SPEND_REQUESTS]} />
      <DraftNotice draft={typed} />
      {note && <Note>{note}</Note>}
      <WithPreview form={form}>
        {(fields) => (
          <FormFrame
            form={form}
            send={send}
            isPending={isPending}
            cancel={
              intakeSubmissionId
                ? requestHref({ id: intakeSubmissionId, contactEmail: null }, 'spend-request')
                : to('/spend-requests')
            }
            submit="Submit spend request"
          >
            {can('requests.submit-for-others') && (
              <FieldGroup legend="Requester">
                <AsyncOptionSelect
                  kind="member"
                  label="Requester"
                  description="File it for someone else by choosing them."
                  required
                  {...form.getInputProps('requestorId')}
                />
              </FieldGroup>
            )}
            <Fields form={form} fields={fields} />
            <FieldGroup legend="Documents">
              <DocumentManager label="Documents" temporary {...form.getInputProps('documentIds')} />
            </FieldGroup>
          </FormFrame>
        )}
      </WithPreview>
    </>
  )
}

/** Before its last decision. */
export const EditSpendRequest = ({ id }: { id: string }) => <Change id={id} kind="edit" />

/** A change of an approved one, which runs its approvals again. */
export const ModifySpendRequest = ({ id }: { id: string }) => <Change id={id} kind="modify" />

const TITLES = { edit: 'Edit spend request', modify: 'Modify spend request' } as const

const Change = ({ id, kind }: { id: string; kind: 'edit' | 'modify' }) => {
  const { data, error, refetch, isFetchedAfterMount } = useSpendRequest(id)
  // Never from the cache, because an older version would be saved over a newer one.
  if (!data || !isFetchedAfterMount)
    return (
      <PendingPage title={TITLES[kind]} breadcrumbs={[SPEND_REQUESTS]} error={error} onRetry={() => void refetch()} />
    )
  if (!data.canEdit && !data.canModify) return <Forbidden text="You can view this spend request but not change it." />
  return <ChangeForm key={id} spend={data} />
}

const NOTES = {
  PENDING:
    'This spend request is being approved. Changes restart the approvals it already has. Lower amounts and added documents don’t.',
  REJECTED: 'This spend request was rejected. Saving resubmits it and restarts its approvals.',
  WITHDRAWN: 'This spend request was withdrawn. Saving resubmits it and starts its approvals.',
  APPROVED:
    'This spend request is approved. Saving raises a change and runs its approvals again. The approved version stays visible beside it.',
} as const

const SUBMIT = {
  PENDING: 'Save spend request',
  REJECTED: 'Save and resubmit',
  WITHDRAWN: 'Save and resubmit',
  APPROVED: 'Submit change',
} as const

const ChangeForm = ({ spend }: { spend: SpendRequest }) => {
  const href = spendHref(spend.id)
  // Its kind stays while it is open: a decision meanwhile is a conflict.
  const [{ status, readableId }] = useState(spend)
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const { form, send, isPending, theirs, setVersion } = useEndpointForm(endpoints.updateSpendRequest, {
    params: { id: spend.id },
    initial: valuesOf(spend),
    toBody: changeOf,
    moreFaults: unreadFaults,
    edited: { version: spend.version, read: () => readSpendRequest(spend.id).catch(() => null) },
    success: status === 'PENDING' ? 'Spend request saved' : 'Spend request submitted again',
    invalidates: [spendKeys.all],
    onSuccess: () => setSavedTo(href),
  })
  const typed = useKeptForm(form, {
    name: `spend-request.${spend.id}`,
    savedTo,
    version: spend.version,
    isDraftOf: areSpendValues,
    onVersion: setVersion,
  })
  const title = `${TITLES[status === 'APPROVED' ? 'modify' : 'edit']} ${readableId}`
  return (
    <>
      <PageHeader title={title} breadcrumbs={[SPEND_REQUESTS, { label: readableId, href }]} />
      <DraftNotice draft={typed} />
      <Note>{NOTES[status]}</Note>
      {theirs && (
        <Alert role="alert" color="yellow" mb="md" title="Someone else changed this spend request">
          {theirs === 'gone'
            ? 'It was deleted. What you typed is still here.'
            : `${theirs.changedByName} saved another version: ${theirs.displayName} meanwhile. What you typed is still here. Saving again replaces theirs.`}
        </Alert>
      )}
      <WithPreview form={form} id={spend.id}>
        {(fields) => (
          <FormFrame form={form} send={send} isPending={isPending} cancel={href} submit={SUBMIT[status]}>
            <Fields form={form} fields={fields} spend={spend} />
          </FormFrame>
        )}
      </WithPreview>
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Alert variant="light" color="gray" mb="md" icon={<IconInfoCircle size={16} />} className={classes.formNote ?? ''}>
    {children}
  </Alert>
)

interface WithPreviewProps {
  form: Form
  id?: string
  children: (fields: readonly endpoints.AskedField[]) => ReactNode
}

/** The form beside who would approve it, which also says which further fields it has. */
const WithPreview = ({ form, id, children }: WithPreviewProps) => {
  const { values } = form
  const input = useMemo(() => previewOf(values, id), [values, id])
  const [debounced] = useDebouncedValue(input, PREVIEW_DEBOUNCE_MS)
  const hasInput = values.lines.some(({ amount, categoryId, departmentId }) => amount || categoryId || departmentId)
  const { data, error, refetch, isPlaceholderData, isFetching } = useSpendPreview(debounced, hasInput)
  return (
    <div className={classes.layout}>
      <div>{children(data?.customFields ?? [])}</div>
      <aside className={classes.aside} aria-label="Who will approve">
        <h2 className={classes.asideTitle}>Who will approve</h2>
        {hasInput && !data && isFetching ? (
          <Skeleton height={80} />
        ) : (
          <ApprovalsPreview
            preview={data && { ...data, workflow: null }}
            error={error}
            onRetry={() => void refetch()}
            updating={isPlaceholderData || debounced !== input}
            waitingForInput={!hasInput}
            noun="spend request"
          />
        )}
      </aside>
    </div>
  )
}

const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({ value: code, label: code }))

interface FieldsProps {
  form: Form
  fields: readonly endpoints.AskedField[]
  spend?: SpendRequest
}

const Fields = ({ form, fields, spend }: FieldsProps) => {
  const { enableCurrencies } = useCompany()
  /** What was typed keeps its major units. */
  const changeCurrency = (next: string | null): void => {
    if (!next) return
    const { currency, lines } = form.values
    form.setValues({ currency: next as Currency, lines: linesIn(lines, currency, next as Currency) })
  }
  return (
    <>
      <FieldGroup legend="Purchase">
        <VendorChoice
          label="Vendor"
          required
          known={spend ? [{ value: spend.vendor.id, label: spend.vendor.name }] : []}
          {...form.getInputProps('vendorId')}
        />
        <TextArea label="Description" maxLength={10_000} minRows={2} {...form.getInputProps('description')} />
        <FieldPair>
          <CalendarDateField label="Service start date" required {...form.getInputProps('serviceStartDate')} />
          <CalendarDateField
            label="Service end date"
            description="Blank for a one-time purchase."
            {...form.getInputProps('serviceEndDate')}
          />
          {enableCurrencies && (
            <OptionSelect
              label="Currency"
              required
              options={CURRENCY_OPTIONS}
              error={form.errors.currency}
              value={form.values.currency}
              onChange={changeCurrency}
            />
          )}
        </FieldPair>
        <Checkbox
          label="Needs a signature"
          description="Approvers see who signs for the vendor."
          {...form.getInputProps('needsSigner', { type: 'checkbox' })}
        />
      </FieldGroup>
      <LinesFields form={form} />
      <CustomFields form={form} fields={fields} />
      <FieldGroup legend="People">
        <AsyncOptionSelect
          multiple
          kind="member"
          label="Watchers"
          description="They can see the spend request and get updates. They can’t approve."
          known={(spend?.watchers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('watcherIds')}
        />
      </FieldGroup>
    </>
  )
}
