import { Menu } from '@mantine/core'
import { IconBellOff, IconSettings, IconShieldCheck } from '@tabler/icons-react'
import { checkFile, checkList, type FindingRow } from '../../../../schema/money/checks/endpoints.ts'
import { CHECK_RULE_WORDS } from '../../../../schema/money/checks/values.ts'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FileItem, ListTable, useList } from '../../platform/lists/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { Months } from './months.tsx'
import { checkDialogSearch, checkSearch } from './search.ts'
import { SilencesDialog } from './silences.tsx'
import { checkState, findingHref } from './words.ts'

const columns: Column<FindingRow>[] = [
  {
    ...{ id: 'check', header: 'Check', width: '13rem', card: 'title' },
    cell: ({ id, rule }) => (
      <AppLink className="ol-link" href={findingHref(id)}>
        {CHECK_RULE_WORDS[rule]}
      </AppLink>
    ),
  },
  { ...{ id: 'vendor', header: 'Vendor', width: '9.5rem', clip: true }, cell: ({ erpVendor }) => erpVendor.name },
  {
    ...{ id: 'bill', header: 'Bill', width: '7rem', clip: true },
    cell: ({ bill }) => bill?.invoiceNumber ?? 'Bank details',
  },
  {
    ...{ id: 'amount', header: 'Amount', align: 'right', width: '7rem' },
    cell: ({ bill }) => bill && <MoneyText money={bill.amount} />,
  },
  { ...{ id: 'why', header: 'Why', clip: true }, cell: ({ why }) => why },
  {
    ...{ id: 'status', header: 'Status', width: '7.5rem', card: 'corner' },
    cell: ({ state, isBlocking }) => <StatusBadge plain {...checkState(state, isBlocking)} />,
  },
  {
    ...{ id: 'found', header: 'Found', sortBy: 'foundAt', width: '7rem' },
    cell: ({ foundAt }) => <DateText instant={foundAt} />,
  },
  {
    ...{ id: 'decided', header: 'Decided by', width: '10rem', hiddenByDefault: true },
    cell: ({ decidedBy }) => decidedBy?.name,
  },
]

const definition = { ...checkList, file: checkFile }

/** What looks wrong with bills and bank details, before money leaves. */
export const ChecksPage = () => {
  const can = useCan()
  const list = useList(definition, checkSearch)
  const [{ dialog }, setSearch] = usePageSearch(checkDialogSearch)
  return (
    <>
      <PageHeader
        title="Checks"
        subtitle="What looks wrong with bills and bank details, before money leaves."
        menu={
          <>
            <FileItem list={list} label="Export as CSV" />
            <Menu.Item
              leftSection={<IconBellOff size={16} aria-hidden />}
              onClick={() => setSearch({ dialog: 'silenced' })}
            >
              Silenced checks
            </Menu.Item>
            {can('payments.configure') && (
              <Menu.Item
                leftSection={<IconSettings size={16} aria-hidden />}
                component={AppLink}
                href={to('/settings/payments/checks')}
              >
                Check settings
              </Menu.Item>
            )}
          </>
        }
      />
      <InOrder>
        <Months />
        <ListTable<FindingRow>
          label="Findings"
          list={list}
          columns={columns}
          rowHref={({ id }) => findingHref(id)}
          empty={{
            icon: <IconShieldCheck size={20} aria-hidden />,
            title: 'You’re all caught up',
            text: 'Duplicates, split bills, changed bank details and the like appear here.',
          }}
        />
      </InOrder>
      {dialog === 'silenced' && <SilencesDialog onClose={() => setSearch({ dialog: undefined })} />}
    </>
  )
}
