import { Button, Group, Skeleton } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod'
import { isApiError } from '../../lib/errors.ts'
import type { Clash } from '../../lib/merge-edits.ts'
import { usePageSearch } from '../../lib/search-params.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EditConflict } from '../../ui/edit-conflict.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Forbidden, NotFound } from '../../ui/states.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { useCan } from '../shell/use-can.ts'
import { createService, readService, type Service, serviceKeys, updateService, useService } from './api.ts'
import { bodyOf, EMPTY, faultsOf, formValuesOf, merge, type ServiceFormValues } from './form-values.ts'
import { ServiceFields } from './service-fields.tsx'
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
  return can('services.create') ? <NewForm /> : <Forbidden />
}

/** A vendor's page begins a service of it. */
const newSearch = z.object({ vendorId: z.string().optional().catch(undefined) })

const NewForm = () => {
  const [{ vendorId = null }] = usePageSearch(newSearch)
  const [saved, setSaved] = useState<string | null>(null)
  const form = useServiceForm({ ...EMPTY, vendorId }, saved, 'The new service')
  const create = useCommand<ServiceFormValues, { id: string }>({
    run: (values, { commandId }) => createService(bodyOf(values), commandId),
    form,
    success: (_, { name }) => `${name} added`,
    invalidates: [serviceKeys.all],
    onSuccess: ({ id }) => setSaved(id),
    onError: (error) => (isApiError(error) && error.fields ? true : undefined),
  })
  return (
    <>
      <PageHeader title="Add service" breadcrumbs={[SERVICES]} />
      <FormFrame form={form} service={null} send={create.send} isPending={create.isPending} cancel="/services">
        Add service
      </FormFrame>
    </>
  )
}

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
    <ServiceFields form={form} service={service} />
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
