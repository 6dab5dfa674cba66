import { Alert, Button, Group, Progress, Radio, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { BILL_PAYMENT_WORDS } from '../../../../schema/money/payments/bill-payment-states.ts'
import type { RunTotal, RunWhen } from '../../../../schema/money/payments/run-endpoints.ts'
import { formatMoney, type Money } from '../../../../schema/shared/money.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { usePaymentMethods } from './api.ts'
import { type PaymentRun, useCreateRun, useDecideRun, useRun, useRunPreview } from './run-api.ts'
import { bankName } from './words.ts'

/** What leaves, by currency and the day on which the bills are due. */
const Totals = ({
  totals,
  amount,
  count,
  payWhen,
}: {
  totals: RunTotal[]
  amount: Money
  count: number
  payWhen: RunWhen
}) => (
  <Table>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{payWhen === 'DUE' ? 'Leaves' : 'Due'}</Table.Th>
        <Table.Th>Payments</Table.Th>
        <Table.Th ta="right">Amount</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {totals.map((total) => (
        <Table.Tr key={`${total.leavesOn ?? total.dueDate}${total.amount.currency}`}>
          <Table.Td>
            {total.leavesOn || total.dueDate ? (
              <CalendarDateText date={total.leavesOn ?? total.dueDate ?? ''} />
            ) : (
              'No due date'
            )}
          </Table.Td>
          <Table.Td>{total.count}</Table.Td>
          <Table.Td ta="right">
            <MoneyText money={total.amount} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
    <Table.Tfoot>
      <Table.Tr>
        <Table.Th>Total</Table.Th>
        <Table.Th>{count}</Table.Th>
        <Table.Th ta="right">
          <MoneyText money={amount} />
        </Table.Th>
      </Table.Tr>
    </Table.Tfoot>
  </Table>
)

interface StartRunProps {
  payments: { id: string }[]
  /** How many chosen bills have no payment, because they aren’t approved. */
  without?: number
  /** What is offered after these. */
  following?: { count: number; next: () => void }
  onClose: () => void
  onStarted: (id: string) => void
}

/** Before payments are started together: what they come to, and which can’t be started. */
export const StartRunDialog = ({ payments, without = 0, following, onClose, onStarted }: StartRunProps) => {
  const [payWhen, setPayWhen] = useState<RunWhen>('NOW')
  const { data, error, refetch } = useRunPreview(
    payments.map(({ id }) => id),
    payWhen,
  )
  const { data: banks = [] } = usePaymentMethods()
  const verified = banks.filter(({ status }) => status === 'VERIFIED')
  const [chosen, setChosen] = useState<string | null>(null)
  const bank = chosen ?? verified.find(({ isDefault }) => isDefault)?.id ?? verified[0]?.id ?? null
  const create = useCreateRun(onStarted)
  const faulty = new Set(data?.faults.map(({ billPaymentId }) => billPaymentId))
  const able = payments.filter(({ id }) => !faulty.has(id)).map(({ id }) => id)
  return (
    <Dialog opened onClose={onClose} title="Pay selected bills">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <PageSpinner />}
      {data && (
        <Stack gap="md">
          <Radio.Group label="When" value={payWhen} onChange={(next) => setPayWhen(next as RunWhen)}>
            <Group gap="lg" mt="xs">
              <Radio value="NOW" label="Now" />
              <Radio value="DUE" label="In time for their due dates" />
            </Group>
          </Radio.Group>
          {data.count > 0 && <Totals {...data} payWhen={payWhen} />}
          {data.faults.length > 0 && (
            <Alert color="yellow" title={`${data.faults.length} can’t be paid now`}>
              <ul>
                {data.faults.map(({ billPaymentId, name, fault }) => (
                  <li key={billPaymentId}>
                    {name}: {fault}
                  </li>
                ))}
              </ul>
            </Alert>
          )}
          {without > 0 && (
            <Text size="sm">
              {without === 1 ? 'One chosen bill isn’t' : `${without} chosen bills aren’t`} approved, so there is nothing
              to pay.
            </Text>
          )}
          {following && (
            <Text size="sm">
              At most {payments.length} payments are made together. The other {following.count} follow after these.
            </Text>
          )}
          {data.needsSecondPerson && data.count > 0 && (
            <Text size="sm">This is at or above your company’s limit, so a second person confirms it first.</Text>
          )}
          {data.count > 0 && (
            <Select
              label="Paid from"
              data={verified.map((each) => ({ value: each.id, label: bankName(each) }))}
              value={bank}
              allowDeselect={false}
              onChange={setChosen}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant={able.length > 0 ? 'subtle' : 'default'} color="gray" onClick={onClose}>
              {able.length > 0 ? 'Cancel' : 'Close'}
            </Button>
            {able.length === 0 && following && <Button onClick={following.next}>Go on with the others</Button>}
            {able.length > 0 && (
              <Button
                loading={create.isPending}
                disabled={bank === null}
                onClick={() => bank && create.send({ billPaymentIds: able, paymentMethodId: bank, payWhen })}
              >
                {data.needsSecondPerson
                  ? 'Ask a second person'
                  : `${payWhen === 'DUE' ? 'Schedule' : 'Pay'} ${formatMoney(data.amount)}`}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

const ENDED = ['PAID', 'FAILED', 'RETURNED', 'CANCELLED', 'PAID_OUTSIDE', 'REJECTED']
const shareOf = (run: PaymentRun): number => {
  const done = run.progress.filter(({ status }) => ENDED.includes(status)).reduce((sum, { count }) => sum + count, 0)
  return run.count === 0 ? 100 : Math.round((100 * done) / run.count)
}

/** Payments that were started together: confirmed by a second person, and how far they are. */
export const RunDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { data, error, refetch } = useRun(id)
  return (
    <Dialog opened onClose={onClose} title="Payment run">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <PageSpinner />}
      {data && <Run run={data} />}
    </Dialog>
  )
}

const Run = ({ run }: { run: PaymentRun }) => {
  const decide = useDecideRun(run.id)
  return (
    <Stack gap="md">
      <Text>
        {run.createdBy.name} <DateText instant={run.createdAt} />
        {run.decidedBy && (
          <>
            , {run.status === 'REJECTED' ? 'rejected' : 'confirmed'} by {run.decidedBy.name}
          </>
        )}
      </Text>
      <Totals {...run} />
      {run.status === 'STARTED' && (
        <div>
          <Progress value={shareOf(run)} aria-label="Progress" />
          <Text size="sm" mt="xs">
            {run.progress.map(({ status, count }) => `${count} ${BILL_PAYMENT_WORDS[status].toLowerCase()}`).join(', ')}
            {run.scheduledCount > 0 && `. ${run.scheduledCount} leave on later days`}
          </Text>
        </div>
      )}
      {run.skipped.length > 0 && (
        <Alert color="yellow" title={`${run.skipped.length} not started`}>
          <ul>
            {run.skipped.map(({ billPaymentId, name, fault }) => (
              <li key={billPaymentId}>
                {name}: {fault}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {run.status === 'WAITING' &&
        (run.decisionFault ? (
          <Text size="sm">{run.decisionFault}</Text>
        ) : (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => decide.send(false)} disabled={decide.isPending}>
              Reject
            </Button>
            <Button loading={decide.isPending} onClick={() => decide.send(true)}>
              {run.payWhen === 'DUE' ? 'Confirm' : 'Confirm and pay'} {formatMoney(run.amount)}
            </Button>
          </Group>
        ))}
    </Stack>
  )
}
