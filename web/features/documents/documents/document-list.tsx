import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconDownload, IconEye, IconFiles, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type DocumentView, documentList } from '../../../../schema/documents/documents/endpoints.ts'
import { groupKeyOf } from '../../../../schema/shared/list-totals.ts'
import { to } from '../../../lib/address.ts'
import { monthKeyOfInstant, monthOfInstant } from '../../../lib/months.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FileItem, ListTable, useList } from '../../platform/lists/index.ts'
import { archive, documentKeys } from './api.ts'
import { FileIcon, hasPreview, VendorOf } from './document-rows.tsx'
import classes from './documents.module.css'
import { downloadDocument } from './download.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { documentListSearch, pageFilters } from './search.ts'
import { documentHref, typeName, uploaderName } from './words.ts'

const documentPage = {
  ...documentList,
  filters: pageFilters,
  toQuery: ({ show = 'ACTIVE', ...rest }: Record<string, unknown>): Record<string, unknown> =>
    show === 'unassociated' ? { ...rest, unassociated: 'true' } : { ...rest, filter: show },
  fromQuery: ({ filter, unassociated, ...rest }: Record<string, unknown>): Record<string, unknown> => ({
    ...rest,
    show: unassociated ? 'unassociated' : filter,
  }),
}

const dash = <span aria-hidden>–</span>

const columnsOf = (onPreview: (document: DocumentView) => void): Column<DocumentView>[] => [
  {
    id: 'name',
    header: 'Document',
    sortBy: 'displayName',
    card: 'title',
    cell: (document) => (
      <span className={classes.named}>
        <FileIcon mimeType={document.mimeType} />
        <AppLink className="ol-link" href={documentHref(document.id)}>
          {document.displayName}
        </AppLink>
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    width: '9.5rem',
    sortBy: 'type',
    group: ({ type }) => type.map(typeName).join(', ') || 'No type',
    groupKey: ({ type }) => groupKeyOf(type),
    cell: ({ type }) => type.map(typeName).join(', ') || dash,
  },
  {
    id: 'vendor',
    header: 'Vendor',
    width: '10rem',
    sortBy: 'vendor',
    group: ({ vendor }) => vendor?.name ?? 'Not linked to a vendor',
    groupKey: ({ vendor }) => vendor?.id ?? '',
    clip: true,
    cell: (document) => <VendorOf document={document} />,
  },
  {
    id: 'services',
    header: 'Services',
    width: '9.5rem',
    clip: true,
    cell: ({ relatedServices }) => relatedServices.map(({ name }) => name).join(', ') || dash,
  },
  {
    id: 'description',
    header: 'Description',
    width: '14rem',
    hiddenByDefault: true,
    cell: ({ description }) => description || dash,
  },
  {
    id: 'uploader',
    header: 'Uploaded by',
    width: '11rem',
    hiddenByDefault: true,
    cell: (document) => uploaderName(document) || dash,
  },
  {
    id: 'created',
    header: 'Added',
    sortBy: 'createdAt',
    width: '8rem',
    group: ({ createdAt }) => monthOfInstant(createdAt),
    groupKey: ({ createdAt }) => monthKeyOfInstant(createdAt),
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
  {
    id: 'updated',
    header: 'Changed',
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ updatedAt }) => <DateText instant={updatedAt} />,
  },
  {
    id: 'actions',
    header: '',
    width: '5.5rem',
    always: true,
    cell: (document) => (
      <span className={classes.rowActions}>
        {hasPreview(document) && (
          <Tooltip label="Preview">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Preview ${document.displayName}`}
              onClick={() => onPreview(document)}
            >
              <IconEye size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label="Download">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Download ${document.displayName}`}
            onClick={() => downloadDocument(document.id)}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      </span>
    ),
  },
]

/** Every document that the person can see. */
export const DocumentList = () => {
  const list = useList(documentPage, documentListSearch)
  const [previewed, setPreviewed] = useState<DocumentView | null>(null)
  const columns = useMemo(() => columnsOf(setPreviewed), [])
  const add = (
    <Button component={AppLink} href={to('/documents/add-new')} leftSection={<IconPlus size={16} aria-hidden />}>
      Add document
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Documents"
        subtitle="Contracts, reports and invoices, and what they’re linked to."
        action={add}
        menu={<FileItem list={list} label="Export as CSV" />}
      />
      <ListTable<DocumentView>
        list={list}
        label="Documents"
        columns={columns}
        rowHref={({ id }) => documentHref(id)}
        bulkActions={({ rows, clear: done }) => <ArchiveButtons rows={rows} done={done} />}
        unmatched={
          list.found.show === 'unassociated'
            ? ['Every document is linked', 'Documents that aren’t linked to anything appear here.']
            : ['No documents match', 'Change the filters.']
        }
        empty={{
          icon: <IconFiles size={20} aria-hidden />,
          title: 'No documents yet',
          text: 'Contracts, reports and invoices appear here when you add them or when they arrive with requests and emails.',
          action: add,
        }}
      />
      {previewed && <PreviewDialog document={previewed} onClose={() => setPreviewed(null)} />}
    </>
  )
}

const ArchiveButtons = ({ rows, done }: { rows: DocumentView[]; done: () => void }) => {
  const change = useCommand<{ ids: string[]; archived: boolean }>({
    run: ({ ids, archived }, { commandId }) => archive(ids, archived, commandId),
    success: (_, { ids, archived }) =>
      `${ids.length === 1 ? 'Document' : `${ids.length} documents`} ${archived ? 'archived' : 'unarchived'}`,
    invalidates: [documentKeys.all],
    onSuccess: done,
  })
  const ofState = (archived: boolean) =>
    rows.filter((row) => row.archived === archived && row.canEdit).map(({ id }) => id)
  const [active, archived] = [ofState(false), ofState(true)]
  if (active.length + archived.length === 0) return <span className={classes.hint}>You can’t change this document</span>
  return (
    <>
      {active.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          loading={change.isPending}
          onClick={() => change.send({ ids: active, archived: true })}
        >
          Archive{active.length < rows.length && ` ${active.length}`}
        </Button>
      )}
      {archived.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          loading={change.isPending}
          onClick={() => change.send({ ids: archived, archived: false })}
        >
          Unarchive
        </Button>
      )}
    </>
  )
}
