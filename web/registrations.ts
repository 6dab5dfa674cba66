import { registerTask } from './features/approvals/tasks/index.ts'
import { ORDER_TASK } from './features/spend/purchase-orders/index.ts'
import { SERVICE_TASK } from './features/vendors/services/index.ts'
import { VENDOR_FORM_TASK } from './features/vendors/vendor-forms/index.ts'

// What wings add to the pages of those below them. Their code loads when it is shown.

registerTask('CREATE_SERVICE', SERVICE_TASK)
registerTask('NETSUITE_PURCHASE_ORDER', ORDER_TASK)
registerTask('SEND_VENDOR_FORM', VENDOR_FORM_TASK)
