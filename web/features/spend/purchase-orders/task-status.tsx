import { AppLink } from '../../../ui/app-link.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import type { TaskStatusProps } from '../../approvals/tasks/index.ts'
import { orderHref } from './address.ts'
import { useOrderTask } from './api.ts'
import classes from './orders.module.css'

/** How far the order of a step is, and what to do about a refusal. */
export const OrderTaskStatus = ({ block }: TaskStatusProps) => {
  const { data, error, refetch } = useOrderTask(block.id, block.sequence)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data?.purchaseOrderId) return null
  return (
    <p className={classes.status} role="status">
      <AppLink className="ol-link" href={orderHref(data.purchaseOrderId)}>
        {data.readableId}
      </AppLink>
      {data.isSending && ' is being sent to the accounting system.'}
      {data.error && ` wasn’t accepted. ${data.advice ?? ''}`}
    </p>
  )
}
