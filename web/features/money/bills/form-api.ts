import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  type Bill,
  type BillPreviewInput,
  getBill,
  latestBillOfVendor,
  previewBill,
} from '../../../../schema/money/bills/endpoints.ts'
import { getInvoice, getInvoiceOfDocument } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import { billKeys, invoiceKeys } from './api.ts'
import { ERP } from './sources.ts'

const FORM_VALUES = graphql(`
  query BillFormValues($billId: ID) {
    billFormValues(billId: $billId) {
      needsAccounts
      needsEntity
      hasAccounts
      hasDepartments
      hasClasses
      entities { id name }
      accountingPeriods { id name }
      currencies { id symbol }
      taxCodes { id name }
      amortizationTemplates { id name }
      customFields { scriptId name options { label value } }
      lineCustomFields { scriptId name options { label value } }
      customSegments { scriptId name options { label value } }
    }
  }
`)

export const formValuesQuery = (billId?: string) =>
  queryOptions({
    queryKey: [...billKeys.all, 'form', billId ?? 'new'],
    queryFn: async ({ signal }) =>
      (await runGraphql(FORM_VALUES, { billId: billId ?? null }, { signal })).billFormValues,
  })

export const readBill = (id: string): Promise<Bill> => call(getBill, { params: { billId: id } })

/** Who would approve what is typed. The last result stays visible while the next one is computed. */
export const useBillPreview = (input: BillPreviewInput, enabled: boolean) =>
  useQuery({
    queryKey: [...billKeys.all, 'preview', input],
    queryFn: ({ signal }) => call(previewBill, { body: input, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** What starts the vendor's next bill, or null. */
export const useLatestBill = (erpVendorId: string | null) =>
  useQuery({
    queryKey: [...billKeys.all, 'latest', erpVendorId],
    queryFn: ({ signal }) => call(latestBillOfVendor, { params: { erpVendorId: erpVendorId ?? '' }, signal }),
    enabled: erpVendorId !== null,
  })

export const readInvoiceOf = (documentId: string) => call(getInvoiceOfDocument, { params: { documentId } })

export const useInvoiceOf = (documentId: string | undefined) =>
  useQuery({
    queryKey: [...invoiceKeys.all, 'of-document', documentId],
    queryFn: ({ signal }) => call(getInvoiceOfDocument, { params: { documentId: documentId ?? '' }, signal }),
    enabled: documentId !== undefined,
  })

export const useInvoice = (invoiceId: string | null) =>
  useQuery({
    queryKey: [...invoiceKeys.all, 'one', invoiceId],
    queryFn: ({ signal }) => call(getInvoice, { params: { invoiceId: invoiceId ?? '' }, signal }),
    enabled: invoiceId !== null,
  })

/** The accounting system's vendor of exactly this name. */
export const findVendor = async (name: string, signal: AbortSignal) => {
  const { edges } = await ERP.vendor.load({ search: name, first: 5 }, signal)
  return edges.find(({ node }) => node.label.toLowerCase() === name.toLowerCase())?.node ?? null
}
