import { Input } from '@mantine/core'
import { type ReactNode, useId, useMemo, useRef } from 'react'
import { type BidFile, MAX_BID_FILE_BYTES } from '../../../../../schema/requests/sourcing-events/values.ts'
import { documentsClasses as documents, FileDrop, FileRows, useUploads } from '../../../documents/documents/index.ts'
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
      <FileRows
        value={value}
        nameOf={(fileId) => files.find((file) => file.id === fileId)?.name}
        uploads={uploads}
        onRemove={(fileId) => change(ids.current.filter((known) => known !== fileId))}
        onCancel={cancel}
      >
        {(fileId, name) => (
          <a className="ol-link" href={fileHref(token, fileId)} download={name}>
            {name}
          </a>
        )}
      </FileRows>
    </Input.Wrapper>
  )
}
