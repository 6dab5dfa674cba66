import { Button, Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { UPLOAD_TYPES } from '../../../../schema/documents/documents/uploads.ts'
import { READABLE_FILES } from '../../../../schema/documents/reading/readings.ts'
import { to, useGo } from '../../../lib/address.ts'
import { formatBytes } from '../../../lib/format.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { Fact, Facts, Section } from '../../../ui/details.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { History } from '../../platform/audit/index.ts'
import { archive, documentKeys, removeDocument, useFreshDocument, usePredictions } from './api.ts'
import { VendorOf } from './document-rows.tsx'
import classes from './documents.module.css'
import { downloadDocument } from './download.ts'
import { PageWithPlace } from './page-with-place.tsx'
import { placeOf } from './places.ts'
import { Preview } from './preview.tsx'
import { Readings } from './readings.tsx'
import { documentSearch } from './search.ts'
import { typeName, uploaderName } from './words.ts'

const CRUMBS = [{ label: 'Documents', href: to('/documents') }]

interface DocumentPageProps {
  id: string
  conversations: ReactNode
  /** Questions about its text, for people who can ask. Gets what shows a page. */
  assistant?: (onPage: (page: number) => void) => ReactNode
}

interface ShownProps extends Omit<DocumentPageProps, 'id'> {
  document: DocumentView
}

/** One document: preview, details, extracted terms, conversations and history. */
export const DocumentPage = ({ id, ...parts }: DocumentPageProps) => {
  const { data, error, refetch } = useFreshDocument(id)
  if (data) return <Shown document={data} {...parts} />
  return <PendingPage title="Document" breadcrumbs={CRUMBS} error={error} onRetry={() => void refetch()} height={500} />
}

const Shown = ({ document, conversations, assistant }: ShownProps) => {
  const [{ page, place }, setSearch] = usePageSearch(documentSearch)
  const { data } = usePredictions(document.id)
  const entity = place === undefined ? undefined : data?.entities[place]
  const found = data && entity ? placeOf(data, entity) : null
  const shown = found && found.boxes.length > 0 ? found : null
  const { id } = document
  const hasMenu = document.canEdit || document.canDelete
  return (
    <>
      <PageHeader
        title={document.displayName}
        tabTitle={`${document.displayName} - Documents`}
        breadcrumbs={CRUMBS}
        state={document.archived && <StatusBadge tone="archived" label="Archived" />}
        subtitle={document.type.map(typeName).join(', ')}
        action={
          <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => downloadDocument(id)}>
            Download
          </Button>
        }
        {...(hasMenu && { menu: <DocumentMenu document={document} /> })}
      />
      <div className={classes.columns}>
        <section aria-label="Preview" id="preview">
          {shown ? (
            <PageWithPlace document={document} place={shown} onClose={() => setSearch({ place: undefined })} />
          ) : (
            <Preview document={document} page={page} asks />
          )}
        </section>
        <div className={classes.side}>
          <section aria-labelledby="details">
            <h2 id="details" className={classes.heading}>
              Details
            </h2>
            <DocumentFacts document={document} />
          </section>
          {assistant && Object.hasOwn(READABLE_FILES, document.mimeType) && (
            <section aria-labelledby="assistant">
              <h2 id="assistant" className={classes.heading}>
                Ask about this document
              </h2>
              {assistant((shownPage) => setSearch({ page: shownPage, place: undefined }))}
            </section>
          )}
          <Readings document={document} onPlace={({ index }) => setSearch({ place: index })} />
        </div>
      </div>
      <Section id="conversations" title="Conversations">
        {conversations}
      </Section>
      <Section id="history" title="History">
        <History targetType="DOCUMENT" targetId={id} queryKey={documentKeys.history(id)} />
      </Section>
    </>
  )
}

const kindOf = (mimeType: string): string =>
  Object.entries(UPLOAD_TYPES)
    .find(([, type]) => type === mimeType)?.[0]
    .toUpperCase() ?? mimeType

const DocumentFacts = ({ document }: { document: DocumentView }) => (
  <Facts narrow>
    <Fact label="Vendor">
      <VendorOf document={document} />
    </Fact>
    <Fact label="Services">
      {document.relatedServices.length > 0 &&
        document.relatedServices.map(({ id, name }, i) => (
          <span key={id}>
            {i > 0 && ', '}
            <AppLink className="ol-link" href={to('/services/$serviceId', { serviceId: id })}>
              {name}
            </AppLink>
          </span>
        ))}
    </Fact>
    <Fact label="Description">{document.description}</Fact>
    <Fact label="File">
      {kindOf(document.mimeType)} · {formatBytes(document.size)}
    </Fact>
    <Fact label="Uploaded by">{uploaderName(document)}</Fact>
    <Fact label="Added">
      <DateTimeText instant={document.createdAt} />
    </Fact>
    {document.updatedAt !== document.createdAt && (
      <Fact label="Changed">
        <DateTimeText instant={document.updatedAt} />
      </Fact>
    )}
  </Facts>
)

const DocumentMenu = ({ document }: { document: DocumentView }) => {
  const { id, displayName, archived } = document
  const go = useGo()
  const change = useCommand<boolean>({
    run: (next, { commandId }) => archive([id], next, commandId),
    success: (_, next) => (next ? `${displayName} archived` : `${displayName} unarchived`),
    invalidates: [documentKeys.all],
  })
  const remove = useCommand({
    run: (_: undefined, { commandId }) => removeDocument(id, commandId),
    success: `${displayName} deleted`,
    // The page itself is left, because loading it again would only say that it was deleted.
    invalidates: [
      ['documents', 'list'],
      ['documents', 'of'],
      ['documents', 'search'],
    ],
    onSuccess: () => go.to(to('/documents')),
  })
  const askToDelete = async () => {
    const agreed = await confirm({
      title: `Delete ${displayName}?`,
      text: 'It’s permanently deleted and removed from its vendor and services. To keep a record, archive it instead.',
      confirmLabel: 'Delete document',
      danger: true,
    })
    if (agreed) remove.send(undefined)
  }
  return (
    <>
      {document.canEdit && (
        <>
          <Menu.Item
            component={AppLink}
            href={to('/documents/$documentId/edit', { documentId: id })}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            Edit
          </Menu.Item>
          <Menu.Item
            leftSection={archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
            onClick={() => change.send(!archived)}
          >
            {archived ? 'Unarchive' : 'Archive'}
          </Menu.Item>
        </>
      )}
      {document.canDelete && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void askToDelete()}>
          Delete
        </Menu.Item>
      )}
    </>
  )
}
