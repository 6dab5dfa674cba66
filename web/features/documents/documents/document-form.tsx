import { Button, Input, Progress } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconFileText, IconX } from '@tabler/icons-react'
import { type ReactNode, useCallback, useId, useState } from 'react'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { documentChange, newDocument } from '../../../../schema/documents/documents/inputs.ts'
import type { DocumentType } from '../../../../schema/documents/documents/types.ts'
import { MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import { type Address, to } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { formatBytes } from '../../../lib/format.ts'
import { mergeEdits } from '../../../lib/merge-edits.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useFormDraft } from '../../../ui/drafts/use-form-draft.ts'
import { EditConflict } from '../../../ui/edit-conflict.tsx'
import { useBodyForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormFrame } from '../../../ui/form-frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { useEdit } from '../../../ui/use-edit.ts'
import { useKeptForm, useSavedForm } from '../../../ui/use-saved-form.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { changeDocument, documentKeys, readDocument, useFreshDocument } from './api.ts'
import classes from './documents.module.css'
import { FileDrop } from './file-drop.tsx'
import { makeDocument, storeFile } from './upload.ts'
import { useUploads } from './use-uploads.ts'
import { documentHref, TYPE_OPTIONS } from './words.ts'

interface Values {
  displayName: string
  type: DocumentType[]
  description: string
  vendorId: string | null
  serviceIds: string[]
}

const EMPTY: Values = { displayName: '', type: [], description: '', vendorId: null, serviceIds: [] }
const LABELS: Record<keyof Values, string> = {
  displayName: 'Name',
  type: 'Types',
  description: 'Description',
  vendorId: 'Vendor',
  serviceIds: 'Services',
}
const CRUMB = { label: 'Documents', href: to('/documents') }
const WIDTH = '40rem'

const valuesOf = (document: DocumentView): Values => ({
  displayName: document.displayName,
  type: document.type,
  description: document.description,
  vendorId: document.vendor?.id ?? null,
  serviceIds: document.relatedServices.map(({ id }) => id),
})

interface StoredFile {
  key: string
  name: string
  size: number
}

/** The file is uploaded as soon as it is chosen. The document is created when the form is sent. */
export const NewDocumentPage = () => {
  const [stored, setStored] = useState<StoredFile | null>(null)
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const form = useBodyForm(
    { body: newDocument },
    { initial: EMPTY, toBody: (values) => ({ ...values, name: stored?.key ?? '' }) },
  )
  const draft = useFormDraft(form, { name: 'document.new', isSent: savedTo !== null })
  useSavedForm(
    form.isDirty() || stored !== null,
    savedTo,
    'The new document isn’t saved. What you typed stays in this browser, the file doesn’t.',
  )
  const { setFieldValue, clearFieldError, values } = form
  const onStored = useCallback(
    (key: string, file: File) => {
      setStored({ key, name: file.name, size: file.size })
      clearFieldError('name')
      if (!values.displayName.trim()) setFieldValue('displayName', file.name)
    },
    [values.displayName, setFieldValue, clearFieldError],
  )
  const uploads = useUploads(onStored, storeFile)
  const create = useCommand<Values, string>({
    run: (values, { commandId }) => makeDocument(form.bodyOf(values), { commandId }),
    form,
    success: (_, { displayName }) => `${displayName} added`,
    invalidates: [documentKeys.all],
    onSuccess: (id) => setSavedTo(documentHref(id)),
    onError: (error) => {
      // The file is no longer stored, for example because the form stayed open for days. It must be chosen again.
      if (isApiError(error) && error.fields?.name) setStored(null)
      return false
    },
  })
  return (
    <>
      <PageHeader title="Add document" breadcrumbs={[CRUMB]} />
      <FormFrame
        form={form}
        send={create.send}
        isPending={create.isPending}
        cancel={to('/documents')}
        draft={draft}
        submit="Add document"
        width={WIDTH}
      >
        <FileField stored={stored} uploads={uploads} problem={form.errors.name} onRemove={() => setStored(null)} />
        <Fields form={form} document={null} />
      </FormFrame>
    </>
  )
}

interface FileFieldProps {
  stored: StoredFile | null
  uploads: ReturnType<typeof useUploads>
  problem: ReactNode
  onRemove: () => void
}

const FileField = ({
  stored,
  uploads: { uploads, problem: refused, add, cancel },
  problem,
  onRemove,
}: FileFieldProps) => {
  const id = useId()
  const [running] = uploads
  const shown = stored ?? (running && { name: running.fileName, size: running.size })
  const error = refused ?? problem
  return (
    <Input.Wrapper id={id} label="File" withAsterisk error={error}>
      {shown ? (
        <ul className={classes.rows}>
          <li className={classes.row}>
            <IconFileText size={20} stroke={1.5} aria-hidden className={classes.icon} />
            <div className={classes.file}>
              <span className={classes.fileName}>{shown.name}</span>
              {stored ? (
                <span className={classes.hint}>{formatBytes(shown.size)} · uploaded</span>
              ) : (
                <Progress value={(running?.progress ?? 0) * 100} size="xs" aria-label={`Uploading ${shown.name}`} />
              )}
            </div>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconX size={14} aria-hidden />}
              onClick={() => (stored ? onRemove() : running && cancel(running.key))}
            >
              {stored ? 'Choose another' : 'Cancel'}
            </Button>
          </li>
        </ul>
      ) : (
        <FileDrop
          id={id}
          label="File"
          path="name"
          onFiles={add}
          single
          invalid={Boolean(error)}
          maxBytes={MAX_UPLOAD_BYTES}
        />
      )}
    </Input.Wrapper>
  )
}

