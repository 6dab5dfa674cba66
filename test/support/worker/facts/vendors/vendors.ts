import { vendorFixtures } from '../../fixtures/vendors.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: vendorFixtures,
  left: {
    'vendors.create-category': left('vendor-category.created'),
    'vendors.update-category': left('vendor-category.renamed'),
    'vendors.delete-category': left('vendor-category.deleted'),
    'vendors.create': left('vendor.created', 'vendor.notify'),
    'vendors.update': left('vendor.changed', 'vendor.notify'),
    'vendors.delete': left('vendor.deleted', 'vendor.notify'),
    'vendors.save-filter': left(),
    'vendors.delete-view': left(),
    'vendors.set-logo': left('vendor.changed'),
    'vendors.archive': left('vendor.archived', 'vendor.notify'),
    'vendors.set-payment-methods': left('vendor.changed', 'vendor.notify'),
    'vendors.set-owners': left('vendor.changed'),
    'vendors.reveal-tax-ids': left('vendor.tax-ids-shown'),
    'vendors.create-verification': left('vendor.verified', 'vendor.notify'),
  },
  leftElse: {
    'vendors.archive archived true': left(''),
    'vendors.archive archived false': left('vendor.unarchived', 'vendor.notify'),
    'vendors.create-verification verified false': left('vendor.not-verified', 'vendor.notify'),
  },
  limits: {
    'vendors.archive': 'vendorIds[] 100',
    'vendors.by-filter': 'by[] 3; dir[] 3',
    'vendors.by-name': 'name 200',
    'vendors.category-select-options': 'search 200; ids[] 100',
    'vendors.create':
      'description 5000; website 300; firstName 120; lastName 120; email 254; phone 60; memo 500; contacts[] 50; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; taxPayerIdentificationNumbers[] 20; taxPayerIdentificationNumber 60; vendorCategories[] 20; vendorCategoryName 200; fields[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; customForm[] 1000; erpVendors[] 100; name 200; owners[] 50',
    'vendors.create-category': 'name 120',
    'vendors.create-verification':
      'businessName 300; businessAddress1 300; businessAddress2 300; businessCity 120; businessState 120; businessPostalCode 40; businessCountry 80; businessTaxId 60; note 2000',
    'vendors.list': 'search 200; answerFilters[] 20; answerFilters[] 500; by[] 3; dir[] 3',
    'vendors.logo': 'name 200',
    'vendors.save-filter':
      'search 200; answerFilters[] 20; answerFilters[] 500; by[] 3; dir[] 3; columns 3000; label 80',
    'vendors.set-logo': 'name 200',
    'vendors.set-owners': 'vendorIds[] 100; ownerIds[] 50',
    'vendors.set-payment-methods': 'vendorIds[] 100',
    'vendors.update':
      'description 5000; website 300; firstName 120; lastName 120; email 254; phone 60; memo 500; contacts[] 50; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; taxPayerIdentificationNumbers[] 20; taxPayerIdentificationNumber 60; vendorCategories[] 20; vendorCategoryName 200; fields[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; customForm[] 1000; erpVendors[] 100; name 200; owners[] 50',
    'vendors.update-category': 'name 120',
    'vendors.totals': 'search 200; answerFilters[] 20; answerFilters[] 500',
  },
  acting: [
    'vendors.create',
    'vendors.update',
    'vendors.archive',
    'vendors.set-owners',
    'vendors.set-logo',
    'vendors.save-filter',
    'vendors.delete-view',
  ],
}
