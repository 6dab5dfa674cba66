import { ledgerFixtures } from '../../fixtures/ledger.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: ledgerFixtures,
  left: {
    'bills.recreate-erp-sync-entry': left('ledger-entry.recreated'),
    'payments.send-gl-entry': left('ledger-entry.sent'),
    'payments.delete-gl-bill-entry': left('ledger-entry.deleted'),
    'payments.delete-gl-bill-payment-entry': left('ledger-entry.deleted'),
    'payments.delete-gl-ach-load-entry': left('ledger-entry.deleted'),
    'mutation.syncBillToErp': left('ledger-entry.sent'),
    'mutation.syncBillPaymentToErp': left('ledger-entry.sent'),
    'mutation.syncAchLoadToErp': left('ledger-entry.sent'),
  },
  limits: {
    'payments.list-gl-entries': 'search 200; by[] 1; dir[] 1',
  },
}
