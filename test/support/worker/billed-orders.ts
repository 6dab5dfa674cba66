import { newId } from '../../../worker/core/clock.ts'
import { rows } from './sessions.ts'

/** Purchase orders that bills are for. */

interface Ordering {
  company: { id: string }
  vendorId: string | null
  erpVendorId: string
}

interface OrderGiven {
  currency?: string
  lines?: number[]
  vendorId?: string | null
  erpVendorId?: string
  status?: 'OPEN' | 'CLOSED'
}

/** An approved order of the vendor, as its step has stored it. */
export const addOrder = async (
  scene: Ordering,
  given: OrderGiven = {},
): Promise<{ id: string; lineIds: string[]; name: string }> => {
  const { currency = 'USD', lines = [100_000, 20_000], status = 'OPEN', erpVendorId = scene.erpVendorId } = given
  const vendorId = given.vendorId === undefined ? scene.vendorId : given.vendorId
  const id = newId()
  const named = { account: null, department: null, classification: null, location: null }
  const content = {
    vendor: vendorId && { id: vendorId, name: 'Acme Cloud' },
    erpVendor: { id: erpVendorId, name: 'Acme Cloud Inc' },
    ...{ entity: null, department: null, classification: null, location: null },
    ...{ currency, transactionDate: '2026-10-01', memo: 'Servers' },
    lines: lines.map((amount, at) => ({ id: `${id}-${at}`, description: `Item ${at + 1}`, amount, ...named })),
  }
  const total = lines.reduce((sum, amount) => sum + amount, 0)
  // Its number comes after those that other fixtures added to the company, perhaps at the same time.
  const [made] = await rows<{ own: number }>(
    `INSERT INTO purchase_orders (id, company_id, number, status, vendor_id, currency, total_minor, company_minor,
       amount_sort, transaction_date, memo, content, created_at, updated_at, sync_state)
     SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4, ?5, ?6, ?6, ?6, '2026-10-01', 'Servers', ?7, ?8, ?8, 'NONE'
       FROM purchase_orders WHERE company_id = ?2 RETURNING number AS own`,
    ...[id, scene.company.id, status, vendorId, currency, total, JSON.stringify(content), Date.now()],
  )
  return { id, lineIds: content.lines.map((line) => line.id), name: `PO-${made?.own}` }
}
