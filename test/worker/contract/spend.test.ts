import { checkRows } from './check-rows.ts'
import { purchaseOrderRows } from './purchase-orders.ts'
import { spendRows } from './spend-requests.ts'

checkRows('spend requests', spendRows)
checkRows('purchase orders', purchaseOrderRows)
