import { registerModuleHold } from '../../../platform/company/index.ts'

/** Payments that are on their way or have a day would be lost from sight, or never start. */
registerModuleHold({
  module: 'paymentsEnabled',
  sql: `EXISTS (SELECT 1 FROM bill_payments p INDEXED BY bill_payments_status
                 WHERE p.company_id = ?1 AND p.status = 'PROCESSING')
        OR EXISTS (SELECT 1 FROM bill_payments p INDEXED BY bill_payments_scheduler
                    WHERE p.company_id = ?1 AND p.pay_on IS NOT NULL)`,
  text: 'Payments are on their way or scheduled. Wait until they have arrived, or cancel the scheduled ones',
})
