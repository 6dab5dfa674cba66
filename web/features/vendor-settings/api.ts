import { useQuery } from '@tanstack/react-query'
import type { CustomColumns } from '../../../schema/vendor-settings/columns.ts'
import * as endpoints from '../../../schema/vendor-settings/endpoints.ts'
import type { CustomFormFields } from '../../../schema/vendor-settings/fields.ts'
import { call } from '../../lib/rest.ts'

export const vendorSettingsKeys = {
  all: ['vendor-settings'] as const,
  fields: ['vendor-settings', 'fields'] as const,
  columns: ['vendor-settings', 'columns'] as const,
  history: ['vendor-settings', 'history'] as const,
}

export const readFields = (signal?: AbortSignal) => call(endpoints.getCustomFormFields, { signal })

export const useFields = () =>
  useQuery({
    queryKey: vendorSettingsKeys.fields,
    queryFn: ({ signal }) => readFields(signal),
    refetchOnReconnect: false,
  })

export const saveFields = (fields: CustomFormFields, version: number, commandId: string) =>
  call(endpoints.saveCustomFormFields, { body: { ...fields, version }, commandId })

export const readColumns = (signal?: AbortSignal) => call(endpoints.getVendorServiceColumns, { signal })

export const useColumns = () =>
  useQuery({
    queryKey: vendorSettingsKeys.columns,
    queryFn: ({ signal }) => readColumns(signal),
    refetchOnReconnect: false,
  })

export const saveColumns = (columns: CustomColumns, version: number, commandId: string) =>
  call(endpoints.saveVendorServiceColumns, { body: { ...columns, version }, commandId })
