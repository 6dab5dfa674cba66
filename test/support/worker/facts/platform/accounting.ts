import { accountingFixtures } from '../../fixtures/accounting.ts'
import { billSettingsFixtures } from '../../fixtures/bill-settings.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...accountingFixtures, ...billSettingsFixtures },
  left: {
    'erp-sync.set-step': left(),
    'erp-sync.create-sync-job': left('accounting.sync-started', 'sync.run'),
    'erp-sync.trigger': left('accounting.sync-started', 'sync.run'),
    'erp-sync.compare-entries': left('', 'sync.run'),
    'erp-sync.accept-drift': left('accounting.drift-accepted'),
    'erp-sync.send-entry-again': left('accounting.entry-sent-again', 'accounting.send'),
    'erp-sync.set-entity-sync-accounts': left('accounting.entity-accounts-changed'),
    'erp-sync.set-show-on-bill': left('accounting.bill-field-changed'),
    'erp-sync.set-segment-enabled': left('accounting.bill-field-changed'),
    'integrations.upsert-accounting-token': left('accounting.connected', 'sync.run'),
    'integrations.connect-netsuite-certificate': left('accounting.connected', 'sync.run'),
    'integrations.begin-quickbooks': left(),
    'integrations.connect-quickbooks': left('accounting.connected', 'sync.run'),
    'integrations.delete-accounting': left('accounting.disconnected'),
    'integrations.delete-accounting-integration': left('accounting.disconnected'),
  },
  limits: {
    'erp-sync.accept-drift': 'reason 1000',
    'erp-sync.custom-field-options': 'search 200',
    'erp-sync.sync-metadata': 'count 1–100',
    'integrations.connect-quickbooks': 'code 2000; state 500; realmId 30',
    'integrations.connect-netsuite-certificate': 'realmId 60; clientId 200; certificateId 200; privateKey 10000',
    'integrations.upsert-accounting-token':
      'consumerKey 200; consumerSecret 200; token 200; tokenSecret 200; realmId 60',
  },
}
