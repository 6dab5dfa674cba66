import { Input } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import { documentsClasses as documents, FileDrop, FileRows, useUploads } from '../documents/index.ts'
import type { Conversation } from './api.ts'

interface AttachmentsProps {
  files: NonNullable<Conversation['files']>
  value: string[]
  onChange: (documentIds: string[]) => void
}

/** New files with a comment, of people who have no other documents to choose from. */
export const Attachments = ({ files, value, onChange }: AttachmentsProps) => {
  const id = useId()
  const [names, setNames] = useState<Record<string, string>>({})
  const given = useRef(value)
  given.current = value
  const change = (next: string[]): void => {
    given.current = next
    onChange(next)
  }
  const { uploads, problem, add, cancel } = useUploads((documentId, { name }) => {
    setNames((before) => ({ ...before, [documentId]: name }))
    change([...given.current, documentId])
  }, files.send)
  return (
    <Input.Wrapper id={id} label="Documents" error={problem ?? undefined} className={documents.manager ?? ''}>
      <FileDrop id={id} label="Documents" onFiles={add} invalid={problem !== null} maxBytes={MAX_UPLOAD_BYTES} />
      <FileRows
        value={value}
        nameOf={(documentId) => names[documentId]}
        uploads={uploads}
        onRemove={(documentId) => change(given.current.filter((each) => each !== documentId))}
        onCancel={cancel}
      />
    </Input.Wrapper>
  )
}
