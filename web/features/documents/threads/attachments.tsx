import { ActionIcon, Input, Progress } from '@mantine/core'
import { IconFileText, IconX } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import { documentsClasses as documents, FileDrop, useUploads } from '../documents/index.ts'
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
      {value.length + uploads.length > 0 && (
        <ul className={documents.rows}>
          {value.map((documentId) => (
            <li key={documentId} className={documents.row}>
              <IconFileText size={20} stroke={1.5} aria-hidden className={documents.icon} />
              <div className={documents.file}>{names[documentId] ?? 'File'}</div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${names[documentId] ?? 'file'}`}
                onClick={() => change(given.current.filter((each) => each !== documentId))}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
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
