import { ActionIcon, Input, Progress } from '@mantine/core'
import { IconFileText, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useMemo, useRef } from 'react'
import { type BidFile, MAX_BID_FILE_BYTES } from '../../../../../schema/requests/sourcing-events/values.ts'
import { documentsClasses as documents, FileDrop, useUploads } from '../../../documents/documents/index.ts'
import { fileHref, uploadBidFile } from './api.ts'

interface BidFilesProps {
  token: string
  label: string
  description?: ReactNode
  required?: boolean
  error?: string | undefined
  /** Ids of the chosen files. */
  value: string[]
  /** All files of the bidder. */
  files: readonly BidFile[]
  onStored: (file: BidFile) => void
  onChange: (value: string[]) => void
}

/** Files of a bid, each encrypted before it is stored. */
export const BidFiles = (props: BidFilesProps) => {
  const { token, label, description, required = false, error, value, files, onStored, onChange } = props
  const id = useId()
  const ids = useRef(value)
  ids.current = value
  const stored = useRef(onStored)
  stored.current = onStored
  const change = (next: string[]): void => {
    ids.current = next
    onChange(next)
  }
  const send = useMemo(() => uploadBidFile(token, (file) => stored.current(file)), [token])
  const { uploads, problem, add, cancel } = useUploads((fileId) => change([...ids.current, fileId]), send)
  const message = problem ?? error
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={message}
      withAsterisk={required}
      className={documents.manager ?? ''}
    >
      <FileDrop id={id} label={label} onFiles={add} invalid={Boolean(message)} maxBytes={MAX_BID_FILE_BYTES} />
      {value.length + uploads.length > 0 && (
        <ul className={documents.rows}>
          {value.map((fileId) => {
            const name = files.find((file) => file.id === fileId)?.name ?? 'File'
            return (
              <li key={fileId} className={documents.row}>
                <IconFileText size={20} stroke={1.5} aria-hidden className={documents.icon} />
                <div className={documents.file}>
                  <a className="ol-link" href={fileHref(token, fileId)} download={name}>
                    {name}
                  </a>
                </div>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${name}`}
                  onClick={() => change(ids.current.filter((known) => known !== fileId))}
                >
                  <IconX size={16} />
                </ActionIcon>
              </li>
            )
          })}
          {uploads.map(({ key, fileName, progress }) => (
            <li key={key} className={documents.row}>
              <IconFileText size={20} stroke={1.5} aria-hidden className={documents.icon} />
              <div className={documents.file}>
                {fileName}
                <Progress value={progress * 100} size="xs" mt={4} aria-label={`Upload of ${fileName}`} />
              </div>
              <ActionIcon variant="subtle" color="gray" aria-label={`Cancel ${fileName}`} onClick={() => cancel(key)}>
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Input.Wrapper>
  )
}
