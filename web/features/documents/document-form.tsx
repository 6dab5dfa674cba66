import { Button, Group, Input, Progress, Skeleton } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconFileText, IconX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import type { DocumentView } from '../../../schema/documents/endpoints.ts'
import { type DocumentType, MAX_UPLOAD_BYTES } from '../../../schema/documents/values.ts'
import { isApiError } from '../../lib/errors.ts'
import { formatBytes } from '../../lib/format.ts'
import { type Clash, mergeEdits } from '../../lib/merge-edits.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EditConflict } from '../../ui/edit-conflict.tsx'
import { OptionSelect } from '../../ui/fields/option-select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Forbidden, NotFound } from '../../ui/states.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { AsyncOptionSelect } from '../lookups/async-option-select.tsx'
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
const CRUMB = { label: 'Documents', href: '/documents' }

const valuesOf = (document: DocumentView): Values => ({
  displayName: document.displayName,
  type: document.type,
  description: document.description,
  vendorId: document.vendor?.id ?? null,
  serviceIds: document.relatedServices.map(({ id }) => id),
})

const faultsOf = ({ displayName }: Values): Partial<Record<keyof Values, string>> =>
  displayName.trim() ? {} : { displayName: 'Required' }

/** Guards what is not saved, and goes on once it is. */
const useDocumentForm = (initialValues: Values, saved: string | null, name: string, isBusy = false) => {
  const router = useRouter()
  const form = useForm<Values>({ initialValues, validate: faultsOf })
  useLeaveGuard((form.isDirty() || isBusy) && !saved, `${name} is not saved and would be lost.`)
  useEffect(() => {
    if (saved) router.history.push(documentHref(saved))
  }, [saved, router])
  return form
}

interface StoredFile {
  key: string
  name: string
  size: number
}

/** The file goes up as soon as it is chosen; the document is made when the form is sent. */
export const NewDocumentPage = () => {
  const [stored, setStored] = useState<StoredFile | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const form = useDocumentForm(EMPTY, saved, 'The new document', stored !== null)
  const { setFieldValue, values } = form
  const onStored = useCallback(
    (key: string, file: File) => {
      setStored({ key, name: file.name, size: file.size })
      setMissing(false)
      if (!values.displayName.trim()) setFieldValue('displayName', file.name)
    },
    [values.displayName, setFieldValue],
  )
  const uploads = useUploads(onStored, storeFile)
  const create = useCommand<Values, string>({
    run: ({ vendorId, ...input }, { commandId }) =>
      makeDocument({ ...input, ...(vendorId && { vendorId }), name: stored?.key ?? '' }, { commandId }),
    form,
    success: (_, { displayName }) => `${displayName} added`,
    invalidates: [documentKeys.all],
    onSuccess: setSaved,
    onError: (error) => {
      if (!isApiError(error) || !error.fields) return undefined
      // The file is gone, e.g. because the form stayed open for days: it must be chosen again.
      if (error.fields.name) setStored(null)
      return !error.fields.name
    },
  })
  return (
    <>
      <PageHeader title="Add document" breadcrumbs={[CRUMB]} />
      <Frame
        form={form}
        document={null}
        send={(input) => (stored ? create.send(input) : setMissing(true))}
        isPending={create.isPending}
        cancel="/documents"
        before={
          <FileField
            stored={stored}
            uploads={uploads}
            problem={missing ? 'Choose a file' : null}
            onRemove={() => setStored(null)}
          />
        }
      >
        Add document
      </Frame>
    </>
  )
}

interface FileFieldProps {
  stored: StoredFile | null
  uploads: ReturnType<typeof useUploads>
  problem: string | null
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
  if (isApiError(error, 'NOT_FOUND') || isApiError(error, 'INVALID')) return <NotFound />
  return (
    <>
      <PageHeader title="…" tabTitle="Edit document" breadcrumbs={[CRUMB]} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} />}
    </>
  )
}

interface Met {
  clashes: Clash<Values>[]
  taken: string[]
  theirs: Values
}

const EditForm = ({ document }: { document: DocumentView }) => {
  const [base, setBase] = useState(() => ({ document, values: valuesOf(document) }))
  const [met, setMet] = useState<Met | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const form = useDocumentForm(base.values, saved, `What you changed of ${document.displayName}`)
  /** Somebody else was first: what they changed is taken over, what both changed is named. */
  const meet = useCommand<undefined, DocumentView>({
    run: () => readDocument(document.id),
    onSuccess: (latest) => {
      const theirs = valuesOf(latest)
      const { merged, clashes, taken } = mergeEdits(LABELS, base.values, form.values, theirs)
      form.setValues(merged)
      setBase({ document: latest, values: theirs })
      setMet({ clashes, taken, theirs })
      window.scrollTo({ top: 0 })
    },
  })
  const save = useCommand<Values>({
    run: (values, { commandId }) =>
      changeDocument({ id: document.id, ...values, version: base.document.version }, commandId),
    form,
    success: (_, { displayName }) => `${displayName} saved`,
    invalidates: [documentKeys.all],
    onSuccess: () => setSaved(document.id),
    onError: (error) => {
      if (isApiError(error, 'CONFLICT') && error.reason === 'STALE_VERSION') {
        meet.send(undefined)
        return true
      }
      return isApiError(error) && error.fields ? true : undefined
    },
  })
  const takeTheirs = ({ key }: Clash<Values>) => {
    if (!met) return
    form.setValues({ [key]: met.theirs[key] })
    setMet({ ...met, clashes: met.clashes.filter((clash) => clash.key !== key) })
  }
  const href = documentHref(document.id)
  return (
    <>
      <PageHeader title={`Edit ${document.displayName}`} breadcrumbs={[CRUMB, { label: document.displayName, href }]} />
      <Frame
        form={form}
        document={base.document}
        send={save.send}
        isPending={save.isPending || meet.isPending}
        cancel={href}
        before={met && <EditConflict what="document" clashes={met.clashes} taken={met.taken} onTake={takeTheirs} />}
      >
        {met?.clashes.length ? 'Save mine' : 'Save document'}
      </Frame>
    </>
  )
}

interface FrameProps {
  form: UseFormReturnType<Values>
  /** Null: a new one. */
  document: DocumentView | null
  send: (values: Values) => void
  isPending: boolean
  cancel: string
  before: ReactNode
  /** The button's words. */
  children: ReactNode
}

const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

const Frame = ({ form, document, send, isPending, cancel, before, children }: FrameProps) => (
  <form
    onSubmit={form.onSubmit(send, (errors) => {
      const first = Object.keys(errors)[0]
      if (first) (form.getInputNode(first) as HTMLElement | null)?.focus()
    })}
    noValidate
    className={classes.form}
  >
    {before}
    <TextField label="Name" required maxLength={300} {...form.getInputProps('displayName')} />
    <OptionSelect multiple label="Types" options={TYPE_OPTIONS} {...form.getInputProps('type')} />
    <AsyncOptionSelect
      kind="vendor"
      label="Vendor"
      description="Everybody of the company may read the documents of vendors and services."
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
    <Group justify="flex-end" gap="xs">
      <Button variant="subtle" color="gray" component={AppLink} href={cancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending}>
        {children}
      </Button>
    </Group>
  </form>
)
