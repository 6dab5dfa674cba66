import { Alert, Button, Progress } from '@mantine/core'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_IMPORT_BYTES } from '../../../../schema/shared/imports.ts'
import { to, useGo } from '../../../lib/address.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { formatNumber } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FileDrop } from '../../documents/documents/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { fetchImports, type ImportSummary, importKeys, TEMPLATE_HREF, uploadImport } from './api.ts'
import { importHref } from './links.ts'
import classes from './vendor-imports.module.css'
import { importState, outcomeText } from './words.ts'

const COLUMNS: Column<ImportSummary>[] = [
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
  {
    id: 'status',
    header: 'Status',
    width: '9rem',
    cell: (found) => <StatusBadge plain {...importState(found)} />,
  },
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

/** Vendors › Imports: starting with a file, and previous imports. */
export const ImportList = () => {
  const can = useCan()
  if (!can('vendors.import')) return <Forbidden />
  return (
    <>
      <PageHeader
        title="Import vendors"
        breadcrumbs={[{ label: 'Vendors', href: to('/vendors') }]}
        subtitle="Choose a CSV file. Map its columns and preview the result before anything changes."
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
      <Upload />
      <h2 className={classes.heading}>Earlier imports</h2>
      <DataTable<ImportSummary>
        label="Imports of vendors"
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

const Upload = () => {
  const go = useGo()
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const upload = async ([file]: File[]) => {
    if (!file || share !== null) return
    setProblem(null)
    if (file.size > MAX_IMPORT_BYTES) {
      setProblem('The file is larger than 10 MB. Split it into several files.')
      return
    }
    setShare(0)
    controller.current = new AbortController()
    try {
      const id = await uploadImport(file, setShare, controller.current.signal)
      go.to(importHref(id))
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setProblem(errorMessage(error))
    } finally {
      setShare(null)
    }
  }

  return (
    <div className={classes.upload}>
      <FileDrop
        id="vendor-import-file"
        label="CSV file of vendors"
        single
        kinds="CSV"
        extensions={['csv', 'tsv', 'txt']}
        maxBytes={MAX_IMPORT_BYTES}
        invalid={problem !== null}
        onFiles={(files) => void upload(files)}
      />
      {share !== null && (
        <Progress aria-label="Reading the file" value={Math.max(5, share * 100)} animated={share >= 1} />
      )}
      {problem && (
        <Alert color="red" role="alert" title="This file cannot be imported">
          {problem}
        </Alert>
      )}
      <p className={classes.hint}>
        Comma, semicolon or tab separated, in UTF-8, with a header in its first row, and up to 20,000 vendors.
      </p>
    </div>
  )
}
