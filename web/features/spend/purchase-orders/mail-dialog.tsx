import { Button, Group } from '@mantine/core'
import { mailOrder } from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useFormDraft } from '../../../ui/drafts/use-form-draft.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { orderKeys, type PurchaseOrder } from './api.ts'
import classes from './orders.module.css'

/** The order goes to its vendor as a PDF. */
export const MailDialog = ({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) => {
  const { form, submit, isPending, isSuccess } = useEndpointForm(mailOrder, {
    params: { purchaseOrderId: order.id },
    initial: { email: order.mailedTo ?? order.vendorEmail ?? '', message: '' },
    success: (_, { email }) => `Emailed to ${email}`,
    invalidates: [orderKeys.one(order.id)],
    onSuccess: () => {
      draft.finish()
      onClose()
    },
  })
  const draft = useFormDraft(form, { name: `purchase-order.mail.${order.id}`, isSent: isSuccess })
  return (
    <Dialog opened onClose={onClose} title={`Email ${order.readableId} to the vendor`}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <DraftNotice draft={draft} />
        <TextField
          label="Email"
          type="email"
          required
          description="Replies go to you. The order is attached as a PDF."
          {...form.getInputProps('email')}
        />
        <TextArea label="Message" minRows={3} maxLength={5000} {...form.getInputProps('message')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Send email
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
