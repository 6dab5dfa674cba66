import { Button, Skeleton } from '@mantine/core'
import { IconFiles, IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useState } from 'react'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { MOST_SENT } from '../../../../schema/documents/documents/sending.ts'
import { MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { to } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { BulkBar } from '../../../ui/table/bulk-bar.tsx'
import { attachTo, type DocumentsOf, detachFrom, documentKeys, useDocumentsOf } from './api.ts'
import { AttachExisting } from './attach-existing.tsx'
import { DocumentRows } from './document-rows.tsx'
import classes from './documents.module.css'
import { FileDrop } from './file-drop.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { uploadDocument } from './upload.ts'
import { useUploads } from './use-uploads.ts'

interface ObjectDocumentsProps {
  object: DocumentsOf
  /** The object's name. */
  name: string
  /** People who can change the object can upload, attach and detach. */
  canEdit: boolean
  /** Sends selected documents by email, and then calls `done`. */
  onSend?: (documents: DocumentView[], done: () => void) => void
}

/** The documents of a vendor or a service: preview, download, upload, attach existing ones, detach. */
export const ObjectDocuments = ({ object, name, canEdit, onSend }: ObjectDocumentsProps) => {
  const { type, id } = object
  const inputId = useId()
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useDocumentsOf(object)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [previewed, setPreviewed] = useState<DocumentView | null>(null)
  const send = useCallback<typeof uploadDocument>(
    (file, onProgress, signal) =>
      uploadDocument(file, onProgress, signal, type === 'VENDOR' ? { vendorId: id } : { serviceIds: [id] }),
    [type, id],
  )
  const { uploads, problem, add, cancel } = useUploads(
    () => void client.invalidateQueries({ queryKey: documentKeys.all }),
    send,
  )
  const attach = useCommand<string>({
    run: (documentId, { commandId }) => attachTo(object, [documentId], commandId),
    success: 'Document attached',
    invalidates: [documentKeys.all],
  })
  const detach = useCommand<DocumentView>({
    run: (document, { commandId }) => detachFrom(object, [document.id], commandId),
    success: (_, { displayName }) => `${displayName} removed`,
    invalidates: [documentKeys.all],
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={120} radius="lg" />
  const known = new Map(data.documents.map((document) => [document.id, document]))
  const take = async (documentId: string): Promise<void> => {
    const document = known.get(documentId)
    if (!document) return
    const sure = await confirm({
      title: `Remove ${document.displayName}?`,
      text: `It’s removed from ${withStop(name)} The document itself is kept.`,
      confirmLabel: 'Remove document',
      danger: true,
    })
    if (sure) detach.send(document)
  }
  const sendable = data.documents.filter((document) => chosen.has(document.id))
  const choose = (documentId: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(documentId)
    else next.delete(documentId)
    setChosen(next)
  }
  const listHref = to('/documents', {}, type === 'VENDOR' ? { vendorId: id } : { serviceId: id })
  return (
    <div className={classes.manager}>
      {canEdit && (
        <>
          <FileDrop
            id={inputId}
            label="Upload documents"
            onFiles={add}
            invalid={problem !== null}
            maxBytes={MAX_UPLOAD_BYTES}
          />
          {problem && (
            <p role="alert" className={classes.problem}>
              {problem}
            </p>
          )}
        </>
      )}
      {onSend && sendable.length > 0 && (
        <BulkBar count={sendable.length} onClear={() => setChosen(new Set())}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconMail size={14} aria-hidden />}
            disabled={sendable.length > MOST_SENT}
            onClick={() => onSend(sendable, () => setChosen(new Set()))}
          >
            Send by email
          </Button>
          {sendable.length > MOST_SENT && <span className={classes.hint}>At most {MOST_SENT} at once</span>}
        </BulkBar>
      )}
      {data.documents.length === 0 && uploads.length === 0 ? (
        <EmptyState
          compact
          icon={<IconFiles size={20} aria-hidden />}
          title="No documents yet"
          text={`Contracts, order forms and reports of ${name} appear here.`}
        />
      ) : (
        <DocumentRows
          ids={data.documents.map((document) => document.id)}
          known={known}
          loading={isFetching}
          uploads={uploads}
          onCancel={cancel}
          onPreview={setPreviewed}
          hrefOf={(documentId) => to('/documents/$documentId', { documentId })}
          {...(onSend && { chosen, onChoose: choose })}
          {...(canEdit && { onRemove: (documentId: string) => void take(documentId), removing: detach.isPending })}
        />
      )}
      {data.hasMore && (
        <Button component={AppLink} href={listHref} variant="subtle" size="compact-sm">
          All documents of {name}
        </Button>
      )}
      {canEdit && <AttachExisting attached={[...known.keys()]} onAttach={attach.send} />}
      {previewed && <PreviewDialog document={previewed} onClose={() => setPreviewed(null)} />}
    </div>
  )
}
