import { queryOptions, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/vendors/services/endpoints.ts'
import { getServiceFields } from '../../../../schema/vendors/services/from-document.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'

export type { ListedService, Service } from '../../../../schema/vendors/services/endpoints.ts'
export type { ServicePeriod } from '../../../../schema/vendors/services/period.ts'

export const serviceKeys = {
  all: ['services'] as const,
  one: (id: string) => ['services', 'one', id] as const,
  fields: (id: string) => ['services', 'fields', id] as const,
  history: (id: string) => ['services', 'history', id] as const,
}

export const readService = (id: string, signal?: AbortSignal) =>
  call(endpoints.getService, { params: { serviceId: id }, ...(signal && { signal }) })

export const serviceQuery = (id: string) =>
  queryOptions({ queryKey: serviceKeys.one(id), queryFn: ({ signal }) => readService(id, signal) })
export const useService = (id: string) => useQuery(serviceQuery(id))

export const useServiceFields = (documentId: string) =>
  useQuery({
    queryKey: ['services', 'from-document', documentId],
    queryFn: ({ signal }) => call(getServiceFields, { params: { documentId }, signal }),
  })

export const useCustomFields = (id: string) =>
  useQuery({
    queryKey: serviceKeys.fields(id),
    queryFn: ({ signal }) => call(endpoints.getServiceCustomFields, { params: { serviceId: id }, signal }),
  })

export const updateService = (id: string, body: BodyOf<typeof endpoints.updateService>, commandId: string) =>
  call(endpoints.updateService, { params: { serviceId: id }, body, commandId })

export const archiveServices = (serviceIds: string[], archived: boolean, commandId: string) =>
  call(endpoints.archiveServices, { body: { serviceIds, archived }, commandId })

export const deleteService = (id: string, commandId: string) =>
  call(endpoints.deleteService, { params: { id }, commandId })
