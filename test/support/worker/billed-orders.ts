import { newId } from '../../../worker/core/clock.ts'
import { rows, run } from './sessions.ts'

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
  // After what other fixtures added to the company.
  const [next] = await rows<{ own: number }>(
    'SELECT COALESCE(MAX(number), 0) + 1 AS own FROM purchase_orders WHERE company_id = ?',
    scene.company.id,
  )
  const own = next?.own ?? 1
  const named = { account: null, department: null, classification: null, location: null }
  const content = {
    vendor: vendorId && { id: vendorId, name: 'Acme Cloud' },
    erpVendor: { id: erpVendorId, name: 'Acme Cloud Inc' },
    ...{ entity: null, department: null, classification: null, location: null },
    ...{ currency, transactionDate: '2026-10-01', memo: 'Servers' },
    lines: lines.map((amount, at) => ({ id: `${id}-${at}`, description: `Item ${at + 1}`, amount, ...named })),
  }
  const total = lines.reduce((sum, amount) => sum + amount, 0)
  await run(
    `INSERT INTO purchase_orders (id, company_id, number, status, vendor_id, currency, total_minor, company_minor,
       amount_sort, transaction_date, memo, content, created_at, updated_at, sync_state)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?7, '2026-10-01', 'Servers', ?8, ?9, ?9, 'NONE')`,
    ...[id, scene.company.id, own, status, vendorId, currency, total, JSON.stringify(content), Date.now()],
  )
  return { id, lineIds: content.lines.map((line) => line.id), name: `PO-${own}` }
}
