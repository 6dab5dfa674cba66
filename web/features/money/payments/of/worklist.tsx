import { Button, Kbd } from '@mantine/core'
import { IconCash, IconChecks } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BillPaymentRow, billPaymentList } from '../../../../../schema/money/payments/bill-payment-endpoints.ts'
import type { BillPaymentStatus } from '../../../../../schema/money/payments/bill-payment-states.ts'
import { to, useGo } from '../../../../lib/address.ts'
import { todayIn } from '../../../../lib/format.ts'
import { call } from '../../../../lib/rest.ts'
import { toastSuccess } from '../../../../lib/toasts.ts'
import { useKeyGroup } from '../../../../ui/keys/shown-keys.ts'
import { useSingleKeys } from '../../../../ui/keys/single-keys.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { filledPage } from '../../../../ui/table/filled-page.ts'
import type { Column } from '../../../../ui/table/types.ts'
import { useTimeZone } from '../../../../ui/time-zone.ts'
import { billPaymentHref } from '../bill-payment-api.ts'
import { DUE, paymentColumns, SCHEDULED } from '../payment-columns.tsx'
import { StartRunDialog } from '../run-dialogs.tsx'
import { inRuns, isPayable, readDue } from './due-payments.ts'

/** The vendor's name has what room is left. */
const withoutWidth = ({ width: _, ...column }: Column<BillPaymentRow>): Column<BillPaymentRow> => column

const columns: Column<BillPaymentRow>[] = [
  ...paymentColumns<BillPaymentRow>().map((column) => (column.id === 'vendor' ? withoutWidth(column) : column)),
  DUE,
  SCHEDULED,
]

const FIRST_DUE = { by: ['dueDate'], dir: ['ASC'] } as never
const PAGE = 100
const DUE_KEYS = { title: 'Payments', keys: [{ keys: ['p'], text: 'Pay what is due' }] }

/** Payments that are ready, those that are due first. Several are paid together, and all that are due with one key. */
export const ToPay = () => {
  const go = useGo()
  const client = useQueryClient()
  const today = todayIn(useTimeZone())
  /** What is paid together now, and what follows. */
  const [[chosen, ...rest], setChosen] = useState<BillPaymentRow[][]>([])
  const payDue = async () => {
    const due = await client.fetchQuery({
      queryKey: ['bill-payments', 'due', today],
      queryFn: ({ signal }) =>
        readDue(today, (cursor) =>
          call(billPaymentList.list, {
            query: { status: 'APPROVED', orderBy: FIRST_DUE, first: PAGE, cursor },
            signal,
          }),
        ),
      staleTime: 0,
    })
    if (due.length > 0) setChosen(inRuns(due))
    else toastSuccess('Nothing is due today')
  }
  useSingleKeys({ p: () => void payDue() })
  useKeyGroup(DUE_KEYS)
  return (
    <>
      <DataTable<BillPaymentRow>
        label="Payments to make"
        name="worklist-payments"
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => billPaymentHref(id)}
        queryKey={['bill-payments', 'worklist', 'APPROVED']}
        fetchPage={({ cursor, first, orderBy }, signal) =>
          filledPage({ cursor, first }, (page) =>
            call(billPaymentList.list, {
              query: { status: 'APPROVED', orderBy: (orderBy as never) ?? FIRST_DUE, ...page },
              signal,
            }),
          )
        }
        toolbar={
          <Button
            size="xs"
            leftSection={<IconCash size={16} aria-hidden />}
            rightSection={<Kbd size="xs">p</Kbd>}
            onClick={() => void payDue()}
          >
            Pay what is due
          </Button>
        }
        bulkActions={({ rows }) => (
          <Button
            size="xs"
            leftSection={<IconCash size={16} aria-hidden />}
            disabled={!rows.some(isPayable)}
            title={rows.some(isPayable) ? undefined : 'Select payments that are ready to pay'}
            onClick={() => setChosen([rows.filter(isPayable)])}
          >
            Pay selected
          </Button>
        )}
        empty={{
          icon: <IconChecks size={20} aria-hidden />,
          title: 'Nothing to pay',
          text: 'Payments of approved bills appear here once their bank details are confirmed.',
        }}
      />
      {chosen && (
        <StartRunDialog
          key={chosen[0]?.id}
          payments={chosen}
          {...(rest.length > 0 && { following: { count: rest.flat().length, next: () => setChosen(rest) } })}
          onClose={() => setChosen([])}
          onStarted={(run) => (rest.length > 0 ? setChosen(rest) : go.to(to('/payments/transactions', {}, { run })))}
        />
      )}
    </>
  )
}

interface PaymentsInStatusProps {
  status: BillPaymentStatus
  label: string
  emptyTitle: string
}

/** Payments that can't go on by themselves. Each page says what is missing. */
export const PaymentsInStatus = ({ status, label, emptyTitle }: PaymentsInStatusProps) => (
  <DataTable<BillPaymentRow>
    label={label}
    name={`worklist-${status.toLowerCase()}`}
    columns={columns}
    rowId={({ id }) => id}
    rowHref={({ id }) => billPaymentHref(id)}
    rowKeys={false}
    queryKey={['bill-payments', 'worklist', status]}
    fetchPage={({ cursor, first, orderBy }, signal) =>
      filledPage({ cursor, first }, (page) =>
        call(billPaymentList.list, { query: { status, orderBy: (orderBy as never) ?? FIRST_DUE, ...page }, signal }),
      )
    }
    empty={{ title: emptyTitle }}
  />
)
