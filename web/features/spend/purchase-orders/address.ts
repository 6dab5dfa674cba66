import { type Address, to } from '../../../lib/address.ts'

export const orderHref = (id: string, tab?: string): Address =>
  to('/purchase-orders/$purchaseOrderId/{-$tab}', { purchaseOrderId: id, ...(tab && { tab }) })
export const PURCHASE_ORDERS = { label: 'Purchase orders', href: to('/purchase-orders') }

export const pdfHref = (id: string): string => `/api/purchase-orders/${id}/pdf`
