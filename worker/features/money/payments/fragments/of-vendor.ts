/** SQL about the payments and bank details of accounting vendors. `vendors` is SQL of their ids. */

/** When bank details that take the place of others were entered last, or null. Of each accounting vendor, from the newest. */
export const bankChangedAt = (vendors: string): string =>
  `(SELECT max((SELECT d.created_at FROM vendor_bank_details d INDEXED BY vendor_bank_details_vendor
       WHERE d.company_id = ?1 AND d.erp_vendor_id = o.id AND d.is_change
       ORDER BY d.created_at DESC, d.id DESC LIMIT 1)) FROM (${vendors}) o)`

/** Whether bank details wait to be confirmed. */
export const bankWaits = (vendors: string): string =>
  `EXISTS (SELECT 1 FROM vendor_bank_details d INDEXED BY vendor_bank_details_entered
     WHERE d.company_id = ?1 AND d.erp_vendor_id IN (${vendors}) AND d.state = 'WAITING')`

/** How many payments aren't sent yet, counted to a hundred. */
export const paymentsToSend = (vendors: string): string =>
  `(SELECT count(*) FROM (SELECT 1 FROM bill_payments p INDEXED BY bill_payments_vendor_waiting
     WHERE p.company_id = ?1 AND p.erp_vendor_id IN (${vendors})
       AND p.status IN ('PENDING', 'APPROVED', 'FAILED', 'RETURNED') LIMIT 100))`
