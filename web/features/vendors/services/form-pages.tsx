import { Alert } from '@mantine/core'
import { useState } from 'react'
import * as endpoints from '../../../../schema/vendors/services/endpoints.ts'
import type { ServiceFields } from '../../../../schema/vendors/services/from-document.ts'
import { type Address, to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { EditConflict } from '../../../ui/edit-conflict.tsx'
import { useBodyForm, useEndpointForm } from '../../../ui/endpoint-form.ts'
import { FormFrame } from '../../../ui/form-frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { useEdit } from '../../../ui/use-edit.ts'
import { useKeptForm } from '../../../ui/use-saved-form.ts'
import { useCan, useCompany } from '../../platform/session/index.ts'
import { useFields } from '../settings/index.ts'
import { serviceHref } from './address.ts'
import { readService, type Service, serviceKeys, updateService, useService, useServiceFields } from './api.ts'
import { bodyOf, EMPTY, formValuesOf, merge, type ServiceFormValues } from './form-values.ts'
import { formOfDocument } from './from-document.ts'
import { newServiceSearch } from './search.ts'
import { ServiceFields as Fields } from './service-fields.tsx'
import { WHO_ADDS_SERVICES } from './words.tsx'

const SERVICES = { label: 'Services', href: to('/services') }

export const NewServicePage = () => {
  const can = useCan()
  return can('services.create') ? <NewService /> : <Forbidden text={WHO_ADDS_SERVICES} />
}

/** A vendor's page starts a service for it, and a document's page one with its terms. */

const NewService = () => {
  const can = useCan()
  const [{ vendorId = null, documentId }] = usePageSearch(newServiceSearch)
  if (documentId && can('services.create-from-document')) return <OfDocument documentId={documentId} />
  return <NewForm initial={{ ...EMPTY, vendorId }} />
}

const OfDocument = ({ documentId }: { documentId: string }) => {
  const { currency } = useCompany()
  const { data, error, refetch } = useServiceFields(documentId)
  if (data) {
    return <NewForm initial={formOfDocument(data, currency)} source={{ id: documentId, places: data.places }} />
  }
  return <PendingPage title="Add service" breadcrumbs={[SERVICES]} error={error} onRetry={() => void refetch()} />
}

interface NewFormProps {
  initial: ServiceFormValues
  /** The document that the values come from, which is attached to the service. */
  source?: { id: string; places: ServiceFields['places'] }
}

const NewForm = ({ initial, source }: NewFormProps) => {
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const fields = useFields().data
  const { form, send, isPending } = useEndpointForm(endpoints.createService, {
    initial,
    toBody: (values) => ({ ...bodyOf(values, fields), ...(source && { documentIds: [source.id] }) }),
    success: (_, { name }) => `${name} added`,
    invalidates: [serviceKeys.all],
    onSuccess: ({ id }) => setSavedTo(serviceHref(id)),
  })
  const draft = useKeptForm(form, { name: `service.${source?.id ?? 'new'}`, savedTo })
  return (
    <>
      <PageHeader title="Add service" breadcrumbs={[SERVICES]} />
      <FormFrame
        form={form}
        send={send}
        isPending={isPending}
        cancel={to('/services')}
        submit="Add service"
        draft={draft}
      >
        {source && <Places {...source} />}
        <Fields form={form} service={null} />
      </FormFrame>
    </>
  )
}

const Places = ({ id, places }: NonNullable<NewFormProps['source']>) => (
  <Alert color="gray" title="Filled in from the document">
    <p>Check the extracted values before you save. The document will be attached to the service.</p>
    <ul>
      {places.map(({ field, page, mentionText, contradicted }) => (
        <li key={`${field} ${page} ${mentionText}`}>
          {contradicted && 'Left blank, because the document says different things: '}“{mentionText}”{' '}
          <AppLink
            className="ol-link"
            href={to('/documents/$documentId', { documentId: id }, { page })}
            target="_blank"
          >
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
  return <PendingPage title="Edit service" breadcrumbs={[SERVICES]} error={error} onRetry={() => void refetch()} />
}

const EditForm = ({ service }: { service: Service }) => {
  const href = serviceHref(service.id)
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const fields = useFields().data
  const form = useBodyForm(endpoints.updateService, {
    initial: formValuesOf(service),
    toBody: (values: ServiceFormValues) => bodyOf(values, fields),
  })
  const edit = useEdit({
    item: service,
    form,
    valuesOf: formValuesOf,
    read: () => readService(service.id),
    save: (values, base, commandId) =>
      updateService(service.id, { ...form.bodyOf(values), version: base.item.version }, commandId),
    merge,
    success: ({ name }) => `${name} saved`,
    invalidates: [serviceKeys.all],
    onSaved: () => setSavedTo(href),
  })
  const { met, base } = edit
  const draft = useKeptForm(form, {
    name: `service.${service.id}`,
    savedTo,
    ...edit.kept,
  })
  return (
    <>
      <PageHeader title={`Edit ${service.name}`} breadcrumbs={[SERVICES, { label: service.name, href }]} />
      <FormFrame
        form={form}
        send={edit.send}
        isPending={edit.isPending}
        cancel={href}
        submit={edit.saveText('Save service')}
        draft={draft}
      >
        {met && <EditConflict what="service" clashes={met.clashes} taken={met.taken} onTake={edit.takeTheirs} />}
        <Fields form={form} service={base.item} />
      </FormFrame>
    </>
  )
}
