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
import { importClasses as classes, Problems } from '../imports/index.ts'
import { fetchRows, importKeys, type MemberImport, type MemberImportRow } from './api.ts'
import { rowState } from './words.ts'

const FILTERS = [
  { value: 'PROBLEMS', label: 'Rows with notes' },
  { value: 'ALL', label: 'All rows' },
] as const
const search = z.object({ rows: z.enum(['PROBLEMS', 'ALL']).optional().catch(undefined) })

const columnsOf = (labels: ReadonlyMap<string, string>): Column<MemberImportRow>[] => [
  {
    id: 'number',
    header: 'Row',
    width: '5rem',
    card: 'corner',
    cell: ({ number }) => <span className={classes.number}>{number}</span>,
  },
  {
    id: 'name',
    header: 'Person',
    width: '14rem',
    card: 'title',
    cell: ({ name, email, memberId }) => {
      const text = name || email || '–'
      return memberId ? (
        <AppLink className="ol-link" href={to('/settings/members/$memberId', { memberId })}>
          {text}
        </AppLink>
      ) : (
        text
      )
    },
  },
  { id: 'email', header: 'Email', width: '16rem', cell: ({ email }) => email || <span aria-hidden>–</span> },
  {
    id: 'outcome',
    header: 'Result',
    width: '10rem',
    cell: ({ outcome }) => <StatusBadge plain {...rowState(outcome)} />,
  },
  {
    id: 'problems',
    header: 'Notes',
    cell: ({ problems }) => <Problems problems={problems} labels={labels} />,
  },
]

/** Rows in the order of the file, or those that need attention. */
export const ImportRows = ({ found }: { found: MemberImport }) => {
  const [{ rows = 'ALL' }, setSearch] = usePageSearch(search)
  const labels = new Map(found.fields.map(({ key, label }) => [key, label]))
  return (
    <DataTable<MemberImportRow>
      label="Rows of the file"
      columns={columnsOf(labels)}
      rowId={({ number }) => String(number)}
      queryKey={importKeys.rows(found.id, rows, found.version)}
      fetchPage={(page, signal) => fetchRows(found.id, rows, page, signal)}
      toolbar={
        <Select
          className={classes.filter ?? ''}
          aria-label="Which rows"
          data={[...FILTERS]}
          value={rows}
          allowDeselect={false}
          onChange={(next) => setSearch({ rows: next === 'PROBLEMS' ? next : undefined, ...FIRST_PAGE })}
        />
      }
      empty={{
        icon: <IconCircleCheck size={20} aria-hidden />,
        title: rows === 'ALL' ? 'No rows' : 'Nothing to review',
        text: 'No row has an error or a note.',
      }}
    />
  )
}
