import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { formatBytes } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileIcon } from './document-rows.tsx'
import classes from './documents.module.css'
import { type Recipient, SendForm } from './send-form.tsx'

interface SendDialogProps {
  documents: readonly DocumentView[]
  recipients: readonly Recipient[]
  invalidates?: readonly (readonly unknown[])[]
  onSent: () => void
  onClose: () => void
}

/** Emails selected documents to someone. */
export const SendDialog = ({ documents, recipients, invalidates, onSent, onClose }: SendDialogProps) => {
  const label = documents.length === 1 ? 'Send document' : `Send ${documents.length} documents`
  return (
    <Dialog opened onClose={onClose} title={label}>
      <ul className={classes.sent}>
        {documents.map(({ id, displayName, mimeType, size }) => (
          <li key={id}>
            <FileIcon mimeType={mimeType} />
            <span className={classes.fileName}>{displayName}</span>
            <span className={classes.hint}>{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
      <SendForm
        documentIds={documents.map(({ id }) => id)}
        recipients={recipients}
        label={label}
        {...(invalidates && { invalidates })}
        onSent={onSent}
        onCancel={onClose}
      />
    </Dialog>
  )
}
