import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconDownload, IconEye, IconFiles, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { documentType } from '../../../../schema/documents/documents/values.ts'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { noMatch } from '../../../ui/table/filters.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { LookupFilter } from '../../platform/lookups/index.ts'
import { archive, documentKeys, fetchDocuments } from './api.ts'
import { FileIcon, hasPreview } from './document-rows.tsx'
import classes from './documents.module.css'
import { downloadDocument } from './download.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { documentListSearch } from './search.ts'
import { documentHref, SEARCH_DEBOUNCE_MS, TYPE_OPTIONS, typeName, uploaderName } from './words.ts'

const VIEWS = [
  { value: 'ACTIVE', label: 'Active' },
  { value: 'unassociated', label: 'Not linked to anything' },
  { value: 'ALL', label: 'All' },
  { value: 'ARCHIVED', label: 'Archived' },
]

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
    cell: ({ type }) => type.map(typeName).join(', ') || dash,
  },
  { id: 'vendor', header: 'Vendor', width: '9rem', cell: ({ vendor }) => vendor?.name ?? dash },
  {
    id: 'services',
    header: 'Services',
    width: '10rem',
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
  const [found, setFound] = usePageSearch(documentListSearch)
  const [previewed, setPreviewed] = useState<DocumentView | null>(null)
  const { search: words, filter, view, type, vendorId, serviceId } = found
  const filters = useMemo(
    () => ({
      displayName: words || undefined,
      filter: filter ?? 'ACTIVE',
      unassociated: view ? true : undefined,
      type,
      vendorId,
      serviceId,
    }),
    [words, filter, view, type, vendorId, serviceId],
  )
  const columns = useMemo(() => columnsOf(setPreviewed), [])
  const add = (
    <Button component={AppLink} href={to('/documents/add-new')} leftSection={<IconPlus size={16} aria-hidden />}>
      Add document
    </Button>
  )
  const isNarrowed = Boolean(words || filter || view || type || vendorId || serviceId)
  const clear = () =>
    setFound({
      search: undefined,
      filter: undefined,
      view: undefined,
      type: undefined,
      vendorId: undefined,
      serviceId: undefined,
      ...FIRST_PAGE,
    })
  return (
    <>
      <PageHeader
        title="Documents"
        subtitle="Contracts, reports and invoices, and what they’re linked to."
        action={add}
      />
      <DataTable<DocumentView>
        label="Documents"
        name="documents"
        columns={columns}
        rowId={(document) => document.id}
        rowHref={(document) => documentHref(document.id)}
        queryKey={documentKeys.list(filters)}
        fetchPage={(page, signal) => fetchDocuments(filters, page, signal)}
        toolbar={
          <>
            <SearchBox
              label="Search documents by name"
              placeholder="Document name"
              value={words ?? ''}
              delayMs={SEARCH_DEBOUNCE_MS}
              onSearch={(next) => setFound({ search: next, ...FIRST_PAGE })}
            />
            <Select
              className={classes.filter ?? ''}
              aria-label="Show"
              data={VIEWS}
              value={view ?? filter ?? 'ACTIVE'}
              allowDeselect={false}
              onChange={(next) =>
                setFound({
                  view: next === 'unassociated' ? next : undefined,
                  filter: next === 'ALL' || next === 'ARCHIVED' ? next : undefined,
                  ...FIRST_PAGE,
                })
              }
            />
            <Select
              className={classes.filter ?? ''}
              aria-label="Type"
              placeholder="Any type"
              data={TYPE_OPTIONS}
              value={type ?? null}
              clearable
              searchable
              nothingFoundMessage="No results"
              onChange={(next) => setFound({ type: documentType.safeParse(next).data, ...FIRST_PAGE })}
            />
            <LookupFilter
              kind="vendor"
              label="Vendor"
              className={classes.filter}
              value={vendorId}
              onChange={(next) => setFound({ vendorId: next, ...FIRST_PAGE })}
            />
            {serviceId && (
              <LookupFilter
                kind="service"
                label="Service"
                className={classes.filter}
                value={serviceId}
                onChange={(next) => setFound({ serviceId: next, ...FIRST_PAGE })}
              />
            )}
          </>
        }
        bulkActions={({ rows, clear: done }) => <ArchiveButtons rows={rows} done={done} />}
        empty={
          isNarrowed
            ? noMatch(
                view ? 'Every document is linked' : 'No documents match',
                view ? 'Documents that aren’t linked to anything appear here.' : 'Change the filters.',
                clear,
              )
            : {
                icon: <IconFiles size={20} aria-hidden />,
                title: 'No documents yet',
                text: 'Contracts, reports and invoices appear here when you add them or when they arrive with requests and emails.',
                action: add,
              }
        }
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
