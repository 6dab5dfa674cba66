import { serviceFixtures } from '../../fixtures/services.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: serviceFixtures,
  left: {
    'services.create': left('service.created'),
    'services.update': left('service.changed'),
    'services.add-service-item': left('service.changed'),
    'services.archive': left('service.archived'),
    'services.delete': left('service.deleted'),
    'services.save-filter': left(),
    'services.delete-view': left(),
    'services.set-business-units': left('service.changed'),
    'services.set-departments': left('service.changed'),
    'services.set-owners': left('service.changed'),
    'services.set-payment-frequency': left('service.changed'),
    'services.set-payment-terms': left('service.changed'),
  },
  leftElse: {
    'services.archive archived true': left(''),
    'services.archive archived false': left('service.unarchived'),
  },
  limits: {
    'services.add-service-item':
      'unitsPerMonth 0–1000000000; costPerUnit 0–100000000000000; tax 0–100000000000000; savings 0–100000000000000; totalServicePeriodCost 0–100000000000000; note 2000; autoRenewDetail 2000; noticeDays 0–1000; renewalReminders[] 12; customForm[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; fields[] 1000',
    'services.archive': 'serviceIds[] 100',
    'services.create':
      'name 200; description 5000; autoRenewalDetail 2000; departmentIds[] 50; locationIds[] 50; ownerIds[] 50; servicePeriods[] 60; unitsPerMonth 0–1000000000; costPerUnit 0–100000000000000; tax 0–100000000000000; savings 0–100000000000000; totalServicePeriodCost 0–100000000000000; note 2000; autoRenewDetail 2000; noticeDays 0–1000; renewalReminders[] 12; customForm[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; fields[] 1000; documentIds[] 50',
    'services.list':
      'search 200; departmentIds[] 20; serviceAnswerFilters[] 20; serviceAnswerFilters[] 500; servicePeriodAnswerFilters[] 20; servicePeriodAnswerFilters[] 500; by[] 3; dir[] 3',
    'services.by-filter': 'by[] 3; dir[] 3',
    'services.save-filter':
      'search 200; departmentIds[] 20; serviceAnswerFilters[] 20; serviceAnswerFilters[] 500; servicePeriodAnswerFilters[] 20; servicePeriodAnswerFilters[] 500; by[] 3; dir[] 3; columns 3000; label 80',
    'services.set-business-units': 'serviceIds[] 100',
    'services.set-departments': 'serviceIds[] 100; departmentIds[] 50',
    'services.set-owners': 'serviceIds[] 100',
    'services.set-payment-frequency': 'serviceIds[] 100',
    'services.set-payment-terms': 'serviceIds[] 100',
    'services.update':
      'name 200; description 5000; autoRenewalDetail 2000; departmentIds[] 50; locationIds[] 50; ownerIds[] 50; servicePeriods[] 60; unitsPerMonth 0–1000000000; costPerUnit 0–100000000000000; tax 0–100000000000000; savings 0–100000000000000; totalServicePeriodCost 0–100000000000000; note 2000; autoRenewDetail 2000; noticeDays 0–1000; renewalReminders[] 12; customForm[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; fields[] 1000; documentIds[] 50',
    'services.totals':
      'search 200; departmentIds[] 20; serviceAnswerFilters[] 20; serviceAnswerFilters[] 500; servicePeriodAnswerFilters[] 20; servicePeriodAnswerFilters[] 500',
  },
  acting: [
    'services.save-filter',
    'services.delete-view',
    'services.create',
    'services.update',
    'services.add-service-item',
    'services.archive',
    'services.set-business-units',
    'services.set-departments',
    'services.set-owners',
    'services.set-payment-frequency',
    'services.set-payment-terms',
  ],
}
