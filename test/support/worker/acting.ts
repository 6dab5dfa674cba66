import type { AnyOperation } from '../../../worker/core/operation.ts'
import type { Principal } from './matrix-world.ts'

/**
 * What can be done in a session that views as another member, written out. Any other operation must refuse it. Anyone
 * viewing can read.
 */

/** Changes to nothing of the member's. */
export const VIEWERS_MAY = new Set([
  'session.create-from-login-token',
  'session.create-reverse-impersonation-token',
  'session.clear',
  'session.send-login-link',
  'shell.report-error',
])

/** A member's everyday work. */
export const ACTING_MAY = new Set([
  // Requests, without their approvals and tasks
  'intake.save-submission',
  'intake.set-archived',
  'intake.archive-several',
  'intake.set-assignee',
  'intake.add-watchers',
  'intake.remind',
  'intake.remind-several',
  'intake.duplicate',
  'intake.save-filter-query',
  'intake.delete-filter-query',
  'intake.add-services',
  'intake.unlink-service',
  'intake.add-documents',
  'intake.unlink-document',
  'intake.add-vendors',
  'proposed-vendors.propose',
  'intake.unlink-vendor',
  'workflow-tasks.add-documents',
  'approvals.answer-send-back',
  // Bills, without their approvals
  'bills.create',
  'bills.update',
  'bills.remind',
  'bills.set-archived',
  'bills.set-watchers',
  'bills.update-documents',
  'bills.save-filter',
  'bills.delete-view',
  'bill-payments.save-filter',
  'bill-payments.delete-view',
  // Comments
  'intake.create-thread',
  'threads.create-for-request',
  'vendors.create-thread',
  'vendors.send-intake-invitation',
  'vendor-forms.resend',
  'vendor-forms.revoke',
  'services.create-thread',
  'documents.create-thread',
  'transactions.create-thread',
  'bills.create-thread',
  'workflow-tasks.create-thread',
  'threads.create-comment-line',
  'threads.update-comment',
  'threads.delete-comment',
  'threads.resolve',
  'threads.unresolve',
  // Documents
  'documents.grant-upload',
  'documents.upload',
  'documents.create',
  'documents.update',
  'documents.archive',
  'documents.extract-text',
  'documents.summarize',
  'vendors.add-documents',
  'vendors.remove-documents',
  'services.add-documents',
  'services.remove-documents',
  // Vendors
  'vendors.create',
  'vendors.update',
  'vendors.archive',
  'vendors.set-owners',
  'vendors.set-logo',
  'vendors.save-filter',
  'vendors.delete-view',
  'documents.save-filter',
  'documents.delete-view',
  'members.save-filter',
  'members.delete-view',
  'services.save-filter',
  'services.delete-view',
  // Spend requests
  'spend-requests.create',
  'spend-requests.create-for-submission',
  'spend-requests.update',
  'spend-requests.modify-description',
  'spend-requests.remind',
  'spend-requests.set-archived',
  'spend-requests.set-watchers',
  'spend-requests.archive-several',
  'spend-requests.remind-several',
  'spend-requests.add-documents',
  'spend-requests.remove-documents',
  'spend-requests.change-services',
  'spend-requests.change-on-service',
  'spend-requests.create-thread',
  'purchase-orders.create-thread',
  'purchase-orders.propose-change',
  'purchase-orders.remind',
  'purchase-orders.add-documents',
  'purchase-orders.remove-documents',
  'purchase-orders.save-filter',
  'purchase-orders.delete-view',
  'spend-requests.save-filter',
  'spend-requests.delete-view',
  // Services
  'services.create',
  'services.update',
  'services.add-service-item',
  'services.archive',
  'services.set-business-units',
  'services.set-departments',
  'services.set-owners',
  'services.set-payment-frequency',
  'services.set-payment-terms',
])

export const isRefusedAsAnother = ({ id, kind }: AnyOperation, principal: Principal): boolean => {
  if (kind === 'query' || VIEWERS_MAY.has(id)) return false
  return principal === 'adminAsMember' || (principal === 'adminForMember' && !ACTING_MAY.has(id))
}
