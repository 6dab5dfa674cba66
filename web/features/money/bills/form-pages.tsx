import { Alert, Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { Bill } from '../../../../schema/money/bills/endpoints.ts'
import * as endpoints from '../../../../schema/money/bills/endpoints.ts'
import type { BillFormValues } from '../../../../schema/money/bills/form-endpoints.ts'
import type { Invoice } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { FieldGroup, FormFrame } from '../../../ui/form-frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { useKeptForm } from '../../../ui/use-saved-form.ts'
import { ApprovalsPreview } from '../../approvals/engine/index.ts'
import { useCompany, useSession } from '../../platform/session/index.ts'
import { InvoiceDrop } from './add-invoice.tsx'
import { billHref } from './address.ts'
import { billKeys, invoiceKeys, useBill } from './api.ts'
import { BillFields } from './bill-fields.tsx'
import own from './bills.module.css'
import type { ComparedBill } from './compare.tsx'
import { DuplicateNotice } from './duplicate-notice.tsx'
import { formValuesQuery, readBill, readInvoiceOf, useBillPreview, useInvoice, useInvoiceOf } from './form-api.ts'
import {
  areBillValues,
  type BillValues,
  bodyOf,
  changeOf,
  emptyValues,
  missingOf,
  previewOf,
  valuesOf,
} from './form-values.ts'
import { BillsGate } from './gate.tsx'
import { InvoicePanel } from './invoice-panel.tsx'
import { LatestOffer } from './latest-offer.tsx'
import type { BillForm } from './line-fields.tsx'
import { offeredLines } from './taken-values.ts'
import { useReadInvoice } from './use-read-invoice.ts'

const PREVIEW_DEBOUNCE_MS = 500
const BILLS = { label: 'Bills', href: to('/payments/bills') }

/** @param documentId of the invoice that it is entered from */
export const NewBill = ({ documentId }: { documentId?: string }) => (
  <BillsGate permission="payments.use">
    <New {...(documentId && { documentId })} />
  </BillsGate>
)

const New = ({ documentId }: { documentId?: string }) => {
  const { userId } = useSession()
  const { currency } = useCompany()
  const options = useQuery(formValuesQuery())
  const invoice = useInvoiceOf(documentId)
  const error = options.error ?? invoice.error
  if (!options.data || (documentId && !invoice.data))
    return (
      <PendingPage
        title="New bill"
        breadcrumbs={[BILLS]}
        error={error}
        onRetry={() => void (options.error ? options : invoice).refetch()}
      />
    )
  return (
    <NewForm
      key={documentId ?? 'new'}
      draft={documentId ?? 'new'}
      options={options.data}
      initial={startOf(emptyValues({ userId, currency, options: options.data }), invoice.data)}
    />
  )
}

/** One that was emailed to an entity's address belongs to the entity. */
const startOf = (empty: BillValues, invoice: Invoice | undefined): BillValues => ({
  ...empty,
  invoiceId: invoice?.id ?? null,
  erpEntityId: invoice?.erpEntity?.id ?? empty.erpEntityId,
})

/** Whether another bill has its number, and which. */
type Duplicate = { otherId: string | null } | null

/** Reads what the server says about the other bill. */
const duplicateIn = (error: Error): Duplicate => {
  if (!isApiError(error) || error.reason !== 'DUPLICATE_BILL') return null
  const { bill } = (error.details ?? {}) as { bill?: { id: string } | null }
  return { otherId: bill?.id ?? null }
}

interface NewFormProps {
  /** Tells what is kept in this browser apart. */
  draft: string
  options: BillFormValues
  initial: BillValues
}

const NewForm = ({ draft, options, initial }: NewFormProps) => {
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const [duplicate, setDuplicate] = useState<Duplicate>(null)
  const { form, send, isPending } = useEndpointForm(endpoints.createBill, {
    initial,
    toBody: bodyOf(options),
    moreFaults: missingOf(options),
    success: 'Bill submitted',
    invalidates: [billKeys.all, invoiceKeys.all],
    onSuccess: ({ id }) => setSavedTo(billHref(id)),
    onError: (error) => {
      const found = duplicateIn(error)
      setDuplicate(found)
      return found !== null
    },
  })
  const typed = useKeptForm(form, {
    name: `bill.${draft}`,
    savedTo,
    isDraftOf: areBillValues,
    text: 'The bill isn’t submitted yet. What you entered stays in this browser so you can restore it later.',
  })
  return (
    <>
      <PageHeader title="New bill" breadcrumbs={[BILLS]} />
      <DraftNotice draft={typed} />
      <WithInvoice form={form} options={options} duplicate={duplicate} reads={typed.found === null}>
        <FormFrame form={form} send={send} isPending={isPending} cancel={BILLS.href} submit="Submit bill">
          <LatestOffer form={form} />
          <BillFields form={form} options={options} />
        </FormFrame>
      </WithInvoice>
    </>
  )
}

/** A change of one. */
export const EditBill = ({ id }: { id: string }) => (
  <BillsGate permission="payments.use">
    <Edit key={id} id={id} />
  </BillsGate>
)

const Edit = ({ id }: { id: string }) => {
  const { data, error, refetch, isFetchedAfterMount } = useBill(id)
  const options = useQuery(formValuesQuery(id))
  // Never from the cache, because an older version would be saved over a newer one.
  if (!data || !isFetchedAfterMount || !options.data)
    return (
      <PendingPage
        title="Edit bill"
        breadcrumbs={[BILLS]}
        error={error ?? options.error}
        onRetry={() => void (error ? refetch : options.refetch)()}
      />
    )
  if (!data.canEdit) return <Forbidden text="You can view this bill but not change it." />
  return <EditForm bill={data} options={options.data} />
}

const NOTES = {
  PENDING: 'This bill is being approved. Changes restart the approvals they affect.',
  REJECTED: 'This bill was rejected. Saving resubmits it and restarts its approvals.',
  WITHDRAWN: 'This bill was withdrawn. Saving resubmits it and starts its approvals.',
  APPROVED: 'This bill is approved. Saving runs its approvals again.',
  PAID: 'This bill is paid.',
} as const

const EditForm = ({ bill, options }: { bill: Bill; options: BillFormValues }) => {
  const href = billHref(bill.id)
  // Its state stays while it is open: a decision meanwhile is a conflict.
  const [{ status, displayName }] = useState(bill)
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const [duplicate, setDuplicate] = useState<Duplicate>(null)
  const { form, send, isPending, theirs, setVersion } = useEndpointForm(endpoints.updateBill, {
    params: { billId: bill.id },
    initial: valuesOf(bill),
    toBody: changeOf(options),
    moreFaults: missingOf(options),
    edited: { version: bill.version, read: () => readBill(bill.id).catch(() => null) },
    success: status === 'PENDING' ? 'Bill saved' : 'Bill submitted again',
    invalidates: [billKeys.all, invoiceKeys.all],
    onSuccess: () => setSavedTo(href),
    onError: (error) => {
      const found = duplicateIn(error)
      setDuplicate(found)
      return found !== null
    },
  })
  const typed = useKeptForm(form, {
    name: `bill.${bill.id}`,
    savedTo,
    version: bill.version,
    isDraftOf: areBillValues,
    onVersion: setVersion,
  })
  return (
    <>
      <PageHeader title={`Edit ${displayName}`} breadcrumbs={[BILLS, { label: displayName, href }]} />
      <DraftNotice draft={typed} />
      <Alert variant="light" color="gray" mb="md" icon={<IconInfoCircle size={16} />} className={own.note ?? ''}>
        {NOTES[status]}
      </Alert>
      {theirs && (
        <Alert role="alert" color="yellow" mb="md" title="Someone else changed this bill">
          {theirs === 'gone'
            ? 'It was deleted. What you typed is still here.'
            : `${theirs.changedByName} saved another version of ${theirs.displayName} meanwhile. What you typed is still here. Saving again replaces theirs.`}
        </Alert>
      )}
      <WithInvoice form={form} options={options} duplicate={duplicate} bill={bill} reads={false}>
        <FormFrame
          form={form}
          send={send}
          isPending={isPending}
          cancel={href}
          submit={status === 'PENDING' ? 'Save bill' : 'Save and resubmit'}
        >
          <BillFields form={form} options={options} bill={bill} />
        </FormFrame>
      </WithInvoice>
    </>
  )
}

interface WithInvoiceProps {
  form: BillForm
  options: BillFormValues
  duplicate: Duplicate
  bill?: Bill
  /** Whether what is read in the invoice fills in what is blank. */
  reads: boolean
  children: ReactNode
}

/** The form beside its invoice and who would approve it. */
const WithInvoice = ({ form, options, duplicate, bill, reads, children }: WithInvoiceProps) => {
  const { invoiceId, currency } = form.values
  const invoice = useInvoice(invoiceId)
  const document = invoice.data && { id: invoice.data.document.id, displayName: invoice.data.document.name }
  const { read, found, recognizedBy, lessons, vendorName } = useReadInvoice({
    form,
    documentId: document?.id ?? null,
    sent: invoice.data?.sent ?? null,
    fills: reads,
  })
  const upload = async (documentId: string): Promise<void> => {
    form.setFieldValue('invoiceId', (await readInvoiceOf(documentId)).id)
    form.clearFieldError('invoiceId')
  }
  const typed: ComparedBill = {
    title: 'What you typed',
    vendor: bill?.erpVendor.name ?? vendorName ?? '',
    invoiceNumber: form.values.invoiceNumber,
    invoiceDate: form.values.invoiceDate,
    dueDate: form.values.dueDate,
    total: form.values.totalAmount === null ? null : { value: form.values.totalAmount, currency },
    description: form.values.description,
    file: document?.displayName ?? null,
    lines: form.values.lines.map(({ memo, amount }) => ({
      ...{ memo, amount: amount === null ? null : { value: amount, currency } },
    })),
    entered: null,
    state: null,
  }
  return (
    <div className={own.layout}>
      <div className={own.entry}>
        {duplicate && <DuplicateNotice form={form} otherId={duplicate.otherId} typed={typed} />}
        {!invoiceId && (
          <FieldGroup legend="Invoice document">
            <InvoiceDrop
              label="Invoice"
              description="Shown beside the form. What can be read in it is filled in for you."
              error={form.errors.invoiceId as string | undefined}
              onUploaded={(documentId) => void upload(documentId)}
            />
          </FieldGroup>
        )}
        {children}
      </div>
      <aside className={own.aside}>
        <Approvers form={form} options={options} id={bill?.id} />
        {document && (
          <InvoicePanel
            document={document}
            read={read}
            sent={invoice.data?.sent ?? null}
            found={found}
            recognizedBy={recognizedBy}
            lessons={lessons}
            currency={currency}
            onUseLines={bill ? undefined : offeredLines(form, found)}
            onReplace={bill ? undefined : () => form.setFieldValue('invoiceId', null)}
          />
        )}
        {invoiceId && !document && !invoice.error && <Skeleton height={400} />}
        {invoice.error && !document && (
          <Button variant="default" onClick={() => void invoice.refetch()}>
            Show the invoice
          </Button>
        )}
      </aside>
    </div>
  )
}

const Approvers = ({ form, options, id }: { form: BillForm; options: BillFormValues; id: string | undefined }) => {
  const { values } = form
  const input = useMemo(() => previewOf(values, options, id), [values, options, id])
  const [debounced] = useDebouncedValue(input, PREVIEW_DEBOUNCE_MS)
  const hasInput = values.totalAmount !== null
  const { data, error, refetch, isPlaceholderData, isFetching } = useBillPreview(debounced, hasInput)
  return (
    <section aria-label="Who will approve" className={own.approvers}>
      <h2 className={own.sectionTitle}>Who will approve</h2>
      {hasInput && !data && isFetching ? (
        <Skeleton height={80} />
      ) : (
        <ApprovalsPreview
          preview={data && { ...data, workflow: null }}
          error={error}
          onRetry={() => void refetch()}
          updating={isPlaceholderData || debounced !== input}
          waitingForInput={!hasInput}
          noun="bill"
        />
      )}
    </section>
  )
}
