import { Button } from '@mantine/core'
import { IconFileCertificate } from '@tabler/icons-react'
import { useState } from 'react'
import { KIND_WORDS } from '../../../../schema/documents/documents/expiry.ts'
import { todayIn } from '../../../lib/format.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { documentKeys, fileHrefAt, type HeldDocument, renewFor, uploadFor, useHeldDocuments } from './document-api.ts'
import { documentState } from './document-state.ts'
import { RenewDialog } from './renew-dialog.tsx'
import classes from './vendor-forms.module.css'

/** What each customer has from the vendor, with new versions for what expires. */
export const DocumentsPage = () => {
  const { data, error, refetch } = useHeldDocuments()
  const today = todayIn(useTimeZone())
  const [renewing, setRenewing] = useState<HeldDocument | null>(null)
  const columns: Column<HeldDocument>[] = [
    {
      id: 'file',
      header: 'Document',
      cell: ({ id, fileName, company }) => (
        <a className={classes.fileLink} href={fileHrefAt(id, company.id)} target="_blank" rel="noreferrer">
          {fileName}
        </a>
      ),
    },
    { id: 'kind', header: 'Kind', width: '11rem', cell: ({ kind }) => KIND_WORDS[kind] },
    { id: 'customer', header: 'Customer', width: '12rem', cell: ({ company }) => company.name },
    {
      id: 'state',
      header: 'State',
      width: '13rem',
      cell: (document) => <StatusBadge plain {...documentState(document, today)} />,
    },
    { id: 'givenAt', header: 'Given', width: '8rem', cell: ({ givenAt }) => <DateText instant={givenAt} /> },
    {
      id: 'renew',
      header: 'New version',
      width: '10rem',
      cell: (document) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Upload new version of ${document.fileName} for ${document.company.name}`}
          onClick={() => setRenewing(document)}
        >
          Upload
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Documents"
        subtitle="What your customers have from you. We email you 30 days before a document expires."
      />
      <TableView<HeldDocument>
        label="Documents"
        columns={columns}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        empty={{
          icon: <IconFileCertificate size={20} aria-hidden />,
          title: 'No documents yet',
          text: 'Documents that you submit in a form appear here.',
        }}
      />
      {renewing && (
        <RenewDialog
          document={renewing}
          holder={renewing.company.name}
          upload={uploadFor(renewing.company.id)}
          renew={renewFor(renewing.company.id)}
          invalidates={[documentKeys.all]}
          onClose={() => setRenewing(null)}
        />
      )}
    </>
  )
}
