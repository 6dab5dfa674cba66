import type { Permission } from '../../../../schema/shared/permissions.ts'
import { type Address, to } from '../../../lib/address.ts'

/** What people call the pages of the menu, by their ids. */
export const ALSO: Readonly<Record<string, string>> = {
  home: 'dashboard start overview',
  inbox: 'approve approvals waiting todo tasks decide',
  requests: 'intake purchase requests tickets',
  'purchase-orders': 'PO orders',
  'services-renewal': 'renewals contracts calendar expiring cancel',
  vendors: 'suppliers',
  services: 'software contracts subscriptions saas licenses',
  'vendor-forms': 'questionnaires security review onboarding',
  'sourcing-events': 'RFP RFQ tenders bids',
  'payments-inbox': 'accounts payable AP to pay',
  bills: 'invoices accounts payable AP pay',
  'payments-checks': 'fraud duplicates holds findings',
  'payments-accounting': 'ledger sync journal general books entries',
  plans: 'budgets forecast',
  actuals: 'spend expenses revenue accounting QuickBooks NetSuite',
  transactions: 'expenses revenue journal spend general ledger',
  documents: 'contracts files attachments',
  departments: 'cost centers teams',
  entities: 'subsidiaries legal companies',
  'spend-categories': 'expense',
  groups: 'teams approvers',
  'all-settings': 'preferences options administration configure',
  modules: 'features turn on off switch enable disable purchase orders payments sourcing',
  'company-settings': 'currency logo time zone fiscal year name',
  members: 'invite users people employees team add user roles permissions access',
  notifications: 'emails reminders digest',
  approvals: 'deadlines business hours decision links approval mode',
  'spend-rules': 'approval policy rules limits thresholds',
  'payments-settings': 'bank account balance limits Stripe funds transfers',
  'email-forwarding': 'inbound email invoices address mailbox',
  'request-configuration': 'categories forms workflows builder templates',
  'approver-matrix': 'approvers table',
  'exchange-rates': 'currency FX rates',
  'actuals-mappings': 'mapping accounting vendors accounts departments classes',
  'budget-mappings': 'mapping plans',
  scim: 'SCIM provisioning SSO SAML Okta Entra Azure mappings directory',
  'api-keys': 'tokens integration developer REST',
  configuration: 'YAML export import backup sandbox',
  'audit-log': 'history changes who changed log',
}

interface OtherPage {
  kind: string
  label: string
  href: Address
  also?: string
  /** If missing, everyone. */
  permission?: Permission
}

/** Pages and commands that are a click or two from the menu. */
export const OTHER_PAGES: readonly OtherPage[] = [
  {
    kind: 'Page',
    label: 'Trial balance',
    href: to('/payments/ledger/trial-balance'),
    also: 'ledger accounts balances report accounting',
    permission: 'payments.accounting',
  },
  {
    kind: 'Page',
    label: 'Payables',
    href: to('/payments/ledger/payables'),
    also: 'accounts payable AP aging age owed cash needed report',
    permission: 'payments.accounting',
  },
  {
    kind: 'Page',
    label: 'Payments',
    href: to('/payments/transactions'),
    also: 'paid bills scheduled failed returned ACH',
    permission: 'payments.use',
  },
  {
    kind: 'Page',
    label: 'Invoices',
    href: to('/payments/invoices'),
    also: 'received emailed uploaded',
    permission: 'payments.use',
  },
  {
    kind: 'Page',
    label: 'Line items of bills',
    href: to('/payments/bills/line-items'),
    also: 'report coding accounts',
    permission: 'payments.use',
  },
  {
    kind: 'New',
    label: 'Enter bill',
    href: to('/payments/bills/new/{-$documentId}', {}),
    also: 'add create invoice',
    permission: 'payments.use',
  },
  {
    kind: 'Page',
    label: 'Sync status',
    href: to('/budget-tracking/actuals/status'),
    also: 'accounting QuickBooks NetSuite connection',
    permission: 'financial-analysis.use',
  },
  {
    kind: 'New',
    label: 'Import plan',
    href: to('/budget-tracking/budgets/import'),
    also: 'budget spreadsheet CSV Excel',
    permission: 'plans.manage',
  },
  {
    kind: 'New',
    label: 'Add member',
    href: to('/settings/members', {}, { dialog: 'new' }),
    also: 'invite user person employee colleague',
    permission: 'members.create',
  },
  {
    kind: 'New',
    label: 'Import members',
    href: to('/settings/members/imports/{-$importId}', {}),
    also: 'invite users people CSV',
    permission: 'members.import',
  },
  {
    kind: 'New',
    label: 'Import vendors',
    href: to('/vendors/imports/{-$importId}', {}),
    also: 'suppliers CSV spreadsheet',
    permission: 'vendors.import',
  },
  {
    kind: 'Settings',
    label: 'Bill rules',
    href: to('/settings/payments/bill-rules'),
    also: 'approval of bills policy',
    permission: 'payments.configure',
  },
  {
    kind: 'Settings',
    label: 'Check settings',
    href: to('/settings/payments/checks'),
    also: 'fraud duplicates holds',
    permission: 'payments.configure',
  },
  {
    kind: 'Settings',
    label: 'Bank details approvers',
    href: to('/settings/payments/payment-details-approvers'),
    also: 'confirm vendor bank account',
    permission: 'payments.configure',
  },
  {
    kind: 'Settings',
    label: 'Reminders',
    href: to('/settings/notifications/reminders'),
    also: 'renewals emails',
    permission: 'notifications.manage',
  },
  {
    kind: 'Settings',
    label: 'Vendor fields',
    href: to('/settings/vendor-management/fields'),
    also: 'custom fields',
    permission: 'vendors.configure',
  },
  {
    kind: 'Page',
    label: 'My notifications',
    href: to('/user/settings/notifications'),
    also: 'preferences emails digest mute',
  },
  {
    kind: 'Page',
    label: 'Sign-in and devices',
    href: to('/user/settings/sessions'),
    also: 'my sessions sign out log out login methods security',
  },
]
