import { Button } from '@mantine/core'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { to, useGo } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { importClasses as classes, ImportUpload } from '../imports/index.ts'
import { fetchImports, importKeys, type MemberImportSummary, TEMPLATE_HREF, uploadImport } from './api.ts'
import { importHref } from './links.ts'
import { importState, outcomeText } from './words.ts'

const COLUMNS: Column<MemberImportSummary>[] = [
  {
    id: 'file',
    header: 'File',
    card: 'title',
    cell: ({ id, fileName }) => (
      <AppLink className="ol-link" href={importHref(id)}>
        {fileName}
      </AppLink>
    ),
  },
  { id: 'status', header: 'Status', width: '9rem', cell: (found) => <StatusBadge plain {...importState(found)} /> },
  { id: 'rows', header: 'Rows', width: '6rem', align: 'right', cell: ({ rowCount }) => formatNumber(rowCount) },
  {
    id: 'outcome',
    header: 'Result',
    width: '18rem',
    cell: (found) => outcomeText(found) || <span aria-hidden>–</span>,
  },
  { id: 'by', header: 'By', width: '10rem', cell: ({ createdBy }) => createdBy },
  { id: 'date', header: 'Date', width: '8rem', cell: ({ createdAt }) => <DateText instant={createdAt} /> },
]

/** Settings › Members › Import: starting with a file, and previous imports. */
export const MemberImportList = () => {
  const go = useGo()
  return (
    <>
      <PageHeader
        title="Import members"
        breadcrumbs={[{ label: 'Members', href: to('/settings/members') }]}
        subtitle="Choose a CSV file. Map its columns and preview the result before anyone is added."
        action={
          <Button
            component="a"
            href={TEMPLATE_HREF}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download template
          </Button>
        }
      />
      <ImportUpload
        id="member-import-file"
        label="CSV file of members"
        hint="Comma, semicolon or tab separated, in UTF-8, with a header in its first row, and up to 500 people. No one gets an email unless you choose that later."
        send={uploadImport}
        onSent={(id) => go.to(importHref(id))}
      />
      <h2 className={classes.heading}>Earlier imports</h2>
      <DataTable<MemberImportSummary>
        label="Imports of members"
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowHref={({ id }) => importHref(id)}
        queryKey={importKeys.list}
        fetchPage={fetchImports}
        empty={{
          icon: <IconFileImport size={20} aria-hidden />,
          title: 'No imports yet',
          text: 'Every file you import is listed here. You can undo an import for 30 days.',
        }}
      />
    </>
  )
}
