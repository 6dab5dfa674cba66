import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bill } from '../../../../schema/money/bills/endpoints.ts'
import * as endpoints from '../../../../schema/money/bills/endpoints.ts'
import type { BillFormValues } from '../../../../schema/money/bills/form-endpoints.ts'
import type { Invoice } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { useKeptForm } from '../../../ui/use-saved-form.ts'
import { useCompany, useSession } from '../../platform/session/index.ts'
import { billHref } from './address.ts'
import { billKeys, invoiceKeys, useBill } from './api.ts'
import own from './bills.module.css'
import { BillDesk } from './desk/bill-desk.tsx'
import { type Duplicate, duplicateIn } from './desk/duplicate.ts'
import { useInvoiceQueue } from './desk/invoice-queue.ts'
import { LatestOffer } from './desk/latest-offer.tsx'
import { WithInvoice } from './desk/with-invoice.tsx'
import { formValuesQuery, readBill, useInvoiceOf } from './form-api.ts'
import { areBillValues, type BillValues, bodyOf, changeOf, emptyValues, missingOf, valuesOf } from './form-values.ts'
import { BillsGate } from './gate.tsx'

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
      documentId={documentId}
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

interface NewFormProps {
  /** Tells what is kept in this browser apart. */
  draft: string
  /** The document of the invoice, if it is entered from one. */
  documentId: string | undefined
  options: BillFormValues
  initial: BillValues
}

const NewForm = ({ draft, documentId, options, initial }: NewFormProps) => {
  const queue = useInvoiceQueue(documentId)
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const [duplicate, setDuplicate] = useState<Duplicate>(null)
  const { form, send, isPending } = useEndpointForm(endpoints.createBill, {
    initial,
    toBody: bodyOf(options),
    moreFaults: missingOf(options),
    success: 'Bill submitted',
    invalidates: [billKeys.all, invoiceKeys.all],
    onSuccess: ({ id }) => setSavedTo(queue?.next ?? billHref(id)),
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
  const end = { send, isPending, cancel: BILLS.href, submit: 'Submit bill', note: queue?.note }
  return (
    <BillDesk title="New bill" breadcrumbs={[BILLS]}>
      <DraftNotice draft={typed} />
      <WithInvoice form={form} options={options} duplicate={duplicate} reads={typed.found === null} end={end}>
        {(isRead) => <LatestOffer form={form} isReady={isRead} />}
      </WithInvoice>
    </BillDesk>
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
  const end = { send, isPending, cancel: href, submit: status === 'PENDING' ? 'Save bill' : 'Save and resubmit' }
  return (
    <BillDesk title={`Edit ${displayName}`} breadcrumbs={[BILLS, { label: displayName, href }]}>
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
      <WithInvoice form={form} options={options} duplicate={duplicate} bill={bill} reads={false} end={end} />
    </BillDesk>
  )
}
