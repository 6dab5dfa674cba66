import { useBillsOfVendor } from '../../../../features/money/bills/index.ts'
import { usePaidToVendor, usePaymentsOfVendor } from '../../../../features/money/payments/index.ts'
import { useTransactionsOfVendor } from '../../../../features/planning/transactions/index.ts'
import { useOrdersOfVendor } from '../../../../features/spend/purchase-orders/index.ts'
import { useSpendOfVendor } from '../../../../features/spend/spend-requests/index.ts'
import type { VendorParts } from '../../../../features/vendors/vendors/index.ts'

/** What other areas show on a vendor's page. */
export const useVendorParts = (): VendorParts => ({
  spend: useSpendOfVendor(),
  orders: useOrdersOfVendor(),
  bills: useBillsOfVendor(),
  paid: usePaidToVendor(),
  transactions: useTransactionsOfVendor(),
  payments: usePaymentsOfVendor(),
})
