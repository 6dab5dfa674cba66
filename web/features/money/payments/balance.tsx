import { Button, Group, Skeleton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { PaymentTransfer } from '../../../../schema/money/payments/account-endpoints.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { Fact, Facts, Section } from '../../../ui/details.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { NotYet } from '../../../ui/settling/not-yet.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { useBalance, usePaymentMethods, useTransfers } from './api.ts'
import classes from './payments.module.css'
import { paymentsSettingsSearch } from './search.ts'
import { TransferDialog } from './transfer-dialog.tsx'
import { bankName, transferState } from './words.ts'

/** What can be paid with, and what came in and went back. */
export const Balance = () => {
  const [{ move }, setSearch] = usePageSearch(paymentsSettingsSearch)
  const balance = useBalance(true)
  const { data: methods } = usePaymentMethods()
  const transfers = useTransfers(true)
  const banks = (methods ?? []).filter(({ status }) => status === 'VERIFIED')
  const rows = transfers.data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node))
  const buttons = !methods ? (
    <Skeleton height={36} width={280} />
  ) : (
    banks.length > 0 && (
      <Group gap="xs">
        <Button variant="default" onClick={() => setSearch({ move: 'WITHDRAWAL' })}>
          Move to bank account
        </Button>
        <Button onClick={() => setSearch({ move: 'LOAD' })}>Add funds</Button>
      </Group>
    )
  )
  return (
    <>
      <InOrder>
        <Section id="balance" title="Balance" first aside={buttons || undefined}>
          <NotYet isLoading={!methods || balance.isLoading} />
          {balance.error && !balance.data ? (
            <ErrorState compact error={balance.error} onRetry={() => void balance.refetch()} />
          ) : (
            <Facts>
              <Fact label="Available">
                <MoneyText money={balance.data?.available} />
              </Fact>
              <Fact label="On its way in">
                <MoneyText money={balance.data?.inboundPending} />
              </Fact>
              <Fact label="On its way out">
                <MoneyText money={balance.data?.outboundPending} />
              </Fact>
            </Facts>
          )}
          {banks.length === 0 && methods && <p className={classes.hint}>Verify a bank account to add funds.</p>}
        </Section>
        <Section id="transfers" title="Transfers">
          <TableView
            label="Transfers"
            columns={useMemo(() => COLUMNS, [])}
            rows={rows}
            rowId={(row) => row.id}
            error={transfers.error}
            onRetry={() => void transfers.refetch()}
            placeholderRows={3}
            empty={{
              icon: <IconArrowsExchange size={20} aria-hidden />,
              title: 'No transfers yet',
              text: 'Money that you add to the balance or move back to the bank will be here.',
            }}
          />
          {transfers.hasNextPage && (
            <Group justify="center" mt="md">
              <Button
                variant="default"
                loading={transfers.isFetchingNextPage}
                onClick={() => void transfers.fetchNextPage()}
              >
                Show earlier transfers
              </Button>
            </Group>
          )}
        </Section>
      </InOrder>
      <TransferDialog
        kind={banks.length > 0 ? (move ?? null) : null}
        banks={banks}
        available={balance.data?.available}
        onClose={() => setSearch({ move: undefined })}
      />
    </>
  )
}

const COLUMNS: Column<PaymentTransfer>[] = [
  {
    id: 'what',
    header: 'Transfer',
    card: 'title',
    cell: ({ kind, paymentMethod }) => `${kind === 'LOAD' ? 'From' : 'To'} ${bankName(paymentMethod)}`,
  },
  {
    id: 'state',
    header: 'Status',
    width: '16rem',
    cell: ({ status, reason }) => (
      <span className={classes.state}>
        <StatusBadge {...transferState(status)} />
        {reason && <span className={classes.hint}>{reason}</span>}
      </span>
    ),
  },
  { id: 'by', header: 'Started by', width: '10rem', cell: ({ createdBy }) => createdBy },
  { id: 'at', header: 'Started', width: '9rem', cell: ({ createdAt }) => <DateText instant={createdAt} /> },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    width: '9rem',
    cell: ({ amount }) => <MoneyText money={amount} />,
  },
]
