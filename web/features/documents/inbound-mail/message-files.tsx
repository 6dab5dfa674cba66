import { ActionIcon, Anchor, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink, IconFileText, IconFileX } from '@tabler/icons-react'
import { fileExtension } from '../../../../schema/documents/documents/uploads.ts'
import type { InboundFile, InboundMessage } from '../../../../schema/documents/inbound-mail/endpoints.ts'
import { refusalText } from '../../../../schema/documents/inbound-mail/values.ts'
import { formatBytes } from '../../../lib/format.ts'
import { downloadDocument } from '../documents/index.ts'
import classes from './email-forwarding.module.css'

/** Documents of these types open in place. Others are downloaded. */
const PREVIEWED = new Set(['pdf', 'png', 'jpg', 'jpeg'])

export interface OpenedDocument {
  id: string
  displayName: string
}

interface MessageFilesProps {
  message: InboundMessage
  onOpen: (document: OpenedDocument) => void
}

const NO_FILES: Record<InboundMessage['state'], string> = {
  TAKEN: 'No files',
  RELEASED: 'No files',
  HELD: 'Held: release it to create documents',
  DISCARDED: 'Discarded',
}

/** What became of an email's files: links to documents, and reasons for the others. */
export const MessageFiles = ({ message, onOpen }: MessageFilesProps) => (
  <div className={classes.outcome}>
    {message.confirmation && <Confirmation confirmation={message.confirmation} />}
    {message.files.length > 0 && (
      <ul className={classes.files}>
        {message.files.map((file, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files of a mail may have one name, and their order stays
          <li key={position}>
            <File file={file} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    )}
    {message.files.length === 0 && !message.confirmation && (
      <span className={classes.dim}>{NO_FILES[message.state]}</span>
    )}
  </div>
)

const File = ({ file, onOpen }: { file: InboundFile; onOpen: MessageFilesProps['onOpen'] }) => {
  const { documentId, fileName } = file
  const Icon = documentId ? IconFileText : IconFileX
  const open = (id: string) =>
    PREVIEWED.has(fileExtension(fileName)) ? onOpen({ id, displayName: fileName }) : downloadDocument(id)
  const facts = documentId
    ? `${formatBytes(file.size)}${file.origin === 'BODY' ? ' · PDF of the text' : ''}`
    : file.refusal
      ? `Refused: ${refusalText(file.refusal)}`
      : 'Deleted since'
  return (
    <>
      <Icon size={16} stroke={1.5} aria-hidden className={classes.icon} />
      <span className={classes.file}>
        {documentId ? (
          <button type="button" className={classes.open} onClick={() => open(documentId)}>
            {fileName}
          </button>
        ) : (
          <span>{fileName}</span>
        )}
        <span className={classes.dim}>{facts}</span>
      </span>
    </>
  )
}

const Confirmation = ({ confirmation }: { confirmation: NonNullable<InboundMessage['confirmation']> }) => {
  const { provider, account, code, url } = confirmation
  return (
    <div className={classes.confirmation}>
      <span>
        {provider} asks whether {account ?? 'a mailbox'} can forward here.
      </span>
      {code && (
        <span className={classes.confirmCode}>
          Code <code className={classes.code}>{code}</code>
          <CopyButton value={code} timeout={3000}>
            {({ copied, copy }) => (
              <Tooltip label={copied ? 'Copied' : 'Copy code'}>
                <ActionIcon aria-label={copied ? `Code ${code} copied` : `Copy code ${code}`} onClick={copy}>
                  {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                </ActionIcon>
              </Tooltip>
            )}
          </CopyButton>
        </span>
      )}
      {url && (
        <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
          Confirm in {provider} <IconExternalLink size={14} aria-hidden />
        </Anchor>
      )}
    </div>
  )
}
