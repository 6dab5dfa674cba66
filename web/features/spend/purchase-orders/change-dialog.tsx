import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type previewOrderChange,
  proposeOrderChange,
} from '../../../../schema/spend/purchase-orders/change-endpoints.ts'
import { isApiError } from '../../../lib/errors.ts'
import type { BodyOf } from '../../../lib/rest.ts'
import { toastError } from '../../../lib/toasts.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useDraft } from '../../../ui/drafts/use-draft.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { unreadFaults } from '../../../ui/grid/line-columns.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { orderKeys, type PurchaseOrder } from './api.ts'
import type { OrderChangeShown } from './change-api.ts'
import { ChangePreview } from './change-preview.tsx'
import { OrderFields } from './form/order-fields.tsx'
import { bodyOf, knownOptions, valuesOf } from './form/order-values.ts'
import classes from './orders.module.css'

interface ChangeDialogProps {
  order: PurchaseOrder
  /** The change that waits, with its version. */
  waiting: { change: OrderChangeShown; version: number } | null
  onClose: () => void
}

/** Changes an order that is already made. It applies once its approvers have approved it. */
export const ChangeDialog = ({ order, waiting, onClose }: ChangeDialogProps) => {
  const { readableId, system } = order
  const content = waiting?.change.content ?? order.content
  const given = waiting?.change.reason ?? ''
  const [reason, setReason] = useState(given)
  const { form, submit, isPending, isSuccess } = useEndpointForm(proposeOrderChange, {
    params: { purchaseOrderId: order.id },
    initial: valuesOf(content, system !== null),
    toBody: (values) => ({ ...bodyOf(values), reason, ...(waiting && { version: waiting.version }) }),
    moreFaults: unreadFaults,
    success: 'Sent for approval',
    invalidates: [orderKeys.one(order.id)],
    onSuccess: () => {
      draft.finish()
      onClose()
    },
    onError: (error) => {
      if (!isApiError(error)) return undefined
      if (error.fields?.lines) toastError(error.message)
      return error.fields ? true : undefined
    },
  })
  const dirty = (form.isDirty() || reason !== given) && !isSuccess
  type Kept = { values: typeof form.values; reason: string }
  const putBack = ({ values, reason: why }: Kept): void => {
    form.setValues(values)
    setReason(why)
  }
  const draft = useDraft<Kept>({
    name: `purchase-order.change.${order.id}`,
    value: { values: form.values, reason },
    version: waiting?.version ?? 0,
    dirty,
    isDraftOf: (value): value is Kept =>
      typeof value === 'object' && value !== null && 'values' in value && 'reason' in value,
    onRestore: putBack,
    onUndo: putBack,
  })
  useLeaveGuard(dirty, 'The change hasn’t been sent. It stays in this browser so you can restore it later.')
  const close = async (): Promise<void> => {
    const sure =
      !dirty ||
      (await confirm({
        title: 'Close without sending the change?',
        text: 'What you entered stays in this browser. The order stays as it is.',
        confirmLabel: 'Close',
        cancelLabel: 'Stay',
      }))
    if (sure) onClose()
  }
  return (
    <Dialog opened onClose={() => void close()} title={`Change ${readableId}`} size="60rem" closeOnClickOutside={false}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <DraftNotice draft={draft} />
        <Text>
          {waiting
            ? 'This replaces the change that waits, and its approvers are asked again.'
            : `${readableId} stays as it is until the approvers of its request have approved the change.`}{' '}
          {system
            ? `Then it is updated in ${system}.`
            : order.mailedTo && `Then ${order.mailedTo} gets the new version by email.`}
        </Text>
        <OrderFields form={form} system={system} known={knownOptions(content)} />
        <TextArea
          label="Reason"
          description="Approvers read it."
          minRows={2}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ChangePreview
          purchaseOrderId={order.id}
          body={{ ...bodyOf(form.values), reason } as BodyOf<typeof previewOrderChange>}
          isChange={dirty || waiting !== null}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void close()} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Send for approval
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
