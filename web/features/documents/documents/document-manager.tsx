import { Input } from '@mantine/core'
import { useCallback, useId, useRef, useState } from 'react'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import type { DocumentType } from '../../../../schema/documents/documents/types.ts'
import { MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Select } from '../../../ui/choices/select.tsx'
import type { FieldProps } from '../../../ui/fields/field-props.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { removeDocument, useDocuments } from './api.ts'
import { AttachExisting } from './attach-existing.tsx'
import { DocumentRows } from './document-rows.tsx'
import classes from './documents.module.css'
import { FileDrop } from './file-drop.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { uploadDocument } from './upload.ts'
import { useUploads } from './use-uploads.ts'
import { typeName } from './words.ts'

interface DocumentManagerProps extends FieldProps<string[]> {
  /** At most one document. */
  single?: boolean
  /** What is uploaded here but never sent is removed after a day. */
  temporary?: boolean
  /** False if only new files make sense. */
  allowExisting?: boolean
  /** The requested type: new files get it, and existing documents with it are offered. */
  types?: readonly DocumentType[]
  /** Replaces removing from `value`: the caller detaches documents, where allowed. */
  onDetach?: (document: Pick<DocumentView, 'id' | 'displayName'>) => void
  removable?: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The documents of a form or an object, by their ids: upload, attach existing ones, preview, remove. Removing deletes
 * what was uploaded here, and only detaches what existed before.
 */
export const DocumentManager = (props: DocumentManagerProps) => {
  const {
    label,
    description,
    error,
    required,
    value = [],
    onChange,
    readOnly,
    disabled,
    single,
    allowExisting,
    onDetach,
    types = [],
    temporary: temporaryUploads = false,
  } = props
  const generated = useId()
  const inputId = props.id ?? generated
  const ids = useRef(value)
  ids.current = value
  const [temporary, setTemporary] = useState<ReadonlySet<string>>(new Set())
  const [previewed, setPreviewed] = useState<DocumentView | null>(null)
  const documents = useDocuments(value)
  const fixed = Boolean(readOnly || disabled)

  const change = (next: string[]): void => {
    ids.current = next
    onChange?.(next)
  }
  const attach = (id: string): void => {
    if (!ids.current.includes(id)) change(single ? [id] : [...ids.current, id])
  }
  const detach = (id: string): void => change(ids.current.filter((known) => known !== id))
  const [chosenType, setChosenType] = useState<DocumentType | null>(null)
  const type = types.length === 1 ? types[0] : (chosenType ?? undefined)
  const typed = useRef(type)
  typed.current = type
  const send = useCallback<typeof uploadDocument>(
    (file, onProgress, signal) =>
      uploadDocument(file, onProgress, signal, {
        ...(temporaryUploads && { isTemporary: true }),
        ...(typed.current && { type: [typed.current] }),
      }),
    [temporaryUploads],
  )
  const { uploads, problem, add, cancel } = useUploads((id) => {
    setTemporary((known) => new Set(known).add(id))
    attach(id)
  }, send)
  const [isTypeMissing, setTypeMissing] = useState(false)
  const addTyped = (files: File[]): void => {
    const isMissing = types.length > 0 && !typed.current
    setTypeMissing(isMissing)
    if (!isMissing) add(files)
  }
  const remove = useCommand({
    run: (id: string, { commandId }) => removeDocument(id, commandId),
    onSuccess: (_, id) => detach(id),
  })

  const full = Boolean(single && value.length + uploads.length > 0)
  const message = problem ?? error
  const known = new Map((documents.data ?? []).map((document) => [document.id, document]))
  return (
    <Input.Wrapper
      id={inputId}
      label={label}
      description={description}
      error={message}
      withAsterisk={required ?? false}
      className={classes.manager ?? ''}
    >
      {!fixed && !full && types.length > 1 && (
        <Select
          aria-label="Document type"
          placeholder="Document type"
          description="New files get this type, and the search below finds documents of this type."
          data={types.map((one) => ({ value: one, label: typeName(one) }))}
          value={chosenType}
          clearable
          error={isTypeMissing ? 'Choose the type first, then add the file' : undefined}
          onChange={(next) => {
            setChosenType(types.find((one) => one === next) ?? null)
            setTypeMissing(false)
          }}
        />
      )}
      {!fixed && !full && types.length === 1 && types[0] && (
        <p className={classes.hint}>Files are added as {typeName(types[0])}.</p>
      )}
      {!fixed && !full && (
        <FileDrop
          id={inputId}
          label={label}
          path={props['data-path']}
          onFiles={addTyped}
          single={single ?? false}
          invalid={Boolean(message)}
          maxBytes={MAX_UPLOAD_BYTES}
        />
      )}
      {documents.error && !documents.data ? (
        <ErrorState error={documents.error} onRetry={() => void documents.refetch()} compact />
      ) : (
        <DocumentRows
          ids={value}
          known={known}
          loading={documents.isFetching}
          uploads={uploads}
          onCancel={cancel}
          onPreview={setPreviewed}
          {...(onDetach
            ? {
                removable: props.removable ?? NONE,
                onRemove: (id: string) => onDetach(known.get(id) ?? { id, displayName: 'the document' }),
              }
            : fixed
              ? {}
              : {
                  removing: remove.isPending,
                  onRemove: (id: string) => (temporary.has(id) ? remove.send(id) : detach(id)),
                })}
        />
      )}
      {!fixed && !full && allowExisting !== false && <AttachExisting attached={value} onAttach={attach} type={type} />}
      {previewed && <PreviewDialog document={previewed} onClose={() => setPreviewed(null)} />}
    </Input.Wrapper>
  )
}
