/**
 * Purchase orders: list and page, and the task of a request that makes them. Invariant: what is typed in the form is
 * never replaced.
 */
export { purchaseOrderQuery } from './api.ts'
export { ORDER_CHANGE_IN_INBOX } from './inbox-subject.ts'
export { useOrdersOfVendor } from './of/on-vendor.tsx'
export { PurchaseOrderList } from './order-list.tsx'
export { PurchaseOrderPage } from './order-page.tsx'
export { ORDER_TASK } from './order-task.ts'
export { orderSearch } from './search.ts'
