import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { listOf } from '../../../../schema/shared/name-lists.ts'
import type { orderTaskForm } from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { completeOrderTask } from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { isApiError } from '../../../lib/errors.ts'
import type { ResponseOf } from '../../../lib/rest.ts'
import { toastError } from '../../../lib/toasts.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useFormDraft } from '../../../ui/drafts/use-form-draft.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { unreadFaults } from '../../../ui/grid/line-columns.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import type { TaskDialogProps } from '../../approvals/tasks/index.ts'
import { requestKeys } from '../../requests/submissions/index.ts'
import { orderHref } from './address.ts'
import { orderKeys, useOrderForm } from './api.ts'
import { OrderFields } from './form/order-fields.tsx'
import { bodyOf, knownOptions, valuesOf } from './form/order-values.ts'
import classes from './orders.module.css'

/** The purchase order that a task asks for: filled in from the answers, reviewed, sent. */
export const OrderTaskDialog = (props: TaskDialogProps) => {
  const { data, error, refetch } = useOrderForm(props.block.id)
  if (data) return <Filled {...props} filled={data} />
  return (
    <Dialog opened onClose={props.onClose} title={props.block.label}>
      {error ? (
        <ErrorState error={error} compact onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} radius="md" />
      )}
    </Dialog>
  )
}

interface FilledProps extends TaskDialogProps {
  filled: ResponseOf<typeof orderTaskForm>
}

const Filled = ({ submissionId, block, onRefresh, onClose, filled }: FilledProps) => {
  const { system, content, missing, purchaseOrder } = filled
  const { form, submit, isPending, isSuccess } = useEndpointForm(completeOrderTask, {
    params: { levelGroupStatusId: block.id },
    initial: valuesOf(content, system !== null),
    toBody: bodyOf,
    moreFaults: unreadFaults,
    success: system ? `Sending the order to ${system}` : 'Purchase order created',
    invalidates: [requestKeys.one(submissionId), orderKeys.all],
    onSuccess: () => {
      draft.finish()
      onClose()
    },
    onError: (error) => {
      if (!isApiError(error)) return undefined
      if (error.fields) return true
      if (error.code !== 'CONFLICT' && error.code !== 'NOT_FOUND') return undefined
      toastError(error.message)
      onRefresh()
      onClose()
      return true
    },
  })
  const draft = useFormDraft(form, { name: `purchase-order.task.${block.id}`, isSent: isSuccess })
  const dirty = form.isDirty() && !isSuccess
  useLeaveGuard(dirty, 'The order hasn’t been created. What you entered stays in this browser.')
  const close = async (): Promise<void> => {
    const sure =
      !dirty ||
      (await confirm({
        title: 'Close without creating the order?',
        text: 'What you entered stays in this browser. The task stays open.',
        confirmLabel: 'Close',
        cancelLabel: 'Stay',
      }))
    if (sure) onClose()
  }
  const label = purchaseOrder ? 'Save order' : system ? 'Create and send order' : 'Create order'
  return (
    <Dialog opened onClose={() => void close()} title={block.label} size="60rem" closeOnClickOutside={false}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <DraftNotice draft={draft} />
        <Text>
          Filled in from the request. Review before you save.{' '}
          {system ? `The task completes once the order is in ${system}.` : 'Creating the order completes this task.'}
        </Text>
        {purchaseOrder && (
          <Alert color="yellow">
            <AppLink className="ol-link" href={orderHref(purchaseOrder.id)}>
              {purchaseOrder.readableId}
            </AppLink>{' '}
            was created for this task. Saving changes it as a new version.
          </Alert>
        )}
        {missing.length > 0 && <Alert color="yellow">Couldn’t be filled in: {listOf(missing)}.</Alert>}
        <OrderFields form={form} system={system} known={knownOptions(content)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void close()} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {label}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
