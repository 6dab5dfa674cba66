import { type Address, to } from '../../../../lib/address.ts'
import { usePageSearch } from '../../../../lib/search-params.ts'
import { nextBillHref } from '../address.ts'
import { useWaitingInvoices } from '../api.ts'
import { newBillSearch } from '../search.ts'

interface InvoiceQueue {
  /** The next invoice's form, or the inbox after the last one. */
  next: Address
  /** How many wait besides this one. */
  note: string
}

/** What follows the bill of an invoice, for someone who enters one after another. Null for anyone else. */
export const useInvoiceQueue = (documentId: string | undefined): InvoiceQueue | null => {
  const [{ after: mode }] = usePageSearch(newBillSearch)
  const { data } = useWaitingInvoices(mode === 'next')
  if (mode !== 'next' || !documentId || !data) return null
  const ids = data.edges.map(({ node }) => node.document.id)
  const others = ids.filter((id) => id !== documentId)
  const after = ids.slice(ids.indexOf(documentId) + 1)[0] ?? others[0]
  const count = `${others.length}${data.pageInfo.hasNextPage ? ' or more' : ''}`
  return {
    next: after ? nextBillHref(after) : to('/payments'),
    note: others.length === 0 ? 'This is the last invoice' : `${count} more to enter`,
  }
}
