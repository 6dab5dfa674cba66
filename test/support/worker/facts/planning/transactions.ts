import { recodeFixtures } from '../../fixtures/recode.ts'
import { transactionFixtures } from '../../fixtures/transactions.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...transactionFixtures, ...recodeFixtures },
  left: {
    'transactions.update': left('transaction.recoded'),
    'transactions.recode': left('transaction.recoded'),
    'transactions.undo-recode': left('transaction.restored'),
    'transactions.modify-on-vendor': left('transaction.recoded'),
    'transactions.create-thread': left('transaction.commented'),
  },
  limits: {
    'transactions.list':
      'search 200; inDepartmentIds[] 50; notInDepartmentIds[] 50; inBusinessUnitIds[] 50; notInBusinessUnitIds[] 50; inCategoryIds[] 50; notInCategoryIds[] 50; inLocationIds[] 50; notInLocationIds[] 50; inVendorIds[] 50; notInVendorIds[] 50; by[] 1; dir[] 1',
    'transactions.list-csv':
      'search 200; inDepartmentIds[] 50; notInDepartmentIds[] 50; inBusinessUnitIds[] 50; notInBusinessUnitIds[] 50; inCategoryIds[] 50; notInCategoryIds[] 50; inLocationIds[] 50; notInLocationIds[] 50; inVendorIds[] 50; notInVendorIds[] 50; by[] 1; dir[] 1',
    'transactions.totals':
      'search 200; inDepartmentIds[] 50; notInDepartmentIds[] 50; inBusinessUnitIds[] 50; notInBusinessUnitIds[] 50; inCategoryIds[] 50; notInCategoryIds[] 50; inLocationIds[] 50; notInLocationIds[] 50; inVendorIds[] 50; notInVendorIds[] 50',
    'transactions.chart':
      'search 200; inDepartmentIds[] 50; notInDepartmentIds[] 50; inBusinessUnitIds[] 50; notInBusinessUnitIds[] 50; inCategoryIds[] 50; notInCategoryIds[] 50; inLocationIds[] 50; notInLocationIds[] 50; inVendorIds[] 50; notInVendorIds[] 50',
    'transactions.update': 'fromMapping[] 2',
    'transactions.recode':
      'transactionIds[] 100; search 200; inDepartmentIds[] 50; notInDepartmentIds[] 50; inBusinessUnitIds[] 50; notInBusinessUnitIds[] 50; inCategoryIds[] 50; notInCategoryIds[] 50; inLocationIds[] 50; notInLocationIds[] 50; inVendorIds[] 50; notInVendorIds[] 50; fromMapping[] 2',
    'transactions.modify-on-vendor': 'transactionIdsToAdd[] 100; transactionIdsToRemove[] 100',
    'transactions.create-thread': 'erpId 200; lineItemErpId 200; commentBody 10000; documentIds[] 20',
    'transactions.threads-of-line': 'erpId 200; lineItemErpId 200',
    'transactions.users': 'erpId 200; lineItemErpId 200; query 200',
  },
  acting: ['transactions.create-thread'],
}
