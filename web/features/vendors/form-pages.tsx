import { Button, Group, Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FormDefinition } from '../../../schema/intake/form.ts'
import { isApiError } from '../../lib/errors.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EditConflict } from '../../ui/edit-conflict.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Forbidden, NotFound } from '../../ui/states.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { focusQuestion } from '../requests/form/use-request-form.ts'
import { useCan, useCompany } from '../shell/use-can.ts'
import { createVendor, readVendor, updateVendor, useVendor, type Vendor, vendorKeys } from './api.ts'
import {
  bodyOf,
  EMPTY,
  faultsOf,
  formValuesOf,
  merge,
  theirText,
  type VendorClash,
  type VendorFormValues,
  withTheirs,
} from './form-values.ts'
import { useVendorForm } from './use-vendor-form.ts'
import { VendorFields } from './vendor-fields.tsx'
import classes from './vendors.module.css'
import { vendorHref } from './words.tsx'

const VENDORS = { label: 'Vendors', href: '/vendors' }
const ANSWER = 'answers.'

/** What both forms share: the steps that the chosen categories add, guarding what is not saved, and going on after. */
const useForms = (initialValues: VendorFormValues, saved: string | null, name: string) => {
  const router = useRouter()
  const { enableVendorCategories } = useCompany()
  const definition = useRef<FormDefinition>({ steps: [] })
  const form = useForm<VendorFormValues>({
    initialValues,
    validate: (values) => faultsOf(values, definition.current),
  })
  const steps = useVendorForm(form.values.vendorCategoryIds, enableVendorCategories)
  definition.current = steps.form
  useLeaveGuard(form.isDirty() && !saved, `${name} is not saved and would be lost.`)
  // The guard must have heard of it first.
  useEffect(() => {
    if (saved) router.history.push(vendorHref(saved))
  }, [saved, router])
  /** Fields of the company's own are no inputs of the form: they are found by their question. */
  const focusFirst = (errors: Record<string, unknown>): void => {
    const first = Object.keys(errors)[0]
    if (first?.startsWith(ANSWER)) focusQuestion(first.slice(ANSWER.length))
    else if (first) setTimeout(() => (form.getInputNode(first) as HTMLElement | null)?.focus(), 0)
  }
  return { form, steps, focusFirst }
}

type Forms = ReturnType<typeof useForms>

export const NewVendorPage = () => {
  const can = useCan()
  return can('vendors.create') ? <NewForm /> : <Forbidden />
}

const NewForm = () => {
  const [saved, setSaved] = useState<string | null>(null)
  const forms = useForms(EMPTY, saved, 'The new vendor')
  const create = useCommand<VendorFormValues, { id: string }>({
    run: (values, { commandId }) => createVendor(bodyOf(values, forms.steps.form), commandId),
    form: forms.form,
    success: (_, { name }) => `${name.trim()} added`,
    invalidates: [vendorKeys.lists],
    onSuccess: ({ id }) => setSaved(id),
    onError: (error) => {
      if (!isApiError(error) || !error.fields) return undefined
      forms.focusFirst(error.fields)
      return true
    },
  })
  return (
    <>
      <PageHeader title="Add vendor" breadcrumbs={[VENDORS]} />
      <FormFrame forms={forms} vendor={null} send={create.send} isPending={create.isPending} cancel="/vendors">
        Add vendor
      </FormFrame>
    </>
  )
}

export const EditVendorPage = ({ id }: { id: string }) => {
  const { data, error, refetch, isFetchedAfterMount } = useVendor(id)
  // What is remembered may be older than what another tab has saved since.
  if (data && isFetchedAfterMount) return data.canEdit ? <EditForm key={id} vendor={data} /> : <Forbidden />
  if (isApiError(error, 'NOT_FOUND') || isApiError(error, 'INVALID')) return <NotFound />
  return (
    <>
      <PageHeader title="…" tabTitle="Edit vendor" breadcrumbs={[VENDORS]} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} />}
    </>
  )
}

interface Met {
  clashes: VendorClash[]
  taken: string[]
  theirs: VendorFormValues
}

const EditForm = ({ vendor }: { vendor: Vendor }) => {
  // What the form was made from: a refetch in the background changes neither the fields nor what they are compared to.
  const [base, setBase] = useState(() => ({ vendor, values: formValuesOf(vendor) }))
  const [met, setMet] = useState<Met | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const forms = useForms(base.values, saved, `What you changed of ${vendor.name}`)
  const { form, steps } = forms

  /** Somebody else was first: what they changed is taken over, what both changed is named. */
  const meet = useCommand<undefined, Vendor>({
    run: () => readVendor(vendor.id),
    onSuccess: (latest) => {
      const theirs = formValuesOf(latest)
      const { merged, clashes, taken } = merge(base.values, form.values, theirs, steps.form)
      form.setValues(merged)
      setBase({ vendor: latest, values: theirs })
      setMet({ clashes, taken, theirs })
      window.scrollTo({ top: 0 })
    },
  })
  const save = useCommand<VendorFormValues>({
    run: (values, { commandId }) =>
      updateVendor(vendor.id, { ...bodyOf(values, steps.form), version: base.vendor.version }, commandId),
    form,
    success: (_, { name }) => `${name.trim()} saved`,
    invalidates: [vendorKeys.all],
    onSuccess: () => setSaved(vendor.id),
    onError: (error) => {
      if (isApiError(error, 'CONFLICT') && error.reason === 'STALE_VERSION') {
        meet.send(undefined)
        return true
      }
      if (!isApiError(error) || !error.fields) return undefined
      forms.focusFirst(error.fields)
      return true
    },
  })
  const takeTheirs = ({ key }: VendorClash) => {
    if (!met) return
    form.setValues(withTheirs(form.values, met.theirs, String(key)))
    setMet({ ...met, clashes: met.clashes.filter((clash) => clash.key !== key) })
  }
  const href = vendorHref(vendor.id)
  return (
    <>
      <PageHeader title={`Edit ${vendor.name}`} breadcrumbs={[VENDORS, { label: vendor.name, href }]} />
      <FormFrame
        forms={forms}
        vendor={base.vendor}
        send={save.send}
        isPending={save.isPending || meet.isPending}
        cancel={href}
        notice={
          met && (
            <EditConflict
              what="vendor"
              clashes={met.clashes}
              taken={met.taken}
              theirs={(key) => theirText(met.theirs, String(key))}
              onTake={takeTheirs}
            />
          )
        }
      >
        {met?.clashes.length ? 'Save mine' : 'Save vendor'}
      </FormFrame>
    </>
  )
}

interface FrameProps {
  forms: Forms
  vendor: Vendor | null
  send: (values: VendorFormValues) => void
  isPending: boolean
  cancel: string
  notice?: ReactNode
  /** The button's words. */
  children: ReactNode
}

const FormFrame = ({
  forms: { form, steps, focusFirst },
  vendor,
  send,
  isPending,
  cancel,
  notice,
  children,
}: FrameProps) => {
  if (steps.error) return <ErrorState error={steps.error} />
  if (!steps.isReady) return <Skeleton height={320} />
  return (
    <form onSubmit={form.onSubmit(send, focusFirst)} noValidate className={classes.form}>
      {notice}
      <VendorFields form={form} definition={steps.form} vendor={vendor} />
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
}