export const EditDocumentPage = ({ id }: { id: string }) => {
  const { data, error, refetch } = useFreshDocument(id)
  if (data) return data.canEdit ? <EditForm key={id} document={data} /> : <Forbidden />
  return <PendingPage title="Edit document" breadcrumbs={[CRUMB]} error={error} onRetry={() => void refetch()} />
}

const EditForm = ({ document }: { document: DocumentView }) => {
  const href = documentHref(document.id)
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const form = useBodyForm(
    { body: documentChange },
    { initial: valuesOf(document), toBody: (values) => ({ id: document.id, ...values }) },
  )
  const edit = useEdit({
    item: document,
    form,
    valuesOf,
    read: () => readDocument(document.id),
    save: (values, base, commandId) =>
      changeDocument({ ...form.bodyOf(values), version: base.item.version }, commandId),
    merge: (base, mine, theirs) => mergeEdits(LABELS, base, mine, theirs),
    success: ({ displayName }) => `${displayName} saved`,
    invalidates: [documentKeys.all],
    onSaved: () => setSavedTo(href),
  })
  const { met, base } = edit
  const draft = useKeptForm(form, {
    name: `document.${document.id}`,
    savedTo,
    ...edit.kept,
  })
  return (
    <>
      <PageHeader title={`Edit ${document.displayName}`} breadcrumbs={[CRUMB, { label: document.displayName, href }]} />
      <FormFrame
        form={form}
        send={edit.send}
        isPending={edit.isPending}
        cancel={href}
        submit={edit.saveText('Save document')}
        draft={draft}
        width={WIDTH}
      >
        {met && <EditConflict what="document" clashes={met.clashes} taken={met.taken} onTake={edit.takeTheirs} />}
        <Fields form={form} document={base.item} />
      </FormFrame>
    </>
  )
}

const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

interface FieldsProps {
  form: UseFormReturnType<Values>
  /** Null for a new one. */
  document: DocumentView | null
}

const Fields = ({ form, document }: FieldsProps) => (
  <>
    <TextField label="Name" required maxLength={300} {...form.getInputProps('displayName')} />
    <OptionSelect multiple label="Types" options={TYPE_OPTIONS} {...form.getInputProps('type')} />
    <AsyncOptionSelect
      kind="vendor"
      label="Vendor"
      description="Everyone in the company can read documents of vendors and services."
      known={document?.vendor ? [toOption(document.vendor)] : []}
      {...form.getInputProps('vendorId')}
    />
    <AsyncOptionSelect
      kind="service"
      multiple
      label="Related services"
      known={(document?.relatedServices ?? []).map(toOption)}
      {...form.getInputProps('serviceIds')}
    />
    <TextArea label="Description" maxLength={5000} {...form.getInputProps('description')} />
  </>
)
