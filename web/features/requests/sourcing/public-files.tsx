import { Input } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import { RichText } from '../../../ui/rich-text.tsx'
import { documentsClasses as documents, FileDrop, FileRows, useUploads } from '../../documents/documents/index.ts'

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
      <FileRows
        value={value}
        nameOf={(documentId) => names[documentId]}
        uploads={uploads}
        onRemove={(documentId) => change(ids.current.filter((each) => each !== documentId))}
        onCancel={cancel}
      >
        {(documentId, name) => (
          <>
            {href ? (
              <a href={href(documentId)} target="_blank" rel="noreferrer">
                {name}
              </a>
            ) : (
              name
            )}
            {details?.(documentId, name)}
          </>
        )}
      </FileRows>
      {children}
    </Input.Wrapper>
  )
}
