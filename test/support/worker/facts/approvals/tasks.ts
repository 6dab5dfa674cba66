import { workflowTaskFixtures } from '../../fixtures/workflow-tasks.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: workflowTaskFixtures,
  left: {
    'services.create-from-task': left(
      'service.created intake-submission.service-created intake-submission.approved',
      'request.notify task.complete',
    ),
    'workflow-tasks.reveal-webhook-secret': left('webhook-secret.shown'),
    'workflow-tasks.rotate-webhook-secret': left('webhook-secret.rotated'),
    'documents.send': left('document.sent intake-submission.documents-sent', 'documents.send'),
    'workflow-tasks.retry': left('intake-submission.task-retried', 'task.run'),
    'workflow-tasks.additional-step-complete': left(
      'intake-submission.answered intake-submission.task-completed intake-submission.approved',
      'request.notify',
    ),
    'workflow-tasks.webhook-complete': left('intake-submission.task-completed', 'request.notify'),
  },
  leftElse: {
    'documents.send: a document of a vendor': left('document.sent vendor.documents-sent', 'documents.send'),
    'documents.send: a document of a request': left('document.sent', 'documents.send'),
  },
  limits: {
    'documents.send': 'email 254; documentIds[] 20; emailCopy 5000',
    'services.create-from-task':
      'name 200; description 5000; autoRenewalDetail 2000; departmentIds[] 50; locationIds[] 50; ownerIds[] 50; servicePeriods[] 60; unitsPerMonth 0–1000000000; costPerUnit 0–100000000000000; tax 0–100000000000000; savings 0–100000000000000; totalServicePeriodCost 0–100000000000000; note 2000; autoRenewDetail 2000; noticeDays 0–1000; renewalReminders[] 12; customForm[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; fields[] 1000; documentIds[] 50',
    'workflow-tasks.additional-step-complete':
      'comment 5000; steps[] 20; fields[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000',
    'workflow-tasks.webhook-complete': 'url 2000; fields[] 50; key 100; value 2000',
  },
}
