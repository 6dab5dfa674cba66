import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { todayIn } from '../../../lib/format.ts'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import { fetchTransactions, transactionKeys } from './api.ts'
import classes from './recode.module.css'
import { useVendorMove } from './use-vendor-move.ts'

const MONTHS = 24
const SHOWN = 20

interface MoveHereDialogProps {
  vendor: { id: string; name: string }
  onClose: () => void
}

/** Finds expenses of other vendors, or of none, and moves the chosen ones to this vendor. */
export const MoveHereDialog = ({ vendor: { id, name }, onClose }: MoveHereDialogProps) => {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const now = monthOf(todayIn())
  const query = {
    ...{ type: 'expense' as const, startYearMonth: shiftMonth(now, 1 - MONTHS), endYearMonth: now },
    ...{ notInVendorIds: [id], first: SHOWN, search },
  }
  const found = useQuery({
    queryKey: [...transactionKeys.all, 'to-move', query],
    queryFn: ({ signal }) => fetchTransactions(query, signal),
    enabled: search !== '',
  })
  const rows = found.data?.edges.map(({ node }) => node) ?? []
  const move = useVendorMove(id)
  const toggle = (rowId: string) =>
    setChosen(chosen.includes(rowId) ? chosen.filter((each) => each !== rowId) : [...chosen, rowId])
  return (
    <Dialog opened onClose={onClose} title={`Move transactions to ${name}`}>
      <Stack gap="md">
        <SearchBox
          label="Search expenses"
          placeholder="Memo, number or description"
          value={search}
          onSearch={(text) => setSearch(text ?? '')}
        />
        {found.error && <p role="alert">{errorMessage(found.error)}</p>}
        {search !== '' && found.data && rows.length === 0 && <p>No other expenses match in the last 24 months.</p>}
        <Stack gap="xs" role="group" aria-label="Expenses found">
          {rows.map((row) => (
            <Checkbox
              key={row.id}
              checked={chosen.includes(row.id)}
              onChange={() => toggle(row.id)}
              label={
                <>
                  <MoneyText money={row.amount} /> · <CalendarDateText date={row.transactionDate} /> ·{' '}
                  {row.vendor?.name ?? row.erpVendor?.name ?? 'No vendor'}
                </>
              }
              description={row.memo || row.description || row.documentNumber || undefined}
            />
          ))}
        </Stack>
        {found.data?.pageInfo.hasNextPage && <p className={classes.note}>More match. Search for something narrower.</p>}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={chosen.length === 0}
          loading={move.isPending}
          onClick={() => move.send({ add: [...chosen], done: onClose })}
        >
          Move to {name}
        </Button>
      </Group>
    </Dialog>
  )
}
