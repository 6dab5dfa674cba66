import { Button, Skeleton } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import type { BillFormValues } from '../../../../../schema/money/bills/form-endpoints.ts'
import type { Address } from '../../../../lib/address.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { InvoiceDrop } from '../add-invoice.tsx'
import type { Bill } from '../api.ts'
import type { ComparedBill } from '../compare.tsx'
import { DuplicateNotice } from '../duplicate-notice.tsx'
import { readInvoiceOf, useInvoice } from '../form-api.ts'
import type { BillValues } from '../form-values.ts'
import type { BillForm } from '../lines/line-extras.tsx'
import { offeredLines } from '../taken-values.ts'
import { useReadInvoice } from '../use-read-invoice.ts'
import { BillFields } from './bill-fields.tsx'
import classes from './desk.module.css'
import { Desk, type DeskSide } from './desk.tsx'
import type { Duplicate } from './duplicate.ts'
import { InvoicePane } from './invoice-pane.tsx'
import { fieldOfMark, markOfField } from './marks-of.ts'

interface WithInvoiceProps {
  form: BillForm
  options: BillFormValues
  duplicate: Duplicate
  bill?: Bill
  /** Whether what is read in the invoice fills in what is blank. */
  reads: boolean
  end: {
    send: (values: BillValues) => void
    isPending: boolean
    cancel: Address
    submit: string
    note?: string | undefined
  }
  /** Above the fields. @param isRead whether the invoice has filled in what it could */
  children?: (isRead: boolean) => ReactNode
}

/** The form beside its invoice. */
export const WithInvoice = ({ form, options, duplicate, bill, reads, end, children }: WithInvoiceProps) => {
  const { invoiceId, currency } = form.values
  const [side, setSide] = useState<DeskSide>('form')
  const [active, setActive] = useState<string | null>(null)
  const invoice = useInvoice(invoiceId)
  const document = invoice.data && { id: invoice.data.document.id, displayName: invoice.data.document.name }
  const { read, found, recognizedBy, lessons, vendorName, isFilled } = useReadInvoice({
    form,
    documentId: document?.id ?? null,
    sent: invoice.data?.sent ?? null,
    fills: reads,
  })
  // In a narrow window the missing file is on the other tab.
  const isFileMissing = form.errors.invoiceId !== undefined
  useEffect(() => {
    if (isFileMissing) setSide('invoice')
  }, [isFileMissing])
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
      memo,
      amount: amount === null ? null : { value: amount, currency },
    })),
    entered: null,
    state: null,
  }
  const goToField = (mark: string): void => {
    setActive(mark)
    const field = form.getInputNode(fieldOfMark(mark))
    if (field instanceof HTMLElement) field.focus()
  }
  /** In a narrow window the form is on the other tab. */
  const goFromPage = (mark: string): void => {
    setSide('form')
    setTimeout(() => goToField(mark), 0)
  }
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const path = target.closest<HTMLElement>('[data-path]')?.dataset.path
    if (path) setActive(markOfField(path))
  }
  const submitAtOnce = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    const { currentTarget } = event
    // What is being typed in a cell is taken first.
    window.document.activeElement?.closest('td')?.focus()
    setTimeout(() => currentTarget.requestSubmit(), 0)
  }
  const pane = document ? (
    <InvoicePane
      document={document}
      read={read}
      sent={invoice.data?.sent ?? null}
      found={found}
      recognizedBy={recognizedBy}
      lessons={lessons}
      currency={currency}
      active={active}
      onMark={goToField}
      onMarkedPlace={goFromPage}
      onUseLines={bill ? undefined : offeredLines(form, found)}
      onReplace={bill ? undefined : () => form.setFieldValue('invoiceId', null)}
    />
  ) : invoice.error ? (
    <Button variant="default" onClick={() => void invoice.refetch()}>
      Show the invoice
    </Button>
  ) : invoiceId ? (
    <Skeleton height={400} />
  ) : (
    <InvoiceDrop
      label="Invoice"
      description="Shown beside the form. What can be read in it is filled in for you."
      error={form.errors.invoiceId as string | undefined}
      onUploaded={(documentId) => void upload(documentId)}
    />
  )
  return (
    <Desk name="Form" side={side} onSide={setSide} invoice={pane}>
      {duplicate && <DuplicateNotice form={form} otherId={duplicate.otherId} typed={typed} />}
      <form
        className={classes.entered}
        noValidate
        onSubmit={form.onSubmit(end.send)}
        onFocus={onFocus}
        onKeyDown={submitAtOnce}
      >
        {children?.(isFilled)}
        <BillFields form={form} options={options} {...(bill && { bill })} />
        <div className={classes.end}>
          {end.note && <span className={classes.endNote}>{end.note}</span>}
          <Button variant="subtle" color="gray" component={AppLink} href={end.cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={end.isPending}>
            {end.submit}
          </Button>
        </div>
      </form>
    </Desk>
  )
}
