/** SQL: whether one of the vendor's three newest purchase orders is open, in this currency. All are SQL. */
export const hasOpenOrder = (company: string, vendorId: string, currency: string): string =>
  `EXISTS (SELECT 1 FROM (SELECT n.status, n.currency FROM purchase_orders n INDEXED BY purchase_orders_vendor
      WHERE n.company_id = ${company} AND n.vendor_id = ${vendorId} ORDER BY n.created_at DESC, n.id DESC LIMIT 3) o
     WHERE o.status = 'OPEN' AND o.currency = ${currency})`
