import type { CompanyFlag } from '../../shared/permissions.ts'

/** What each of a company's flags turns on, in words. Platform staff switch them, and company admins a few of them. */

export interface FlagWords {
  label: string
  /** What members notice while it is on. */
  text: string
  /** Nothing reads the flag yet, so it can't be turned on. */
  isMissing?: true
  /** Follows from something that people do elsewhere, so it isn't turned on here: where that is. */
  setBy?: string
}

interface FlagGroup {
  title: string
  flags: Partial<Record<CompanyFlag, FlagWords>>
}

const missing = (label: string, text: string): FlagWords => ({ label, text, isMissing: true })

export const FLAG_GROUPS: FlagGroup[] = [
  {
    title: 'Requests and approvals',
    flags: {
      enableIntakeRequests: {
        label: 'Intake requests',
        text: 'Members file requests by category, and workflows decide who approves them.',
      },
      enforceIntakeApprovalOrder: {
        label: 'Enforced approval order',
        text: 'A level can be decided only after all earlier levels. Without it, approvers can decide ahead of time.',
      },
      restrictSubmissionEditToAdmins: {
        label: 'Only admins edit submitted requests',
        text: 'Requesters can’t change a request after submitting it. Admins can.',
      },
      enableEditWithApprovalBypass: {
        label: 'Edits that keep approvals',
        text: 'Members with approval bypass access can edit a pending request without restarting its approvals.',
      },
      enableSourcing: {
        label: 'Sourcing forms',
        text: 'Public forms that people outside the company fill in without signing in.',
      },
      enableSpendRequests: {
        label: 'Spend requests',
        text: 'Requests with lines and cost by month, approved by rule sets.',
      },
      enableRequestAnalyticsChat: {
        label: 'Request analytics chat',
        text: 'Admins and super viewers ask about all requests in words, and get counts, amounts and times.',
      },
    },
  },
  {
    title: 'Vendors and services',
    flags: {
      enableVendorCategories: {
        label: 'Vendor categories',
        text: 'Vendors are sorted into categories with their own custom fields.',
      },
      enableVendorIntake: {
        label: 'Vendor forms',
        text: 'Forms are sent to vendors, who fill them in with an account or by a link.',
      },
      enableN12mServiceSpend: {
        label: 'Service spend of the next 12 months',
        text: 'Vendors and services show what their services will cost in the next 12 months.',
      },
      enableNetsuitePurchaseOrder: {
        label: 'Purchase orders',
        text: 'Workflows can make purchase orders, in the connected accounting system or as Outlay’s own.',
      },
    },
  },
  {
    title: 'Organization and currencies',
    flags: {
      enableBusinessUnits: {
        label: 'Business units',
        text: 'Members, services and approvals can belong to business units.',
      },
      forceBusinessUnits: missing('Required business units', 'Each member has to belong to a business unit.'),
      enableEntities: { label: 'Entities', text: 'Members and requests can name one of the company’s legal entities.' },
      enableCurrencies: {
        label: 'Other currencies',
        text: 'Amounts can be in any supported currency, and admins set exchange rates.',
      },
    },
  },
  {
    title: 'Documents and email',
    flags: {
      enableDocumentSummary: {
        label: 'Document summaries',
        text: 'Members can have a document summarized on its page.',
      },
      enableEmailBodyPdfCreation: {
        label: 'PDF of an email’s text',
        text: 'A forwarded email without a usable file becomes a PDF of its text.',
      },
      enableForwardConfirmationEmail: {
        label: 'Forwarding confirmations',
        text: 'Gmail’s confirmation of a new forwarding address is emailed to the company’s admins.',
      },
    },
  },
  {
    title: 'Signing in',
    flags: {
      enableEmailLinkLogin: {
        label: 'Login links by email',
        text: 'Members sign in with a single-use link. Without any other method, turning it off locks everyone out.',
      },
      enableGoogleLogin: { label: 'Google', text: 'Members sign in with their Google account.' },
      enableMicrosoftLogin: { label: 'Microsoft', text: 'Members sign in with their Microsoft account.' },
      enableOktaLogin: { label: 'Okta', text: 'Members sign in with the company’s Okta.' },
      enableOktaSamlLogin: missing('Okta SAML', 'Members sign in with Okta by SAML.'),
    },
  },
  {
    title: 'Payments, accounting and reports',
    flags: {
      paymentsEnabled: { label: 'Payments', text: 'Bills are entered, approved and paid.' },
      paymentsOnboarded: {
        label: 'Payments set up',
        text: 'The company’s account at the payment provider is ready.',
        setBy: 'Set by the company when it sets up payments',
      },
      enablePaymentAccounting: {
        label: 'Payment accounting',
        text: 'Ledger, payables, and what is sent of bills and payments to the accounting system.',
      },
      enablePaymentsProcessing: {
        label: 'Payment processing',
        text: 'Bills are paid through Outlay, once the company has set up payments. Off, they are paid elsewhere and marked.',
      },
      isErpLinked: {
        label: 'Accounting system',
        text: 'QuickBooks or NetSuite is connected, and transactions are read from it.',
        setBy: 'Set by the company when it connects one',
      },
      netsuiteSoapEnabled: {
        label: 'NetSuite SOAP',
        text: 'NetSuite is read by its older interface, for roles that may not use the newer one.',
      },
      enableAllocationTransactions: missing('Allocation transactions', 'Actuals include allocations.'),
      spendReview: missing('Spend review', 'A report about spend by vendor, category and unit.'),
    },
  },
]

const ALL = Object.assign({}, ...FLAG_GROUPS.map(({ flags }) => flags)) as Record<CompanyFlag, FlagWords>

export const flagWords = (flag: CompanyFlag): FlagWords => ALL[flag]

/** Why what stands on a flag is refused while it is off. */
export const whyOff = (flag: CompanyFlag): string =>
  `Your company doesn’t use ${ALL[flag].label.replace(/^./, (first) => first.toLowerCase())}`

/** What a company's own admins switch. The others are the platform's. */
export const COMPANY_CHOICES = [
  'enforceIntakeApprovalOrder',
  'restrictSubmissionEditToAdmins',
  'enableEditWithApprovalBypass',
  'enableCurrencies',
] as const satisfies readonly CompanyFlag[]
export type CompanyChoice = (typeof COMPANY_CHOICES)[number]
