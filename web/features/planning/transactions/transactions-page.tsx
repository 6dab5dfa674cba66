import { Button, SegmentedControl } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import {
  type Charted,
  type TransactionRow,
  transactionFile,
  transactionList,
} from '../../../../schema/planning/transactions/endpoints.ts'
import { transactionFilters } from '../../../../schema/planning/transactions/filters.ts'
import { monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { todayIn } from '../../../lib/format.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { MonthField } from '../../../ui/fields/month-field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { FileItem, ListTable, useList } from '../../platform/lists/index.ts'
import { useCan, useCompany } from '../../platform/session/index.ts'
import type { AskedFilters } from './api.ts'
import { transactionColumns } from './columns.tsx'
import { ownFields, useDimensionChips } from './filters.tsx'
import { RecodeSelected, useRecodeMenu } from './recode-actions.tsx'
import { transactionSearch } from './search.ts'
import { Summary } from './summary.tsx'
import { TransactionDialog } from './transaction-dialog.tsx'
import classes from './transactions.module.css'

const definition = { ...transactionList, filters: transactionFilters, file: transactionFile }

/** Months that the page shows without a choice: this one and those before it. */
const MONTHS = 12

/** A type has categories and account types of its own. */
const OF_TYPE = { inCategoryIds: undefined, notInCategoryIds: undefined, accountType: undefined }

const useRange = () => {
  const [found] = usePageSearch(transactionSearch)
  const { type = 'expense' } = found
  const now = monthOf(todayIn())
  const to = found.to ?? (found.from && found.from > now ? found.from : now)
  const from = found.from ?? shiftMonth(to, 1 - MONTHS)
  // An address can have them the wrong way round.
  const [first = from, last = to] = [from, to].sort()
  return { type, from: first, to: last }
}

/** What the company has spent and earned, line by line. */
export const TransactionsPage = () => {
  const { enableBusinessUnits, enableEntities } = useCompany()
  const { type, from, to } = useRange()
  const list = useList(definition, transactionSearch, { type, startYearMonth: from, endYearMonth: to })
  const { found, set, setFound } = list
  const chips = useDimensionChips(found, type)
  const columns = useMemo(
    () => transactionColumns({ withBusinessUnits: enableBusinessUnits, withEntities: enableEntities }),
    [enableBusinessUnits, enableEntities],
  )
  const can = useCan()
  const recode = useRecodeMenu(type, list.query as AskedFilters)
  const by: Charted = found.by ?? 'month'
  const open = (transaction: string | undefined) => setFound({ transaction }, { replace: false, resetScroll: false })
  return (
    <>
      <PageHeader
        title="Transactions"
        subtitle="What the company has spent and earned, from its accounting system."
        menu={
          <>
            <FileItem list={list} label="Export as CSV" />
            {recode.items}
          </>
        }
      />
      <div className={classes.range}>
        <SegmentedControl
          aria-label="Type"
          data={[
            { value: 'expense', label: 'Expenses' },
            { value: 'revenue', label: 'Revenue' },
          ]}
          value={type}
          onChange={(next) => set({ ...OF_TYPE, type: next === 'expense' ? undefined : next })}
        />
        <div className={classes.monthsRange}>
          <MonthField hidesLabel label="From" value={from} onChange={(next) => set({ from: next, to })} />
          <span>to</span>
          <MonthField hidesLabel label="Until" value={to} min={from} onChange={(next) => set({ from, to: next })} />
        </div>
        {(found.from || found.to) && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => set({ from: undefined, to: undefined })}
          >
            Last 12 months
          </Button>
        )}
      </div>
      <InOrder>
        <Summary
          filters={list.query as AskedFilters}
          by={by}
          onBy={(next) => setFound({ by: next === 'month' ? undefined : next }, { resetScroll: false })}
          onFilter={set}
        />
        <ListTable<TransactionRow>
          list={list}
          label="Transactions"
          columns={columns}
          onOpen={({ id }) => open(id)}
          fields={ownFields(type)}
          chips={chips}
          {...(can('financial-analysis.use') && {
            bulkActions: (chosen) => <RecodeSelected type={type} {...chosen} />,
          })}
          unmatched={['No transactions match', 'Change the months or the filters.']}
          empty={{
            icon: <IconReceipt2 size={20} aria-hidden />,
            title: type === 'expense' ? 'No expenses in these months' : 'No revenue in these months',
            text: 'Lines of bills, invoices and journals appear here once the accounting system has been read.',
          }}
        />
      </InOrder>
      {recode.dialogs}
      {found.transaction && <TransactionDialog transactionId={found.transaction} onClose={() => open(undefined)} />}
    </>
  )
}
