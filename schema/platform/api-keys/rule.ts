import type { Permission } from '../../shared/permissions.ts'
import { areasOf, KEY_AREA_WORDS, type KeyScopes } from './scopes.ts'

/**
 * What API keys may do, whatever rights their creator has. They never change people, rights, limits, who approves or how
 * people sign in, and move no money: a person does. What is left is open by area, to read or to change.
 */

interface Called {
  id: string
  kind: 'command' | 'query'
  access: Permission | 'session.use'
}

/** Every change with one of these. */
const CLOSED: readonly Called['access'][] = [
  'members.create',
  'members.import',
  'members.manage',
  'members.view-as',
  'members.manage-delegates',
  'members.manage-notifications',
  'api-keys.manage',
  'sign-on.manage',
  'webhook-secret.manage',
  'configuration.import',
  'approvals.configure',
  'spend-rules.configure',
  'categories.configure',
  'categories.create',
  'requests.create-category',
  'payments.guard',
  'payments.pay',
  'payments.start',
  'checks.decide',
  'platform.administer',
]
/** But what changes only a form, or the view of a list. */
const OPEN_OF_CLOSED: readonly string[] = [
  'members.save-filter',
  'members.delete-view',
  'intake.update-steps',
  'intake.save-category-ironclad-workflows',
]
const CLOSED_BY_ID: readonly string[] = [
  // Who approves, in general.
  'approver-matrix.create',
  'approver-matrix.delete',
  'approver-matrix.rename',
  'approver-matrix.save-logic',
  'bills.create-rule-set',
  'bills.delete-rule-set',
  'bills.rename-rule-set',
  'bills.save-rule-set',
  'bills.save-rule-set-levels',
  'bills.set-match-settings',
  'bills.update-rule-set',
  'company.update-settings',
  // Who approves one of them.
  'bills.add-approval',
  'intake.add-task',
  'intake.set-assignee',
  'workflow-tasks.replace-approvers',
  'workflow-tasks.set-assignee',
  'settings.delete-my-delegate',
  'settings.set-my-delegate',
  // Which units and groups people belong to.
  'organisation.delete-business-unit',
  'organisation.delete-department',
  'organisation.delete-department-by-name',
  'organisation.delete-group',
  'organisation.delete-group-by-name',
  'organisation.merge-business-unit',
  'organisation.merge-department',
  'organisation.merge-group',
  'provisioning.save-business-unit-mappings',
  'provisioning.save-department-mappings',
  'provisioning.save-entity-mappings',
  // What checks look for.
  'checks.add-employee-account',
  'checks.remove-employee-account',
  // Signing in.
  'session.create-company-token',
  'session.create-reverse-impersonation-token',
  'session.end-own',
  'sign-on.begin-linking',
  'sign-on.unlink-method',
  'sign-on.unlink-of-member',
  'factors.set-settings',
  'factors.reset',
  'factors.cancel-reset',
  'factors.cancel-own-reset',
  'guarded-changes.decide',
  // Money.
  'payments.load-funds',
  'payments.transfer-funds',
]

/** Whether only people may call it. */
export const isClosedToKeys = ({ id, kind, access }: Called): boolean =>
  kind === 'command' && (CLOSED_BY_ID.includes(id) || (CLOSED.includes(access) && !OPEN_OF_CLOSED.includes(id)))

/** Why a key can't call it, in words. Null if it can. */
export const keyFault = (called: Called, scopes: KeyScopes): string | null => {
  if (isClosedToKeys(called))
    return 'API keys can’t change people, rights, limits or who approves, and can’t move money. A person has to.'
  const isChange = called.kind === 'command'
  if (isChange && !Object.values(scopes).includes('WRITE')) return 'This API key can only read.'
  const missing = areasOf(called.id, called.access).find(
    (area) => scopes[area] === 'NONE' || (isChange && scopes[area] === 'READ'),
  )
  if (!missing) return null
  return `This API key can’t ${isChange ? 'change' : 'read'} what belongs to “${KEY_AREA_WORDS[missing]}”.`
}
