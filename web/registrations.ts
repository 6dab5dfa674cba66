import { loadDelegateCommands } from './features/approvals/delegates/index.ts'
import { loadInboxCount } from './features/approvals/inbox/index.ts'
import { registerTask } from './features/approvals/tasks/index.ts'
import { loadMoneyCommands } from './features/money/ledger/index.ts'
import { loadPlanningCommands } from './features/planning/plans/index.ts'
import { registerCommands } from './features/platform/search/index.ts'
import { loadPageCommands, registerNavCount } from './features/platform/shell/index.ts'
import { loadRequestCommands } from './features/requests/lists/index.ts'
import { ORDER_TASK } from './features/spend/purchase-orders/index.ts'
import { loadSpendCommands } from './features/spend/spend-requests/index.ts'
import { SERVICE_TASK } from './features/vendors/services/index.ts'
import { VENDOR_FORM_TASK } from './features/vendors/vendor-forms/index.ts'
import { loadVendorCommands } from './features/vendors/vendors/index.ts'

// What wings add to the pages of those below them. Their code loads when it is shown.

registerTask('CREATE_SERVICE', SERVICE_TASK)
registerTask('NETSUITE_PURCHASE_ORDER', ORDER_TASK)
registerTask('SEND_VENDOR_FORM', VENDOR_FORM_TASK)

registerNavCount('inbox', loadInboxCount)

for (const load of [
  loadPageCommands,
  loadRequestCommands,
  loadSpendCommands,
  loadVendorCommands,
  loadDelegateCommands,
  loadMoneyCommands,
  loadPlanningCommands,
])
  registerCommands(load)
