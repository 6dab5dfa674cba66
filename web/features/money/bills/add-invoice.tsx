import { Button, Input, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { UPLOAD_FAILED, UploadError } from '../../../lib/post-file.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop, storeFile, useUploads } from '../../documents/documents/index.ts'
import { invoiceKeys } from './api.ts'
import own from './bills.module.css'

const CREATE = graphql(`
  mutation CreateInvoiceDocument($input: CreateInvoiceDocumentInput!) { createInvoiceDocument(input: $input) { id } }
`)

/** Uploads the file, and makes an invoice of it. Returns the document's id. */
export const uploadInvoice = async (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  const name = await storeFile(file, onProgress, signal)
  const input = { name, displayName: file.name }
  const { createInvoiceDocument } = await runGraphql(CREATE, { input }, { signal, quiet: true }).catch(
    (cause: unknown) => {
      throw new UploadError(UPLOAD_FAILED, { cause })
    },
  )
  return createInvoiceDocument.id
}

interface InvoiceDropProps {
  label: string
  description?: string
  error?: string | undefined
  onUploaded: (documentId: string) => void
}

/** Where the file of an invoice is dropped or chosen, one at a time. */
export const InvoiceDrop = ({ label, description, error, onUploaded }: InvoiceDropProps) => {
  const id = useId()
  const client = useQueryClient()
  const { uploads, problem, add } = useUploads((documentId) => {
    void client.invalidateQueries({ queryKey: invoiceKeys.all })
    onUploaded(documentId)
  }, uploadInvoice)
  const [upload] = uploads
  const message = problem ?? error
  return (
    <Input.Wrapper id={id} label={label} description={description} error={message} withAsterisk>
      {upload ? (
        <div className={own.upload} role="status">
          <span>Uploading {upload.fileName}…</span>
          <Progress value={upload.progress * 100} size="sm" aria-label="Upload" />
        </div>
      ) : (
        <FileDrop
          id={id}
          label={label}
          path="invoiceId"
          onFiles={add}
          single
          invalid={Boolean(message)}
          maxBytes={MAX_UPLOAD_BYTES}
        />
      )}
    </Input.Wrapper>
  )
}

/** The button above lists of invoices, with its dialog. */
export const AddInvoice = () => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpened(true)}>
        Upload invoice
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Upload invoice">
        <InvoiceDrop
          label="File"
          description="It waits among the invoices until someone enters its bill."
          onUploaded={() => {
            setOpened(false)
            toastSuccess('Invoice uploaded')
          }}
        />
      </Dialog>
    </>
  )
}
