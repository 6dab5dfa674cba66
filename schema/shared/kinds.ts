/** Every kind of object that people work with: what it is called, and the address of its page. */

interface KindWords {
  /** In sentences: "the vendor". */
  noun: string
  /** In lists and filters, where the noun alone isn't clear. */
  label?: string
  /** The address of its page, or of the list that shows it. Null if it has none of its own. */
  page: string | null
  /** The parts of the page that show its conversations and its history, if they aren't on the page itself. */
  threads?: string
  history?: string
}

export const KINDS = {
  BILL: { noun: 'bill', page: '/payments/bills/{id}', threads: '/threads', history: '/activity' },
  SPEND_REQUEST: { noun: 'spend request', page: '/spend-requests/{id}', threads: '/comments', history: '/history' },
  VENDOR: { noun: 'vendor', page: '/vendors/{id}', threads: '/conversations', history: '/history' },
  SERVICE: { noun: 'service', page: '/services/{id}' },
  DOCUMENT: { noun: 'document', page: '/documents/{id}' },
  INTAKE_SUBMISSION: { noun: 'request', page: '/intake-request/{id}', threads: '/comments', history: '/history' },
  INTAKE_WORKFLOW: { noun: 'workflow', label: 'Approval workflow', page: null },
  SPEND_RULE_SET: { noun: 'rule set', label: 'Spend rule set', page: '/settings/spend-requests/spend-rules/{id}' },
  BILL_RULE_SET: { noun: 'rule set', label: 'Bill rule set', page: '/settings/payments/bill-rules/{id}' },
  MEMBER: { noun: 'member', page: '/settings/members/{id}' },
  GROUP: { noun: 'group', page: '/settings/manage-groups/{id}' },
  DEPARTMENT: { noun: 'department', page: '/settings/manage-departments/{id}' },
  APPROVER_MATRIX: { noun: 'approver matrix', page: '/settings/manage-approver-matrix/{id}' },
  BUSINESS_UNIT: { noun: 'business unit', page: '/settings/manage-business-units/{id}' },
  LOCATION: { noun: 'location', page: '/settings/locations' },
  ENTITY: { noun: 'entity', page: '/settings/manage-entities' },
  SPEND_CATEGORY: { noun: 'spend category', page: '/settings/spend-categories' },
  REVENUE_CATEGORY: { noun: 'revenue category', page: '/settings/revenue-categories' },
  SOURCING_EVENT: { noun: 'sourcing event', page: '/sourcing/events/{id}', history: '/history' },
  PURCHASE_ORDER: { noun: 'purchase order', page: '/purchase-orders/{id}', threads: '/comments', history: '/history' },
  TRANSACTION: { noun: 'transaction', page: '/budget-tracking/actuals/transactions', threads: '/comments' },
  PLAN: { noun: 'plan', page: '/budget-tracking/budgets/{id}' },
  INTAKE_CATEGORY: { noun: 'category', label: 'Request category', page: '/settings/intake-categories/{id}' },
  VENDOR_SETTINGS: { noun: 'vendor management', page: '/settings/vendor-management' },
  COMPANY: { noun: 'company', page: '/settings/company' },
  API_KEY: { noun: 'API key', page: '/settings/api-keys' },
  SESSION: { noun: 'sign-in', page: null },
} as const satisfies Record<string, KindWords>

export type Kind = keyof typeof KINDS

/** Who filled a request in: what it is called then, and where its pages are. */
export const REQUEST_SOURCES = {
  MEMBER: { label: 'Request', base: 'intake-request' },
  PUBLIC: { label: 'Public form', base: 'sourcing/forms' },
  VENDOR: { label: 'Vendor form', base: 'vendor-forms' },
} as const
export type RequestSource = keyof typeof REQUEST_SOURCES
export const REQUEST_SOURCE_NAMES = Object.keys(REQUEST_SOURCES) as [RequestSource, ...RequestSource[]]

export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]]

const wordsOf = (kind: Kind): KindWords => KINDS[kind]

export const nounOf = (kind: Kind): string => KINDS[kind].noun

/** "Request category" */
export const kindLabel = (kind: Kind): string => {
  const { noun, label } = wordsOf(kind)
  return label ?? noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** In actions and change keys of the history: "intake-submission". */
export const slugOf = (kind: Kind): string => kind.toLowerCase().replaceAll('_', '-')

type WithPage = { [K in Kind]: (typeof KINDS)[K]['page'] extends null ? never : K }[Kind]

/** The address of an object's page, or of the part that shows its conversations or its history. */
export const hrefOf = <K extends Kind>(kind: K, id: string, part?: 'threads' | 'history') => {
  const { page, ...parts } = wordsOf(kind)
  const href = page && page.replace('{id}', id) + ((part && parts[part]) ?? '')
  return href as K extends WithPage ? string : string | null
}
