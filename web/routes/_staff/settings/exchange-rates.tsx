import { ActionIcon, Button, Menu, Title } from '@mantine/core'
import { IconArrowsExchange, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import type { RateOfToday, SetRate } from '../../../../schema/platform/currency-rates/endpoints.ts'
import { formatRate, RATE_SOURCE_WORDS } from '../../../../schema/shared/exchange.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import {
  deleteRate,
  RateDialog,
  rateKeys,
  useRatesOfToday,
  useSetRates,
} from '../../../features/platform/currency-rates/index.ts'
import { formatCalendarDate } from '../../../lib/format.ts'
import { pageSearch, usePageSearch } from '../../../lib/search-params.ts'
import { searchText } from '../../../lib/search-text.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'

const search = z.object({
  /** A new rate, or the id of the one being changed. */
  dialog: searchText,
  base: z.enum(CURRENCIES).optional().catch(undefined),
})

const PURPOSE =
  'Approval rules compare amounts in your company’s currency at the rate of the day a request is submitted. Rates come from the European Central Bank. A rate you set replaces them from its date on.'

const Page = () => {
  const [{ dialog, base }, setSearch] = usePageSearch(search)
  const today = useRatesOfToday()
  const set = useSetRates()
  const currency = today.data?.currency ?? 'USD'
  const remove = useCommand<SetRate>({
    run: ({ id }, { commandId }) => deleteRate(id, commandId),
    success: (_, rate) => `${rate.base} rate deleted`,
    invalidates: [rateKeys.all],
    onSuccess: () => document.getElementById('set-rate')?.focus(),
  })
  const askToDelete = async (rate: SetRate): Promise<void> => {
    const agreed = await confirm({
      title: `Delete the ${rate.base} rate from ${formatCalendarDate(rate.date)}?`,
      text: 'The previous rate you set applies again, or the European Central Bank’s. Submitted requests keep the rate they used.',
      confirmLabel: 'Delete rate',
      danger: true,
    })
    if (agreed) remove.send(rate)
  }
  const close = () => setSearch({ dialog: undefined, base: undefined })
  const changed = set.data?.find(({ id }) => id === dialog) ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done keeps nothing of the render it was made in
  const setColumns = useMemo(
    () => setColumnsOf({ change: ({ id }) => setSearch({ dialog: id }), remove: (rate) => void askToDelete(rate) }),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const todayColumns = useMemo(
    () => todayColumnsOf(currency, (code) => setSearch({ dialog: 'new', base: code })),
    [currency],
  )
  return (
    <>
      <PageHeader
        title="Exchange rates"
        subtitle={PURPOSE}
        action={
          <Button
            id="set-rate"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setSearch({ dialog: 'new' })}
          >
            Set rate
          </Button>
        }
      />
      <Title order={2} size="h4" mb="xs">
        Today
      </Title>
      <TableView
        label="Today’s exchange rates"
        columns={todayColumns}
        rows={today.data?.rates}
        rowId={(row) => row.base}
        error={today.error}
        onRetry={() => void today.refetch()}
        placeholderRows={9}
        empty={{ icon: <IconArrowsExchange size={20} aria-hidden />, title: 'No currencies', text: PURPOSE }}
      />
      <Title order={2} size="h4" mt="xl" mb="xs">
        Set by your company
      </Title>
      <TableView
        label="Exchange rates set by your company"
        rowKeys={false}
        columns={setColumns}
        rows={set.data}
        rowId={(row) => row.id}
        error={set.error}
        onRetry={() => void set.refetch()}
        placeholderRows={3}
        empty={{
          icon: <IconArrowsExchange size={20} aria-hidden />,
          title: 'No rates set',
          text: 'Set a rate to use your own instead of the European Central Bank’s.',
        }}
        footer={
          set.hasNextPage && (
            <Button variant="subtle" loading={set.isFetchingNextPage} onClick={() => void set.fetchNextPage()}>
              Show more
            </Button>
          )
        }
      />
      <RateDialog
        opened={dialog === 'new' || changed !== null}
        currency={currency}
        rate={changed}
        base={base ?? null}
        onClose={close}
      />
    </>
  )
}

const todayColumnsOf = (currency: Currency, add: (base: Currency) => void): Column<RateOfToday>[] => [
  { id: 'currency', header: 'Currency', card: 'title', cell: ({ base }) => base },
  {
    id: 'rate',
    header: 'Rate',
    cell: ({ base, rate }) =>
      rate ? (
        `1 ${base} = ${formatRate(rate)} ${currency}`
      ) : (
        <Button size="compact-sm" variant="light" onClick={() => add(base)}>
          Set {base} rate
        </Button>
      ),
  },
  { id: 'date', header: 'Date', width: '9rem', cell: ({ date }) => (date ? formatCalendarDate(date) : '') },
  {
    id: 'source',
    header: 'Source',
    width: '14rem',
    cell: ({ source }) =>
      source === 'MANUAL' ? (
        'Set by your company'
      ) : source ? (
        RATE_SOURCE_WORDS[source]
      ) : (
        <StatusBadge tone="negative" label="No rate" />
      ),
  },
]

interface Actions {
  change: (rate: SetRate) => void
  remove: (rate: SetRate) => void
}

const setColumnsOf = ({ change, remove }: Actions): Column<SetRate>[] => [
  { id: 'rate', header: 'Rate', card: 'title', cell: ({ base, quote, rate }) => `1 ${base} = ${rate} ${quote}` },
  { id: 'from', header: 'From', width: '9rem', cell: ({ date }) => formatCalendarDate(date) },
  { id: 'by', header: 'Set by', width: '14rem', cell: ({ setBy }) => (setBy ? <PersonName name={setBy.name} /> : '') },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    width: '6rem',
    cell: (row) => (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for the ${row.base} rate from ${formatCalendarDate(row.date)}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => change(row)}>
            Change
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove(row)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  },
]

export const Route = createFileRoute('/_staff/settings/exchange-rates')({
  staticData: { access: 'currencies.manage' },
  validateSearch: pageSearch(search),
  component: Page,
})
