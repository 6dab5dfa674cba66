import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Invoice } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { lessonsOfVendor } from '../../../../schema/money/invoice-reading/lessons.ts'
import { usePredictions } from '../../documents/documents/index.ts'
import { useOptionLabels } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { findVendor } from './form-api.ts'
import { type FoundInvoice, filledFrom, foundIn, NOTHING_FOUND, refilledFrom, saidIn } from './found-values.ts'
import { useLessons, useRecognizedVendor } from './lessons-api.ts'
import type { BillForm } from './lines/line-extras.tsx'
import { ERP } from './sources.ts'

interface Reading {
  form: BillForm
  documentId: string | null
  /** What its vendor wrote with it in the portal. */
  sent: Invoice['sent']
  /** Whether it fills in what is blank, once it is read. */
  fills: boolean
}

const NONE: never[] = []

/** What is read in the invoice of a form, with what was learned of its vendor. What someone typed stays. */
export const useReadInvoice = ({ form, documentId, sent, fills }: Reading) => {
  const { currency } = useCompany()
  const { data } = usePredictions(documentId ?? '', documentId !== null)
  const read = documentId ? data : undefined
  const isDone = read?.state === 'DONE'
  // Nothing is read in a picture. Its vendor is known all the same.
  const isSettled = isDone || (sent !== null && read !== undefined && read.state !== 'PENDING')
  const { erpVendorId, isNewVendor, newErpVendorName, invoiceId } = form.values
  const recognized = useRecognizedVendor(invoiceId, isSettled)
  const ownNames = recognized.data?.ownNames ?? NONE
  const lessons = useLessons(isNewVendor ? null : (erpVendorId ?? recognized.data?.erpVendor?.id ?? null))
  const found = useMemo(
    () =>
      read && isDone
        ? foundIn(read, { ownNames, currency, lessons: lessonsOfVendor(lessons.data ?? NONE) })
        : NOTHING_FOUND,
    [read, isDone, ownNames, currency, lessons.data],
  )
  const name = found.vendorName?.value
  // A document that was read before invoices had a layout is recognized by its parties.
  const asks = fills && name !== undefined && recognized.isFetched && !recognized.data?.erpVendor
  const vendor = useQuery({
    queryKey: ['bills', 'vendor-named', name],
    queryFn: ({ signal }) => findVendor(name ?? '', signal),
    enabled: asks,
  })
  const vendorId = recognized.data?.erpVendor?.id ?? vendor.data?.value ?? null
  const isReady = isSettled && recognized.isFetched && (!asks || vendor.isFetched) && !lessons.isLoading
  const filled = useRef<{ documentId: string | null; found: FoundInvoice } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an invoice fills in the form when it is read, and again when another vendor's lessons read it otherwise
  useEffect(() => {
    if (!fills || !isReady || filled.current?.found === found) return
    const former = filled.current?.documentId === documentId ? filled.current.found : null
    filled.current = { documentId, found }
    const values = former
      ? refilledFrom(form.values, former, found)
      : saidIn(filledFrom(form.values, found, vendorId), sent)
    const isTyped = form.isDirty()
    form.setValues(values)
    // What only the invoice says is read again: there is nothing to keep, and nothing to ask about when leaving.
    if (!isTyped) form.resetDirty(values)
  }, [fills, isReady, documentId, vendorId, found])
  const labels = useOptionLabels(ERP.vendor.name, ERP.vendor.load, erpVendorId ? [erpVendorId] : [])
  return {
    /** Nothing more comes into the form by itself. */
    isFilled: documentId !== null && isReady,
    ...{ read, found, recognizedBy: recognized.data?.erpVendor?.id === erpVendorId ? recognized.data?.by : null },
    lessons: isNewVendor || !erpVendorId ? NONE : (lessons.data ?? NONE),
    vendorName: isNewVendor ? newErpVendorName : labels.data?.find(({ value }) => value === erpVendorId)?.label,
  }
}
