import { Button } from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type Plan, planList } from '../../../../schema/planning/plans/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { ListTable, useList } from '../../platform/lists/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { planHref } from './address.ts'
import { planListSearch } from './search.ts'

export const periodText = ({ startYearMonth, endYearMonth }: Pick<Plan, 'startYearMonth' | 'endYearMonth'>): string =>
  startYearMonth === endYearMonth
    ? shortMonthText(startYearMonth)
    : `${shortMonthText(startYearMonth)} – ${shortMonthText(endYearMonth)}`

const typesText = ({ hasExpensePlan, hasRevenuePlan }: Plan): string =>
  [hasExpensePlan && 'Expenses', hasRevenuePlan && 'Revenue'].filter(Boolean).join(', ') || 'Nothing yet'

const COLUMNS: Column<Plan>[] = [
  {
    id: 'name',
    header: 'Name',
    sortBy: 'name',
    card: 'title',
    cell: ({ id, name }) => (
      <AppLink className="ol-link" href={planHref(id)}>
        {name}
      </AppLink>
    ),
  },
  { id: 'description', header: 'Description', width: '15rem', clip: true, cell: ({ description }) => description },
  { id: 'period', header: 'Months', width: '11rem', sortBy: 'startYearMonth', cell: periodText },
  { id: 'types', header: 'Plans', width: '10rem', cell: typesText },
  {
    id: 'created',
    header: 'Created',
    width: '8rem',
    sortBy: 'createdAt',
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
]

const IMPORT = to('/budget-tracking/budgets/import')

/** The company's plans. */
export const PlansPage = () => {
  const can = useCan()
  const list = useList(planList, planListSearch)
  const mayImport = can('plans.manage')
  const action = useMemo(
    () =>
      mayImport && (
        <Button component={AppLink} href={IMPORT}>
          Import plan
        </Button>
      ),
    [mayImport],
  )
  return (
    <>
      <PageHeader title="Plans" subtitle="Planned spend and revenue by month, compared with actuals." action={action} />
      <ListTable<Plan>
        list={list}
        label="Plans"
        columns={COLUMNS}
        rowHref={({ id }) => planHref(id)}
        empty={{
          icon: <IconReportMoney size={20} aria-hidden />,
          title: 'No plans yet',
          text: mayImport
            ? 'Import a budget from a spreadsheet to compare it with what the company spends.'
            : 'Once someone imports a budget, it appears here.',
        }}
      />
    </>
  )
}
