import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/money/vendor-invoices/endpoints.ts'
import { call } from '../../../lib/rest.ts'

export type { VendorInvoice } from '../../../../schema/money/vendor-invoices/endpoints.ts'

export const vendorInvoiceKeys = {
  all: ['vendor-portal', 'invoices'] as const,
  settings: ['payments', 'vendor-invoice-settings'] as const,
}

export const useSentInvoices = () =>
  useInfiniteQuery({
    queryKey: [...vendorInvoiceKeys.all, 'sent'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listVendorInvoices, { query: pageParam === null ? {} : { after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

export const useInvoiceCustomers = () =>
  useQuery({
    queryKey: [...vendorInvoiceKeys.all, 'customers'],
    queryFn: ({ signal }) => call(endpoints.listInvoiceCustomers, { signal }),
  })

export const useInvoiceOrders = (companyId: string) =>
  useQuery({
    queryKey: [...vendorInvoiceKeys.all, 'orders', companyId],
    queryFn: ({ signal }) => call(endpoints.listInvoiceOrders, { params: { companyId }, signal }),
    enabled: companyId !== '',
  })

export const useVendorInvoiceSettings = () =>
  useQuery({
    queryKey: vendorInvoiceKeys.settings,
    queryFn: ({ signal }) => call(endpoints.getVendorInvoiceSettings, { signal }),
  })
