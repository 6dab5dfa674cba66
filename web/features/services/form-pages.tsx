import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod'
import type { ServiceFields } from '../../../schema/documents/readings.ts'
import { isApiError } from '../../lib/errors.ts'
import type { Clash } from '../../lib/merge-edits.ts'
import { usePageSearch } from '../../lib/search-params.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EditConflict } from '../../ui/edit-conflict.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Forbidden, NotFound } from '../../ui/states.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { useCan, useCompany } from '../shell/use-can.ts'
import {
  createService,
  readService,
  type Service,
  serviceKeys,
  updateService,
  useService,
  useServiceFields,
} from './api.ts'
import { bodyOf, EMPTY, faultsOf, formValuesOf, merge, type ServiceFormValues } from './form-values.ts'
import { formOfDocument } from './from-document.ts'
import { ServiceFields as Fields } from './service-fields.tsx'
import classes from './services.module.css'
import { serviceHref } from './words.tsx'

const SERVICES = { label: 'Services', href: '/services' }

/** What both forms share: guarding what is not saved, and going on once it is. */
const useServiceForm = (initialValues: ServiceFormValues, saved: string | null, name: string) => {
  const router = useRouter()
  const form = useForm<ServiceFormValues>({ initialValues, validate: faultsOf })
  useLeaveGuard(form.isDirty() && !saved, `${name} is not saved and would be lost.`)
  // The guard must have heard of it first.
  useEffect(() => {
    if (saved) router.history.push(serviceHref(saved))
  }, [saved, router])
  return form
}

export const NewServicePage = () => {
  const can = useCan()
  return can('services.create') ? <NewService /> : <Forbidden />
}

/** A vendor's page begins a service of it, a document's page one of what the document says. */
const newSearch = z.object({
  vendorId: z.string().optional().catch(undefined),
  documentId: z.string().optional().catch(undefined),
})

const NewService = () => {
  const can = useCan()
  const [{ vendorId = null, documentId }] = usePageSearch(newSearch)
  if (documentId && can('services.create-from-document')) return <OfDocument documentId={documentId} />
  return <NewForm initial={{ ...EMPTY, vendorId }} />
}

const OfDocument = ({ documentId }: { documentId: string }) => {
  const { currency } = useCompany()
  const { data, error, refetch } = useServiceFields(documentId)
  if (data) {
    return <NewForm initial={formOfDocument(data, currency)} source={{ id: documentId, places: data.places }} />
  }
  if (isApiError(error, 'NOT_FOUND') || isApiError(error, 'INVALID')) return <NotFound />
  return (
    <>
      <PageHeader title="Add service" breadcrumbs={[SERVICES]} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} />}
    </>
  )
}

interface NewFormProps {
  initial: ServiceFormValues
  /** The document that the values come from: it is attached to the service. */
  source?: { id: string; places: ServiceFields['places'] }
}

const NewForm = ({ initial, source }: NewFormProps) => {
  const [saved, setSaved] = useState<string | null>(null)
  const form = useServiceForm(initial, saved, 'The new service')
  const create = useCommand<ServiceFormValues, { id: string }>({
    run: (values, { commandId }) =>
      createService({ ...bodyOf(values), ...(source && { documentIds: [source.id] }) }, commandId),
    form,
    success: (_, { name }) => `${name} added`,
    invalidates: [serviceKeys.all],
    onSuccess: ({ id }) => setSaved(id),
    onError: (error) => (isApiError(error) && error.fields ? true : undefined),
  })
  return (
    <>
      <PageHeader title="Add service" breadcrumbs={[SERVICES]} />
      <FormFrame
        form={form}
        service={null}
        send={create.send}
        isPending={create.isPending}
        cancel="/services"
        notice={source && <Places {...source} />}
      >
        Add service
      </FormFrame>
    </>
  )
}

