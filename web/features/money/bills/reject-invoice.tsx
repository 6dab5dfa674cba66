import { Button, Group, Stack } from '@mantine/core'
import { type Invoice, rejectInvoice } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { invoiceKeys } from './api.ts'

interface RejectInvoiceProps {
  invoice: Pick<Invoice, 'id' | 'document' | 'sent'>
  onClose: () => void
}

/** Rejects an invoice that a vendor sent in the portal, with a reason for the vendor. */
export const RejectInvoice = ({ invoice: { id, document, sent }, onClose }: RejectInvoiceProps) => {
  const { form, submit, isPending } = useEndpointForm(rejectInvoice, {
    params: { invoiceId: id },
    initial: { reason: '' },
    success: 'Invoice rejected',
    invalidates: [invoiceKeys.all],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Reject invoice">
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <p>
            {document.name} leaves the invoices, and {sent?.vendor.name ?? 'the vendor'} sees that it was rejected. The
            document stays in Documents.
          </p>
          <TextArea
            label="Reason"
            description="Optional. The vendor will see this."
            minRows={2}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={isPending}>
              Reject invoice
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
