import { useQuery } from '@tanstack/react-query'
import type { CustomColumns } from '../../../../schema/vendors/settings/columns.ts'
import * as endpoints from '../../../../schema/vendors/settings/endpoints.ts'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import { call } from '../../../lib/rest.ts'

export const vendorSettingsKeys = {
  all: ['vendor-settings'] as const,
  fields: ['vendor-settings', 'fields'] as const,
  columns: ['vendor-settings', 'columns'] as const,
  history: ['vendor-settings', 'history'] as const,
}

/** @param vendorCategoryId a vendor category, for its own fields instead of those of all vendors and services */
export const readFields = (signal?: AbortSignal, vendorCategoryId?: string) =>
  call(endpoints.getCustomFormFields, { query: { vendorCategoryId }, signal })

export const fieldsQuery = (vendorCategoryId?: string) => ({
  queryKey: [...vendorSettingsKeys.fields, vendorCategoryId ?? ''],
  queryFn: ({ signal }: { signal: AbortSignal }) => readFields(signal, vendorCategoryId),
})

export const useFields = (vendorCategoryId?: string) =>
  useQuery({
    ...fieldsQuery(vendorCategoryId),
    refetchOnReconnect: false,
  })

export const saveFields = (fields: CustomFormFields, version: number, commandId: string, vendorCategoryId?: string) =>
  call(endpoints.saveCustomFormFields, {
    body: { ...fields, version, ...(vendorCategoryId && { vendorCategoryId }) },
    commandId,
  })

export const readColumns = (signal?: AbortSignal) => call(endpoints.getVendorServiceColumns, { signal })

export const useOwnColumns = () =>
  useQuery({
    queryKey: vendorSettingsKeys.columns,
    queryFn: ({ signal }) => readColumns(signal),
    refetchOnReconnect: false,
  })

export const saveColumns = (columns: CustomColumns, version: number, commandId: string) =>
  call(endpoints.saveVendorServiceColumns, { body: { ...columns, version }, commandId })
