import { ActionIcon, Input, Progress } from '@mantine/core'
import { IconFileText, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import { RichText } from '../../../ui/rich-text.tsx'
import { documentsClasses as documents, FileDrop, useUploads } from '../../documents/documents/index.ts'

interface PublicFilesProps {
  /** Sends a file and returns its document's id. */
  send: Parameters<typeof useUploads>[1]
  /** Names of files that were sent before, by document. */
  known?: Readonly<Record<string, string>>
  question: Question
  value: string[]
  error: string | undefined
  onChange: (questionId: string, value: string[]) => void
  /** The address at which a file opens, for people who can open it again. */
  href?: (documentId: string) => string
  /** What is asked about each file. */
  details?: (documentId: string, fileName: string) => ReactNode
  /** What stands below the files. */
  children?: ReactNode
}

/** Files from people without a login: new ones only. Vendors can open theirs again. */
export const PublicFiles = ({
  send,
  known,
  question,
  value,
  error,
  onChange,
  href,
  details,
  children,
}: PublicFilesProps) => {
  const id = useId()
  const ids = useRef(value)
  ids.current = value
  const [sent, setSent] = useState<Record<string, string>>({})
  const names: Readonly<Record<string, string>> = { ...known, ...sent }
  const change = (next: string[]): void => {
    ids.current = next
    onChange(question.id, next)
  }
  const { uploads, problem, add, cancel } = useUploads((documentId, file) => {
    setSent((before) => ({ ...before, [documentId]: file.name }))
    change([...ids.current, documentId])
  }, send)
  const message = problem ?? error
  return (
    <Input.Wrapper
      id={id}
      label={question.label}
      description={question.description ? <RichText text={question.description} /> : undefined}
      error={message}
      withAsterisk={question.isRequired}
      className={documents.manager ?? ''}
    >
      <FileDrop id={id} label={question.label} onFiles={add} invalid={Boolean(message)} maxBytes={MAX_UPLOAD_BYTES} />
      {value.length + uploads.length > 0 && (
        <ul className={documents.rows}>
          {value.map((documentId) => (
            <li key={documentId} className={documents.row}>
              <IconFileText size={20} stroke={1.5} aria-hidden className={documents.icon} />
              <div className={documents.file}>
                {href ? (
                  <a href={href(documentId)} target="_blank" rel="noreferrer">
                    {names[documentId] ?? 'File'}
                  </a>
                ) : (
                  (names[documentId] ?? 'File')
                )}
                {details?.(documentId, names[documentId] ?? 'File')}
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${names[documentId] ?? 'file'}`}
                onClick={() => change(ids.current.filter((each) => each !== documentId))}
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
      {children}
    </Input.Wrapper>
  )
}
