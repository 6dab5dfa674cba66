import { Alert, Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../../../ui/app-link.tsx'
import { Section } from '../../../ui/details.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import {
  BlockDialogs,
  myBlocks,
  SendBackNotice,
  SubjectApiProvider,
  SubjectSentence,
  Timeline,
  useActionDialog,
  useDecisionKeys,
  useLive,
} from '../../requests/submissions/index.ts'
import { orderHref } from './address.ts'
import { orderKeys, type PurchaseOrder } from './api.ts'
import {
  ORDER_CHANGE_API,
  type OrderChangeShown,
  useOrderApprovals,
  useOrderChanges,
  useWithdrawChange,
} from './change-api.ts'
import { ChangeHistory, ProposedChange } from './change-details.tsx'
import { ChangeDialog } from './late-change-dialog.ts'
import classes from './orders.module.css'

/** The changes of an order: the one that waits with its approvals, and what became of the others. */

/** Says on every part of the page that the order may soon be another one. */
export const WaitingChange = ({ order }: { order: PurchaseOrder }) => {
  const [newest] = useOrderChanges(order.id).data?.nodes ?? []
  if (newest?.problem)
    return (
      <Alert color="yellow" title="The approved change wasn’t made" mb="md">
        {newest.problem}
      </Alert>
    )
  if (newest?.status !== 'PENDING') return null
  return (
    <Alert color="blue" title="A change waits for approval" mb="md">
      {order.readableId} stays as it is until then.{' '}
      <AppLink className="ol-link" href={orderHref(order.id, 'approvals')}>
        See what changes
      </AppLink>
    </Alert>
  )
}

export const ChangesOfOrder = ({ order }: { order: PurchaseOrder }) => {
  const { data, error, refetch } = useOrderChanges(order.id)
  if (error && !data) return <ErrorState error={error} compact onRetry={() => void refetch()} />
  const [newest, ...others] = data?.nodes ?? []
  if (!data || !newest) return null
  const isWaiting = newest.status === 'PENDING'
  const earlier = isWaiting ? others : [newest, ...others]
  return (
    <SubjectApiProvider api={ORDER_CHANGE_API}>
      {isWaiting && <Waiting order={order} change={newest} version={data.version ?? 1} />}
      {earlier.length > 0 && (
        <Section id="earlier-changes" title={isWaiting ? 'Earlier changes' : 'Changes'} first={!isWaiting}>
          <ChangeHistory order={order} changes={earlier} />
        </Section>
      )}
    </SubjectApiProvider>
  )
}

interface WaitingProps {
  order: PurchaseOrder
  change: OrderChangeShown
  version: number
}

const Waiting = ({ order, change, version }: WaitingProps) => {
  const { id, canChange } = order
  const client = useQueryClient()
  const approvals = useOrderApprovals(id)
  useLive(id, true)
  const mine = approvals.data ? myBlocks(approvals.data.levels) : []
  // The two reads may be from before and after an edit. The person can only have seen the older version.
  const { action, act, close } = useActionDialog(
    approvals.data?.levels.flatMap((level) => level.blocks),
    Math.min(approvals.data?.version ?? version, version),
  )
  useDecisionKeys(mine, act)
  const withdraw = useWithdrawChange(id)
  const [isEditing, setEditing] = useState(false)
  return (
    <Section id="waiting-change" title="Change that waits for approval" first>
      <SubjectSentence approvals={approvals.data} decidedAt={null} />
      <SendBackNotice id={id} approvals={approvals.data} editHref={null} />
      <ProposedChange order={order} change={change} withLines />
      <section aria-label="Approvals" className={classes.timeline}>
        <Timeline
          submissionId={id}
          approvals={approvals.data}
          error={approvals.error}
          onRetry={() => void approvals.refetch()}
          act={act}
          withDecisions
        />
      </section>
      {canChange && (
        <Group gap="xs" mt="md">
          <Button variant="default" onClick={() => setEditing(true)}>
            Edit change
          </Button>
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.send('')}>
            Withdraw change
          </Button>
        </Group>
      )}
      {action && (
        <BlockDialogs
          submissionId={id}
          action={action}
          mine={mine}
          onRefresh={() => void client.invalidateQueries({ queryKey: orderKeys.one(id) })}
          onClose={close}
        />
      )}
      {isEditing && <ChangeDialog order={order} waiting={{ change, version }} onClose={() => setEditing(false)} />}
    </Section>
  )
}
