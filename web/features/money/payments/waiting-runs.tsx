import { Alert, Anchor } from '@mantine/core'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { usePaymentsAttention } from './bill-payment-api.ts'

/** Runs that wait for a second person, above the list. */
export const WaitingRuns = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const { data } = usePaymentsAttention()
  const waiting = data?.runs ?? []
  if (waiting.length === 0) return null
  return (
    <Alert color="yellow" title="Waiting for a second person" mb="md">
      {waiting.map(({ id, count, amount, createdBy }) => (
        <div key={id}>
          {`${count} ${count === 1 ? 'payment' : 'payments'} of ${formatMoney(amount)}, asked by ${withStop(createdBy.name)} `}
          <Anchor component="button" type="button" onClick={() => onOpen(id)}>
            Review
          </Anchor>
        </div>
      ))}
    </Alert>
  )
}
