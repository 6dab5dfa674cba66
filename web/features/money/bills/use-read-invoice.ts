import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { usePredictions } from '../../documents/documents/index.ts'
import { useOptionLabels } from '../../platform/lookups/index.ts'
import { findVendor } from './form-api.ts'
import { filledFrom, foundIn } from './found-values.ts'
import type { BillForm } from './line-fields.tsx'
import { ERP } from './sources.ts'

interface Reading {
  form: BillForm
  documentId: string | null
  /** Whether it fills in what is blank, once it is read. */
  fills: boolean
}

/** What is read in the invoice of a form. What someone typed stays. */
export const useReadInvoice = ({ form, documentId, fills }: Reading) => {
  const { data } = usePredictions(documentId ?? '', documentId !== null)
  const read = documentId ? data : undefined
  const found = useMemo(() => (read?.state === 'DONE' ? foundIn(read) : {}), [read])
  const name = found.vendorName?.value
  const vendor = useQuery({
    queryKey: ['bills', 'vendor-named', name],
    queryFn: ({ signal }) => findVendor(name ?? '', signal),
    enabled: fills && name !== undefined,
  })
  const filled = useRef<string | null>(null)
  const isRead = read?.state === 'DONE' && (!name || vendor.isFetched)
  const vendorId = vendor.data?.value ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: an invoice fills in the form once, when it is read
  useEffect(() => {
    if (!fills || !isRead || filled.current === documentId) return
    filled.current = documentId
    form.setValues(filledFrom(form.values, found, vendorId))
  }, [fills, isRead, documentId, vendorId])
  const { erpVendorId, isNewVendor, newErpVendorName } = form.values
  const labels = useOptionLabels(ERP.vendor.name, ERP.vendor.load, erpVendorId ? [erpVendorId] : [])
  return {
    read,
    found,
    vendorName: isNewVendor ? newErpVendorName : labels.data?.find(({ value }) => value === erpVendorId)?.label,
  }
}
