import type { Access } from '../../../worker/core/operation.ts'

/** Operations whose rule is loosened with real calls. All others are looked at without: see `complete.test.ts`. */

/** One for each kind of access, with the one that it declares. */
export const REPRESENTATIVES: Record<string, Access> = {
  // Anyone signed in, a vendor's people, and those of them who have chosen a customer.
  'session.list-own': 'session.use',
  'vendor-portal.associated-companies': 'vendor.use',
  'vendor-portal.contacts': 'vendor.work',
  // Any member; a feature of the company; a role; a role and a feature; one of several roles; what one owns.
  'vendors.list': 'vendors.use',
  'intake.add-documents': 'requests.use',
  'company.settings': 'settings.manage',
  'organisation.merge-entity': 'entities.manage',
  'members.get': 'members.manage',
  'intake.category-rules': 'categories.configure',
  'payments.list-invoice-lessons': 'payments.use',
  // Only in person, and platform staff.
  'sample-data.get': 'sample-data.manage',
  'moves.get': 'platform.administer',
}

/**
 * These tell some whom their access lets through the same as their access tells others, or the tests' installation has
 * their access on for everyone. The matrix's table alone can't say whether it would notice.
 */
export const ASKED_BY_CALLS = [
  'members.create',
  'threads.create-chat-thread',
  'threads.chat-threads',
  'threads.chat-messages',
  'threads.ask-assistant',
  'intake.create-category',
  'bills.create',
  'services.fields-from-document',
]