const Places = ({ id, places }: NonNullable<NewFormProps['source']>) => (
  <Alert color="gray" title="Filled in from the document">
    <p>Check what was read before you save; the document is attached to the service.</p>
    <ul>
      {places.map(({ field, page, mentionText }) => (
        <li key={field}>
          “{mentionText}”{' '}
          <AppLink className="ol-link" href={`/documents/${id}?page=${page}`} target="_blank">
            page {page}
          </AppLink>
        </li>
      ))}
    </ul>
  </Alert>
)

export const EditServicePage = ({ id }: { id: string }) => {
  const { data, error, refetch } = useService(id)
  if (data) return data.canEdit ? <EditForm key={id} service={data} /> : <Forbidden />
  if (isApiError(error, 'NOT_FOUND') || isApiError(error, 'INVALID')) return <NotFound />
  return (
    <>
      <PageHeader title="…" tabTitle="Edit service" breadcrumbs={[SERVICES]} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} />}
    </>
  )
}

interface Met {
  clashes: Clash<ServiceFormValues>[]
  taken: string[]
  theirs: ServiceFormValues
}

const EditForm = ({ service }: { service: Service }) => {
  // What the form was made from: a refetch in the background changes neither the fields nor what they are compared to.
  const [base, setBase] = useState(() => ({ service, values: formValuesOf(service) }))
  const [met, setMet] = useState<Met | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const form = useServiceForm(base.values, saved, `What you changed of ${service.name}`)

  /** Somebody else was first: what they changed is taken over, what both changed is named. */
  const meet = useCommand<undefined, Service>({
    run: () => readService(service.id),
    onSuccess: (latest) => {
      const theirs = formValuesOf(latest)
      const { merged, clashes, taken } = merge(base.values, form.values, theirs)
      form.setValues(merged)
      setBase({ service: latest, values: theirs })
      setMet({ clashes, taken, theirs })
      window.scrollTo({ top: 0 })
    },
  })
  const save = useCommand<ServiceFormValues>({
    run: (values, { commandId }) =>
      updateService(service.id, { ...bodyOf(values), version: base.service.version }, commandId),
    form,
    success: (_, { name }) => `${name} saved`,
    invalidates: [serviceKeys.all],
    onSuccess: () => setSaved(service.id),
    onError: (error) => {
      if (isApiError(error, 'CONFLICT') && error.reason === 'STALE_VERSION') {
        meet.send(undefined)
        return true
      }
      return isApiError(error) && error.fields ? true : undefined
    },
  })
  const takeTheirs = ({ key }: Clash<ServiceFormValues>) => {
    if (!met) return
    form.setValues({ [key]: met.theirs[key] })
    setMet({ ...met, clashes: met.clashes.filter((clash) => clash.key !== key) })
  }
  const href = serviceHref(service.id)
  return (
    <>
      <PageHeader title={`Edit ${service.name}`} breadcrumbs={[SERVICES, { label: service.name, href }]} />
      <FormFrame
        form={form}
        service={base.service}
        send={save.send}
        isPending={save.isPending || meet.isPending}
        cancel={href}
        notice={met && <EditConflict what="service" clashes={met.clashes} taken={met.taken} onTake={takeTheirs} />}
      >
        {met?.clashes.length ? 'Save mine' : 'Save service'}
      </FormFrame>
    </>
  )
}

interface FrameProps {
  form: UseFormReturnType<ServiceFormValues>
  service: Service | null
  send: (values: ServiceFormValues) => void
  isPending: boolean
  cancel: string
  notice?: ReactNode
  /** The button's words. */
  children: ReactNode
}

const FormFrame = ({ form, service, send, isPending, cancel, notice, children }: FrameProps) => (
  <form
    onSubmit={form.onSubmit(send, (errors) => {
      const first = Object.keys(errors)[0]
      if (first) (form.getInputNode(first) as HTMLElement | null)?.focus()
    })}
    noValidate
    className={classes.form}
  >
    {notice}
    <Fields form={form} service={service} />
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
