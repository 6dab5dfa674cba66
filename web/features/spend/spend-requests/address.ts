import { type Address, to } from '../../../lib/address.ts'

export const spendHref = (id: string, tab?: string): Address =>
  to('/spend-requests/$spendRequestId/{-$tab}', { spendRequestId: id, ...(tab && { tab }) })
export const SPEND_REQUESTS = { label: 'Spend requests', href: to('/spend-requests') }
