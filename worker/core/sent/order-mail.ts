/** A purchase order on its way to its vendor, with what its sender wrote. */
export interface OrderMail {
  purchaseOrderId: string
  email: string
  message: string
  by: { name: string; email: string }
}
