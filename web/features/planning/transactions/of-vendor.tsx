import { Anchor, Button } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Charted, TransactionRow } from '../../../../schema/planning/transactions/endpoints.ts'
import { monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { to, useGo } from '../../../lib/address.ts'
import { todayIn } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Section } from '../../../ui/details.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useCan, useCompany } from '../../platform/session/index.ts'
import { type AskedFilters, fetchTransactions, type Ordered, transactionKeys } from './api.ts'
import { transactionColumns } from './columns.tsx'
import { ErpVendorsOfVendor } from './erp-vendors.tsx'
import { MoveHereDialog } from './move-here-dialog.tsx'
import { Summary } from './summary.tsx'
import { TransactionDialog } from './transaction-dialog.tsx'
import { useVendorMove } from './use-vendor-move.ts'

const MONTHS = 12

interface OfVendorProps {
  vendor: { id: string; name: string; archived: boolean }
}

/** What a vendor cost in the last twelve months, line by line, and the accounting vendors behind it. */
export const TransactionsOfVendor = ({ vendor }: OfVendorProps) => {
  const { id: vendorId, name } = vendor
  // Owners change their vendors, but don't move transactions.
  const canMove = useCan()('vendors.edit')
  const { enableBusinessUnits, enableEntities } = useCompany()
  const go = useGo()
  const now = monthOf(todayIn())
  const filters = useMemo(
    () => ({
      ...{ type: 'expense' as const, startYearMonth: shiftMonth(now, 1 - MONTHS), endYearMonth: now },
      inVendorIds: [vendorId],
    }),
    [vendorId, now],
  )
  const columns = useMemo(
    () => transactionColumns({ withBusinessUnits: enableBusinessUnits, withEntities: enableEntities, ofOne: true }),
    [enableBusinessUnits, enableEntities],
  )
  const [by, setBy] = useState<Charted>('month')
  const [opened, setOpened] = useState<string | null>(null)
  const [moves, setMoves] = useState(false)
  const off = useVendorMove(vendorId)
  const list = (patch: Record<string, unknown> = {}) =>
    to('/budget-tracking/actuals/transactions', {}, { inVendorIds: [vendorId], ...patch })
  return (
    <>
      <Summary filters={filters as AskedFilters} by={by} onBy={setBy} onFilter={(patch) => go.to(list(patch))} />
      <Section
        id="transactions"
        title="Transactions"
        aside={
          <>
            <Anchor component={AppLink} href={list()} size="sm">
              Show in Transactions
            </Anchor>
            {canMove && (
              <Button size="compact-sm" variant="default" onClick={() => setMoves(true)}>
                Move transactions here
              </Button>
            )}
          </>
        }
      >
        <DataTable<TransactionRow>
          label={`Transactions of ${name}`}
          name="vendor-transactions"
          columns={columns}
          rowId={({ id }) => id}
          onOpen={({ id }) => setOpened(id)}
          queryKey={[...transactionKeys.all, 'of-vendor', filters]}
          fetchPage={({ cursor, first, orderBy }, signal) =>
            fetchTransactions({ ...filters, first, orderBy: orderBy as Ordered, ...(cursor && { cursor }) }, signal)
          }
          {...(canMove && {
            bulkActions: ({ rows, clear }) => (
              <Button
                variant="default"
                size="compact-sm"
                loading={off.isPending}
                onClick={() => off.send({ remove: rows.map(({ id }) => id), done: clear })}
              >
                Move off {name}
              </Button>
            ),
          })}
          empty={{
            icon: <IconReceipt2 size={20} aria-hidden />,
            title: 'No expenses in the last 12 months',
            text: 'Lines of the accounting vendors below appear here once they have been read.',
          }}
        />
      </Section>
      <ErpVendorsOfVendor vendor={vendor} />
      {moves && <MoveHereDialog vendor={vendor} onClose={() => setMoves(false)} />}
      {opened && <TransactionDialog transactionId={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
