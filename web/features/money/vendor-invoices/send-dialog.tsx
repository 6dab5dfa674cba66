import { Alert, Button, Group, Input, Progress, Stack } from '@mantine/core'
import { IconCircleCheck, IconFileInvoice } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { fileExtension, MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import {
  INVOICE_FILES,
  NO_INVOICE_FILE,
  sendVendorInvoice,
} from '../../../../schema/money/vendor-invoices/endpoints.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import { to } from '../../../lib/address.ts'
import { formatCalendarDate, formatMoney } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../ui/form-frame.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { FileDrop, useUploads } from '../../documents/documents/index.ts'
import { useVendorUser } from '../../vendors/portal/index.ts'
import { uploadFor } from '../../vendors/vendor-forms/index.ts'
import { useInvoiceCustomers, useInvoiceOrders, vendorInvoiceKeys } from './api.ts'
import classes from './vendor-invoices.module.css'

type Customers = NonNullable<ReturnType<typeof useInvoiceCustomers>['data']>

/** Sending an invoice to a customer. */
export const SendInvoiceDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, error, refetch } = useInvoiceCustomers()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const accepting = data?.filter(({ accepts }) => accepts)
  return (
    <Dialog opened onClose={onClose} title="Send invoice">
      {sentTo !== null ? (
        <Thanks
          customer={sentTo}
          onAnother={() => {
            setSentTo(null)
            setRound(round + 1)
          }}
          onClose={onClose}
        />
      ) : error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data || !accepting ? (
        <PageSpinner />
      ) : accepting.length === 0 ? (
        <Alert color="gray" icon={<IconFileInvoice size={16} />} title="No customer takes invoices here">
          Ask your customer where to send your invoice.
        </Alert>
      ) : (
        <SendForm key={round} customers={accepting} all={data} onClose={onClose} onSent={setSentTo} />
      )}
    </Dialog>
  )
}

interface ThanksProps {
  customer: string
  onAnother: () => void
  onClose: () => void
}

const Thanks = ({ customer, onAnother, onClose }: ThanksProps) => (
  <div className={classes.thanks} role="status">
    <IconCircleCheck size={32} aria-hidden />
    <strong>Thank you. {customer} has your invoice.</strong>
    <span>
      You can follow it in{' '}
      <AppLink className="ol-link" href={to('/v/payments', {}, { tab: 'invoices' })} onClick={onClose}>
        Sent invoices
      </AppLink>
      .
    </span>
    <Group>
      <Button variant="default" onClick={onAnother}>
        Send another
      </Button>
      <Button onClick={onClose}>Done</Button>
    </Group>
  </div>
)

interface SendFormProps {
  customers: Customers
  all: Customers
  onClose: () => void
  onSent: (customer: string) => void
}

const SendForm = ({ customers, all, onClose, onSent }: SendFormProps) => {
  const { companyId } = useVendorUser()
  const usual = customers.find(({ id }) => id === companyId) ?? customers[0]
  const { form, submit, isPending } = useEndpointForm(sendVendorInvoice, {
    initial: {
      ...{ companyId: usual?.id ?? '', documentId: '', invoiceNumber: '', message: '', purchaseOrderId: '' },
      ...{ invoiceDate: null as string | null, totalAmount: null as Money | null },
    },
    moreFaults: ({ documentId }): Record<string, string> => (documentId ? {} : { documentId: 'Required' }),
    invalidates: [vendorInvoiceKeys.all],
    onSuccess: (_, body) => onSent(customers.find(({ id }) => id === body.companyId)?.name ?? 'Your customer'),
  })
  const { values } = form
  const orders = useInvoiceOrders(values.companyId).data ?? []
  const [isUploading, setIsUploading] = useState(false)
  const closed = all.filter(({ accepts }) => !accepts).map(({ name }) => name)
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Select
          label="Customer"
          withAsterisk
          allowDeselect={false}
          searchable={customers.length > 8}
          data={customers.map(({ id, name }) => ({ value: id, label: name }))}
          {...(closed.length > 0 && { description: `${listed(closed)} can’t receive invoices here.` })}
          {...form.getInputProps('companyId')}
          onChange={(next) => {
            // A file and an order belong to one customer.
            form.setValues({ companyId: next ?? '', documentId: '', purchaseOrderId: '' })
            setIsUploading(false)
          }}
        />
        <InvoiceFile
          key={values.companyId}
          companyId={values.companyId}
          error={form.errors.documentId}
          onUploading={setIsUploading}
          onUploaded={(documentId) => {
            form.setFieldValue('documentId', documentId)
            form.clearFieldError('documentId')
          }}
        />
        <FieldPair>
          <TextField label="Invoice number" {...form.getInputProps('invoiceNumber')} />
          <CalendarDateField label="Invoice date" {...form.getInputProps('invoiceDate')} />
        </FieldPair>
        <FieldPair>
          <MoneyField
            label="Amount"
            enableCurrencies
            {...form.getInputProps('totalAmount')}
            error={form.errors.totalAmount ?? form.errors['totalAmount.value']}
          />
          {orders.length > 0 && (
            <Select
              label="Purchase order"
              clearable
              searchable={orders.length > 8}
              data={orders.map(({ id, number, date, total }) => ({
                value: id,
                label: `${number}, ${formatMoney(total)}, ${formatCalendarDate(date)}`,
              }))}
              {...form.getInputProps('purchaseOrderId')}
              value={values.purchaseOrderId || null}
              onChange={(next) => form.setFieldValue('purchaseOrderId', next ?? '')}
            />
          )}
        </FieldPair>
        <TextArea label="Message" maxLength={2000} minRows={2} {...form.getInputProps('message')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={isUploading}>
            Send invoice
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const listed = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names)

interface InvoiceFileProps {
  companyId: string
  error: React.ReactNode
  onUploading: (isUploading: boolean) => void
  onUploaded: (documentId: string) => void
}

const InvoiceFile = ({ companyId, error, onUploading, onUploaded }: InvoiceFileProps) => {
  const id = useId()
  const [name, setName] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const send = uploadFor(companyId)
  const { uploads, problem, add } = useUploads(
    (documentId, file) => {
      setName(file.name)
      onUploaded(documentId)
    },
    (file, onProgress, signal) => {
      onUploading(true)
      return send(file, onProgress, signal).finally(() => onUploading(false))
    },
  )
  const message = fault ?? problem ?? error
  return (
    <Input.Wrapper id={id} label="Invoice" withAsterisk error={message}>
      {name && uploads.length === 0 && (
        <Group gap="xs" mb="xs" role="status">
          <IconFileInvoice size={16} aria-hidden />
          {name}
        </Group>
      )}
      <FileDrop
        id={id}
        label="Invoice"
        path="documentId"
        single
        kinds="PDF, JPG, PNG"
        extensions={[...INVOICE_FILES]}
        onFiles={(files) => {
          const isInvoice = files.every((file) => INVOICE_FILES.some((ending) => ending === fileExtension(file.name)))
          setFault(isInvoice ? null : NO_INVOICE_FILE)
          if (isInvoice) add(files)
        }}
        invalid={Boolean(message)}
        maxBytes={MAX_UPLOAD_BYTES}
      />
      {uploads.map(({ key, fileName, progress }) => (
        <Progress key={key} value={progress * 100} size="xs" aria-label={`Upload of ${fileName}`} />
      ))}
    </Input.Wrapper>
  )
}
