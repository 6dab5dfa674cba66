import { Skeleton } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { createVendor as createVendorEndpoint } from '../../../../schema/vendors/vendors/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import type { Draft } from '../../../ui/drafts/use-draft.ts'
import { EditConflict } from '../../../ui/edit-conflict.tsx'
import { useBodyForm } from '../../../ui/endpoint-form.ts'
import { FormFrame } from '../../../ui/form-frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { ErrorState, Forbidden } from '../../../ui/states.tsx'
import { useEdit } from '../../../ui/use-edit.ts'
import { useKeptForm } from '../../../ui/use-saved-form.ts'
import { useCan, useCompany } from '../../platform/session/index.ts'
import { createVendor, readVendor, updateVendor, useVendor, type Vendor, vendorKeys } from './api.ts'
import {
  answerFaults,
  answerNode,
  bodyOf,
  EMPTY,
  FIELDS,
  formValuesOf,
  merge,
  theirText,
  type VendorFormValues,
  withTheirs,
} from './form-values.ts'
import { useVendorForm } from './use-vendor-form.ts'
import { type AccountingField, VendorFields } from './vendor-fields.tsx'
import { vendorHref } from './words.tsx'

const VENDORS = { label: 'Vendors', href: to('/vendors') }

/** What both forms share: the steps that chosen categories add. */
const useForms = (initial: VendorFormValues, vendor: Vendor | null = null) => {
  const { enableVendorCategories } = useCompany()
  const definition = useRef<FormDefinition>({ steps: [] })
  const form = useBodyForm(createVendorEndpoint, {
    initial,
    toBody: (values) => bodyOf(values, definition.current, vendor),
    fields: FIELDS,
    moreFaults: (values) => answerFaults(values, definition.current, vendor?.answers),
    nodeOf: answerNode,
  })
  const steps = useVendorForm(form.values.vendorCategoryIds, enableVendorCategories, form.values.answers, vendor)
  definition.current = steps.form
  return { form, steps }
}

interface NewPageProps {
  accounting?: AccountingField | undefined
}

export const NewVendorPage = ({ accounting }: NewPageProps) => {
  const can = useCan()
  return can('vendors.create') ? <NewForm accounting={accounting} /> : <Forbidden />
}

const NewForm = ({ accounting }: NewPageProps) => {
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const { form, steps } = useForms(EMPTY)
  const draft = useKeptForm(form, { name: 'vendor.new', savedTo })
  const create = useCommand<VendorFormValues, { id: string }>({
    run: (values, { commandId }) => createVendor(form.bodyOf(values), commandId),
    form,
    success: (_, { name }) => `${name.trim()} added`,
    invalidates: [vendorKeys.lists],
    onSuccess: ({ id }) => setSavedTo(vendorHref(id)),
  })
  return (
    <>
      <PageHeader title="Add vendor" breadcrumbs={[VENDORS]} />
      <Form
        form={form}
        steps={steps}
        draft={draft}
        vendor={null}
        accounting={accounting}
        send={create.send}
        isPending={create.isPending}
        cancel={to('/vendors')}
        submit="Add vendor"
      />
    </>
  )
}

export const EditVendorPage = ({ id, accounting }: NewPageProps & { id: string }) => {
  const { data, error, refetch, isFetchedAfterMount } = useVendor(id)
  // The cache may be older than what another tab has saved since.
  if (data && isFetchedAfterMount)
    return data.canEdit ? <EditForm key={id} vendor={data} accounting={accounting} /> : <Forbidden />
  return <PendingPage title="Edit vendor" breadcrumbs={[VENDORS]} error={error} onRetry={() => void refetch()} />
}

const EditForm = ({ vendor, accounting }: NewPageProps & { vendor: Vendor }) => {
  const href = vendorHref(vendor.id)
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const { form, steps } = useForms(formValuesOf(vendor), vendor)
  const edit = useEdit<Vendor, VendorFormValues, Record<string, unknown>>({
    item: vendor,
    form,
    valuesOf: formValuesOf,
    read: () => readVendor(vendor.id),
    save: (values, base, commandId) =>
      updateVendor(vendor.id, { ...form.bodyOf(values), version: base.item.version }, commandId),
    merge: (base, mine, theirs) => merge(base, mine, theirs, steps.form),
    withTheirs,
    success: ({ name }) => `${name.trim()} saved`,
    invalidates: [vendorKeys.all],
    onSaved: () => setSavedTo(href),
  })
  const { met, base } = edit
  const draft = useKeptForm(form, {
    name: `vendor.${vendor.id}`,
    savedTo,
    ...edit.kept,
  })
  return (
    <>
      <PageHeader title={`Edit ${vendor.name}`} breadcrumbs={[VENDORS, { label: vendor.name, href }]} />
      <Form
        form={form}
        steps={steps}
        draft={draft}
        vendor={base.item}
        accounting={accounting}
        send={edit.send}
        isPending={edit.isPending}
        cancel={href}
        submit={edit.saveText('Save vendor')}
        notice={
          met && (
            <EditConflict
              what="vendor"
              clashes={met.clashes}
              taken={met.taken}
              theirs={(key) => theirText(met.theirs, key)}
              onTake={edit.takeTheirs}
            />
          )
        }
      />
    </>
  )
}

interface FormProps extends ReturnType<typeof useForms> {
  vendor: Vendor | null
  draft: Draft
  accounting: AccountingField | undefined
  send: (values: VendorFormValues) => void
  isPending: boolean
  cancel: Address
  submit: string
  notice?: ReactNode
}

const Form = ({ form, steps, vendor, accounting, notice, ...frame }: FormProps) => {
  if (steps.error) return <ErrorState error={steps.error} />
  if (!steps.isReady) return <Skeleton height={320} />
  return (
    <FormFrame form={form} {...frame}>
      {notice}
      <VendorFields form={form} definition={steps.form} vendor={vendor} accounting={accounting} />
    </FormFrame>
  )
}
