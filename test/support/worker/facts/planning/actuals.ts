import { vendorLinkFixtures } from '../../fixtures/books/vendor-links.ts'
import { mappingFixtures } from '../../fixtures/mappings.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...mappingFixtures, ...vendorLinkFixtures },
  left: {
    'mappings.save': left('erp-mapping.saved', 'sync.run'),
    'mappings.save-departments': left('erp-mapping.saved', 'sync.run'),
    'mappings.save-locations': left('erp-mapping.saved', 'sync.run'),
    'mappings.update-locations': left('erp-mapping.saved', 'sync.run'),
    'mappings.save-expense-accounts': left('erp-mapping.saved', 'sync.run'),
    'mappings.save-revenue-accounts': left('erp-mapping.saved', 'sync.run'),
    'mappings.dismiss-vendors': left('erp-mapping.saved', 'sync.run'),
    'mappings.add-vendors-to-vendor': left('erp-mapping.saved', 'sync.run'),
    'mappings.remove-vendors-from-vendor': left('erp-mapping.saved', 'sync.run'),
    'mappings.save-classifications': left('business-unit.created erp-mapping.saved', 'sync.run'),
    'mappings.save-vendors': left('vendor.created erp-mapping.saved', 'sync.run vendor.notify'),
    'mappings.map-entities': left('entity.created erp-mapping.saved', 'sync.run'),
    'mappings.by-classification': left('spend-category.created erp-mapping.saved', 'sync.run'),
    'mappings.undo': left('erp-mapping.undone', 'sync.run'),
    'vendor-links.answer': left('erp-mapping.saved', 'sync.run'),
    'vendor-links.undo': left('erp-mapping.saved', 'sync.run'),
    'vendor-links.set': left('vendor-linking.changed'),
  },
  leftElse: {
    'vendor-links.answer answer LINK': left('erp-mapping.saved', 'sync.run'),
    'vendor-links.answer answer REFUSE': left('vendor-link.refused'),
    'vendor-links.answer: one that is none yet': left('vendor.created erp-mapping.saved', 'sync.run vendor.notify'),
    'vendor-links.set isOn false': left(''),
    'vendor-links.set isOn true': left('vendor-linking.changed', 'sync.run'),
  },
  limits: {
    'vendor-links.answer': 'name 120',
    'lookups.erp-accounts': 'search 200; by[] 1; dir[] 1',
    'lookups.erp-currencies': 'search 200; ids[] 100; by[] 1; dir[] 1',
    'lookups.erp-currency-select-options': 'search 200; ids[] 100; by[] 1; dir[] 1',
    'lookups.erp-tax-code-select-options': 'search 200; ids[] 100',
    'lookups.erp-vendor-select-options': 'search 200; ids[] 100',
    'lookups.erp-vendors': 'search 200; by[] 1; dir[] 1',
    'mappings.add-vendors-to-vendor': 'erpVendorIds[] 500',
    'mappings.by-classification': 'accountClassifications[] 50; accountClassifications[] 100',
    'mappings.dismiss-vendors': 'body[] 500',
    'mappings.list': 'search 200',
    'mappings.map-entities': 'body[] 500; newEntityName 120',
    'mappings.remove-vendors-from-vendor': 'erpVendorIds[] 500',
    'mappings.save':
      'changes[] 500; newDepartmentName 120; newLocationName 120; newVendorName 120; newCategoryName 120; newBusinessUnitName 120; newEntityName 120',
    'mappings.save-classifications': 'mappings[] 500; newBusinessUnitName 120',
    'mappings.save-departments': 'mappings[] 500; newDepartmentName 120',
    'mappings.save-expense-accounts': 'mappings[] 500; newCategoryName 120',
    'mappings.save-locations': 'mappings[] 500; newLocationName 120',
    'mappings.save-revenue-accounts': 'mappings[] 500; newCategoryName 120',
    'mappings.save-vendors': 'mappings[] 500; newVendorName 120',
    'mappings.update-locations': 'erpLocations[] 500; newLocationName 120',
  },
}
