import { Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COST_SORTS, type CompanyCost, type CostSort } from '../../../../schema/platform/operations/endpoints.ts'
import { formatNumber } from '../../../lib/format.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { costsQuery } from './api.ts'
import { Part } from './part.tsx'

const figure = (id: CostSort, header: string, of = (cost: CompanyCost) => cost[id]): Column<CompanyCost> => ({
  id,
  header,
  sortBy: id,
  align: 'right',
  width: '8rem',
  cell: (cost) => formatNumber(of(cost)),
})

const COLUMNS: Column<CompanyCost>[] = [
  { id: 'company', header: 'Company', cell: ({ name }) => name ?? 'Vendor’s company' },
  figure('calls', 'Calls'),
  figure('milliseconds', 'Seconds', ({ milliseconds }) => Math.round(milliseconds / 1000)),
  figure('queries', 'Queries'),
  figure('rowsRead', 'Rows read'),
  figure('rowsWritten', 'Rows written'),
]

const isSort = (by: string): by is CostSort => COST_SORTS.some((sort) => sort === by)

/** What companies cost on some days, those that cost most first. */
export const CostsPart = () => {
  const [sort, setSort] = useState<CostSort>('rowsRead')
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const days = { ...(from !== null && { from }), ...(to !== null && { to }) }
  const { data, error, refetch } = useQuery({ ...costsQuery({ ...days, sort }), placeholderData: keepPreviousData })
  return (
    <Part title="Cost by company">
      <TableView<CompanyCost>
        label="Cost by company"
        columns={COLUMNS}
        rows={error ? undefined : data?.costs}
        rowId={({ companyId }) => companyId}
        rowKeys={false}
        sort={{ by: sort, dir: 'DESC' }}
        onSort={(by) => isSort(by) && setSort(by)}
        error={error}
        onRetry={() => void refetch()}
        toolbar={
          <Group gap="xs" align="end">
            <CalendarDateField label="From" value={from ?? data?.from ?? null} onChange={setFrom} />
            <CalendarDateField label="Until" value={to ?? data?.to ?? null} onChange={setTo} />
          </Group>
        }
        empty={{
          title: 'No calls were counted on these days',
          text: 'Counts are stored about once a minute, in UTC days.',
        }}
      />
    </Part>
  )
}
