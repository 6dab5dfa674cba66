import { type Address, to } from '../../../lib/address.ts'

export const billHref = (id: string, tab?: string): Address =>
  to('/payments/bills/$billId/{-$tab}', { billId: id, ...(tab && { tab }) })

export const editHref = (id: string): Address => to('/payments/bills/edit/$billId', { billId: id })

/** @param documentId of the invoice that it is entered from */
export const newBillHref = (documentId?: string): Address =>
  to('/payments/bills/new/{-$documentId}', documentId ? { documentId } : {})

/** One invoice after another. */
export const nextBillHref = (documentId: string): Address =>
  to('/payments/bills/new/{-$documentId}', { documentId }, { after: 'next' })
