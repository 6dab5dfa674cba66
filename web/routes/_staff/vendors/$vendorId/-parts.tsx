import { useBillsOfVendor } from '../../../../features/money/bills/index.ts'
import { usePaidToVendor, usePaymentsOfVendor } from '../../../../features/money/payments/index.ts'
import { useTransactionsOfVendor } from '../../../../features/planning/transactions/index.ts'
import { VendorBrief } from '../../../../features/planning/vendor-brief/index.ts'
import { useOrdersOfVendor } from '../../../../features/spend/purchase-orders/index.ts'
import { useSpendOfVendor } from '../../../../features/spend/spend-requests/index.ts'
import type { VendorParts } from '../../../../features/vendors/vendors/index.ts'

/** What other areas show on a vendor's page. */
export const useVendorParts = (): VendorParts => ({
  brief: (vendor) => <VendorBrief vendor={vendor} />,
  spend: useSpendOfVendor(),
  orders: useOrdersOfVendor(),
  bills: useBillsOfVendor(),
  paid: usePaidToVendor(),
  transactions: useTransactionsOfVendor(),
  payments: usePaymentsOfVendor(),
})
