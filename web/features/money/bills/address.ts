import { type Address, to } from '../../../lib/address.ts'

export const billHref = (id: string, tab?: string): Address =>
  to('/payments/bills/$billId/{-$tab}', { billId: id, ...(tab && { tab }) })
