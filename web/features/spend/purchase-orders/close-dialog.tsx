import { Button, Group } from '@mantine/core'
import { closeOrder } from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useFormDraft } from '../../../ui/drafts/use-form-draft.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { orderKeys, type PurchaseOrder } from './api.ts'
import classes from './orders.module.css'

export const CloseDialog = ({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) => {
  const { form, submit, isPending, isSuccess } = useEndpointForm(closeOrder, {
    params: { purchaseOrderId: order.id },
    initial: { reason: '' },
    toBody: ({ reason }) => ({ closed: true, reason }),
    success: `${order.readableId} closed`,
    invalidates: [orderKeys.all],
    onSuccess: () => {
      draft.finish()
      onClose()
    },
  })
  const draft = useFormDraft(form, { name: `purchase-order.close.${order.id}`, isSent: isSuccess })
  return (
    <Dialog opened onClose={onClose} title={`Close ${order.readableId}?`}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <DraftNotice draft={draft} />
        <TextArea
          label="Reason"
          description="Nothing more is expected for this order. You can open it again."
          minRows={2}
          maxLength={2000}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Close order
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
