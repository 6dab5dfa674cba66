import { IconCircleCheck } from '@tabler/icons-react'
import { z } from 'zod'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { importClasses as classes, Problems } from '../../platform/imports/index.ts'
import { fetchImportRows, type ImportRow, importKeys, type RowFilter, type VendorImport } from './api.ts'
import { rowState } from './words.ts'

const FILTERS = [
  { value: 'PROBLEMS', label: 'Rows with warnings or errors' },
  { value: 'ERRORS', label: 'Rows with errors' },
  { value: 'ALL', label: 'All rows' },
] as const
const search = z.object({ rows: z.enum(['PROBLEMS', 'ERRORS', 'ALL']).optional().catch(undefined) })

const columnsOf = (labels: ReadonlyMap<string, string>): Column<ImportRow>[] => [
  {
    id: 'number',
    header: 'Row',
    width: '5rem',
    card: 'corner',
    cell: ({ number }) => <span className={classes.number}>{number}</span>,
  },
  {
    id: 'name',
    header: 'Vendor',
    width: '16rem',
    card: 'title',
    cell: ({ name, vendor }) =>
      vendor ? (
        <AppLink className="ol-link" href={to('/vendors/$vendorId', { vendorId: vendor.id })}>
          {vendor.name}
        </AppLink>
      ) : (
        name || <span aria-hidden>–</span>
      ),
  },
  {
    id: 'outcome',
    header: 'Result',
    width: '12rem',
    cell: ({ outcome }) => <StatusBadge plain {...rowState(outcome)} />,
  },
  {
    id: 'problems',
    header: 'Notes',
    cell: ({ problems }) => <Problems problems={problems} labels={labels} />,
  },
]

/** Rows in the order of the file, or those that need attention. */
export const ImportRows = ({ found }: { found: VendorImport }) => {
  const [{ rows }, setSearch] = usePageSearch(search)
  const filter: RowFilter = rows ?? 'PROBLEMS'
  const labels = new Map(found.fields.map(({ key, label }) => [key, label]))
  return (
    <DataTable<ImportRow>
      label="Rows of the file"
      columns={columnsOf(labels)}
      rowId={({ number }) => String(number)}
      queryKey={importKeys.rows(found.id, filter, found.version)}
      fetchPage={(page, signal) => fetchImportRows(found.id, filter, page, signal)}
      toolbar={
        <Select
          className={classes.filter ?? ''}
          aria-label="Which rows"
          data={[...FILTERS]}
          value={filter}
          allowDeselect={false}
          onChange={(next) =>
            setSearch({ rows: next === 'ALL' || next === 'ERRORS' ? next : undefined, ...FIRST_PAGE })
          }
        />
      }
      empty={{
        icon: <IconCircleCheck size={20} aria-hidden />,
        title: filter === 'ALL' ? 'No rows' : 'Nothing to review',
        text: filter === 'PROBLEMS' ? 'No row has an error or a warning.' : 'No row has an error.',
      }}
    />
  )
}
