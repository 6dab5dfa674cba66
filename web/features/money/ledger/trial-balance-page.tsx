import { Menu } from '@mantine/core'
import { IconBook2, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type AccountBalance,
  type AccountDetail,
  trialBalanceFile,
} from '../../../../schema/money/ledger/report-endpoints.ts'
import { LEDGER_ACCOUNT_WORDS } from '../../../../schema/money/ledger/values.ts'
import { monthOf } from '../../../../schema/shared/calendar.ts'
import { encodeQuery } from '../../../lib/encode.ts'
import { todayIn } from '../../../lib/format.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { Section } from '../../../ui/details.tsx'
import { MonthField } from '../../../ui/fields/month-field.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { AccountingFrame } from './accounting-frame.tsx'
import { ledgerKeys, readAccounts, trialBalanceQuery } from './api.ts'
import classes from './ledger.module.css'
import { trialBalanceSearch } from './search.ts'

const amounts = <Row extends AccountBalance>(): Column<Row>[] => [
  {
    ...{ id: 'debit', header: 'Debit', align: 'right', width: '9rem' },
    cell: ({ debit }) => <MoneyText money={debit} />,
  },
  {
    ...{ id: 'credit', header: 'Credit', align: 'right', width: '9rem' },
    cell: ({ credit }) => <MoneyText money={credit} />,
  },
  {
    ...{ id: 'balance', header: 'Balance', align: 'right', width: '9rem' },
    cell: ({ balance }) => <MoneyText money={balance} />,
  },
  {
    ...{ id: 'company', header: 'In company currency', align: 'right', width: '11rem' },
    cell: ({ companyBalance }) => <MoneyText money={companyBalance} />,
  },
]

const ACCOUNTS: Column<AccountBalance>[] = [
  {
    ...{ id: 'account', header: 'Account', card: 'title' },
    cell: ({ account, currency }) => `${LEDGER_ACCOUNT_WORDS[account]} (${currency})`,
  },
  ...amounts<AccountBalance>(),
]
const DETAILS: Column<AccountDetail>[] = [
  {
    ...{ id: 'account', header: 'Account', card: 'title' },
    cell: ({ account, erpAccount, currency }) => (
      <span className={classes.title}>
        <span>{erpAccount ? [erpAccount.number, erpAccount.name].filter(Boolean).join(' ') : 'No account'}</span>
        <span className={classes.note}>
          {LEDGER_ACCOUNT_WORDS[account]}, {currency}
        </span>
      </span>
    ),
  },
  ...amounts<AccountDetail>(),
]

const Sum = ({ accounts }: { accounts: AccountBalance[] }) => {
  const sum = accounts.reduce((all, { companyBalance }) => all + companyBalance.value, 0)
  if (accounts.length === 0) return null
  return sum === 0 ? (
    <StatusBadge tone="positive" label="Debits equal credits" />
  ) : (
    <StatusBadge tone="negative" label="Debits and credits differ" />
  )
}

/** The balance of every account at the end of a month. */
export const TrialBalancePage = () => {
  const [found, setFound] = usePageSearch(trialBalanceSearch)
  const month = found.month ?? monthOf(todayIn())
  return (
    <AccountingFrame
      tab="trial-balance"
      menu={
        <Menu.Item
          component="a"
          href={`${trialBalanceFile.path}${encodeQuery({ month })}`}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export as CSV
        </Menu.Item>
      }
    >
      <TrialBalance month={month} onMonth={(next) => setFound({ month: next })} />
    </AccountingFrame>
  )
}

const TrialBalance = ({ month, onMonth }: { month: string; onMonth: (month: string | undefined) => void }) => {
  const { data, error, refetch } = useQuery(trialBalanceQuery(month))
  const empty = {
    icon: <IconBook2 size={20} aria-hidden />,
    title: 'Nothing was booked until then',
    text: 'Approved bills, payments and bank transfers are booked here.',
  }
  return (
    <>
      <div className={classes.toolbar}>
        <MonthField hidesLabel label="At the end of" value={month} onChange={onMonth} />
        {data && <Sum accounts={data.accounts} />}
      </div>
      <TableView
        label="Accounts"
        columns={ACCOUNTS}
        rows={data?.accounts}
        rowId={({ account, currency }) => `${account} ${currency}`}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={5}
        rowKeys={false}
        empty={empty}
      />
      {data && data.accounts.length > 0 && (
        <Section id="by-account" title="By account of the accounting system">
          <DataTable<AccountDetail>
            label="Accounts of the accounting system"
            columns={DETAILS}
            rowId={({ account, erpAccount, currency }) => `${account} ${erpAccount?.id ?? ''} ${currency}`}
            queryKey={[...ledgerKeys.all, 'accounts', month]}
            fetchPage={(page, signal) => readAccounts(month, page, signal)}
            empty={{ title: 'No expenses until then' }}
          />
        </Section>
      )}
    </>
  )
}
