import { Alert } from '@mantine/core'
import { DateText } from '../../../ui/date-text.tsx'
import { Section } from '../../../ui/details.tsx'
import { DifferenceList } from '../../../ui/difference-list.tsx'
import { type State, StatusBadge } from '../../../ui/status-badge.tsx'
import type { PurchaseOrder } from './api.ts'
import type { OrderChangeShown } from './change-api.ts'
import { OrderLines } from './lines-table.tsx'
import classes from './orders.module.css'

const STATES: Record<OrderChangeShown['status'], State> = {
  PENDING: { tone: 'waiting', label: 'Waiting for approval' },
  APPROVED: { tone: 'positive', label: 'Approved' },
  REJECTED: { tone: 'negative', label: 'Rejected' },
  WITHDRAWN: { tone: 'neutral', label: 'Withdrawn' },
  REPLACED: { tone: 'neutral', label: 'Replaced' },
}

/** What became of a change, apart from its approvals. */
const outcomeOf = ({ status, appliedVersion, problem }: OrderChangeShown): string | null => {
  if (problem) return `Not made. ${problem}`
  if (appliedVersion !== null) return `Version ${appliedVersion} of the order`
  return status === 'APPROVED' ? 'The order changes in a few seconds.' : null
}

interface ProposedChangeProps {
  order: Pick<PurchaseOrder, 'readableId' | 'system'>
  change: OrderChangeShown
  withLines?: boolean
}

/** What a change would make different, who asks for it, and why. */
export const ProposedChange = ({ order, change, withLines = false }: ProposedChangeProps) => (
  <div className={classes.change}>
    <p className={classes.note}>
      {change.changedBy}, <DateText instant={change.changedAt} />
      {change.reason && `: ${change.reason}`}
    </p>
    {change.isOutdated && (
      <Alert color="yellow" title={`${order.readableId} has changed since`}>
        This change can’t be approved. Withdraw it and propose it again.
      </Alert>
    )}
    <DifferenceList differences={change.differences} />
    {withLines && (
      <Section id="proposed-lines" title="Lines after this change">
        <OrderLines content={change.content} isInBooks={order.system !== null} />
      </Section>
    )}
  </div>
)

/** The changes of an order with how they ended. */
export const ChangeHistory = ({ order, changes }: { order: PurchaseOrder; changes: readonly OrderChangeShown[] }) => (
  <ol className={classes.versions}>
    {changes.map((change) => (
      <li key={change.run} className={classes.version}>
        <h3 className={classes.versionHead}>
          Change {change.run} <StatusBadge plain {...STATES[change.status]} />
        </h3>
        {outcomeOf(change) && <p className={classes.note}>{outcomeOf(change)}</p>}
        <ProposedChange order={order} change={change} />
      </li>
    ))}
  </ol>
)
