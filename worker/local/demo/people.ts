import type { AccessFlag } from '../../../schema/shared/permissions.ts'

export interface DemoPerson {
  id: string
  first: string
  last: string
  email: string
  department: string
  title?: string
  location?: string
  businessUnit?: string
  isSigner?: boolean
  isDisabled?: boolean
  manager?: string
  flags?: AccessFlag[]
  groups?: string[]
  /** Approves the requests of their department. */
  approves?: boolean
}

const at = (name: string) => `${name}@brightwater.example`

/** Brightwater Robotics has 60 people. These are the ones who matter for purchasing. */
export const PEOPLE: DemoPerson[] = [
  {
    id: 'demo-maya',
    first: 'Maya',
    last: 'Lindqvist',
    email: at('maya'),
    department: 'Operations',
    title: 'Chief operating officer',
    location: 'Rotterdam',
    flags: ['hasAdminAccess'],
  },
  {
    id: 'demo-grace',
    first: 'Grace',
    last: 'Osei',
    email: at('grace'),
    department: 'Finance',
    title: 'Head of finance',
    location: 'Rotterdam',
    manager: 'demo-maya',
    flags: ['hasSuperViewerAccess', 'hasApprovalBypassAccess'],
    groups: ['Finance'],
    approves: true,
  },
  {
    id: 'demo-dana',
    first: 'Dana',
    last: 'Fox',
    email: at('dana'),
    department: 'Finance',
    title: 'Accountant',
    location: 'Lisbon',
    manager: 'demo-grace',
    flags: ['hasPaymentsAccess', 'hasFinancialAnalysisAccess'],
    groups: ['Finance'],
  },
  {
    id: 'demo-omar',
    first: 'Omar',
    last: 'Haddad',
    email: at('omar'),
    department: 'Engineering',
    title: 'VP engineering',
    location: 'Rotterdam',
    businessUnit: 'Industrial',
    manager: 'demo-maya',
    flags: ['hasDepartmentAccess'],
    approves: true,
  },
  {
    id: 'demo-ada',
    first: 'Ada',
    last: 'Pereira',
    email: at('ada'),
    department: 'Engineering',
    title: 'Mechanical engineer',
    location: 'Rotterdam',
    businessUnit: 'Medical',
    manager: 'demo-omar',
  },
  {
    id: 'demo-jonas',
    first: 'Jonas',
    last: 'Berg',
    email: at('jonas'),
    department: 'Engineering',
    title: 'Software engineer',
    location: 'Lisbon',
    businessUnit: 'Industrial',
    manager: 'demo-omar',
    flags: ['hasSpendRequestAccess'],
  },
  {
    id: 'demo-priya',
    first: 'Priya',
    last: 'Raman',
    email: at('priya'),
    department: 'IT',
    title: 'Head of IT',
    location: 'Rotterdam',
    manager: 'demo-maya',
    groups: ['IT security'],
    approves: true,
  },
  {
    id: 'demo-leo',
    first: 'Leo',
    last: 'Novak',
    email: at('leo'),
    department: 'IT',
    title: 'IT engineer',
    location: 'Lisbon',
    manager: 'demo-priya',
    groups: ['IT security'],
    flags: ['hasVendorAdminAccess'],
  },
  {
    id: 'demo-ines',
    first: 'Ines',
    last: 'Moreau',
    email: at('ines'),
    department: 'Marketing',
    title: 'Head of marketing',
    location: 'Boston',
    manager: 'demo-maya',
    flags: ['hasDepartmentAccess'],
    approves: true,
  },
  {
    id: 'demo-yuki',
    first: 'Yuki',
    last: 'Tanaka',
    email: at('yuki'),
    department: 'Marketing',
    title: 'Event manager',
    location: 'Boston',
    manager: 'demo-ines',
  },
  {
    id: 'demo-tomas',
    first: 'Tomas',
    last: 'Keller',
    email: at('tomas'),
    department: 'Legal',
    title: 'General counsel',
    location: 'Rotterdam',
    isSigner: true,
    manager: 'demo-maya',
    groups: ['Legal'],
    approves: true,
  },
  {
    id: 'demo-sofia',
    first: 'Sofia',
    last: 'Almeida',
    email: at('sofia'),
    department: 'Operations',
    title: 'Office manager',
    location: 'Lisbon',
    manager: 'demo-maya',
    flags: ['hasSpendRequestAccess', 'submitsSpendRequestsForOthers', 'hasPaymentsAccess'],
  },
  {
    id: 'demo-hana',
    first: 'Hana',
    last: 'Kim',
    email: at('hana'),
    department: 'Engineering',
    title: 'Head of gripper systems',
    location: 'Rotterdam',
    manager: 'demo-omar',
    flags: ['hasDepartmentAccess', 'hasDepartmentPayrollAccess'],
  },
  {
    id: 'demo-felix',
    first: 'Felix',
    last: 'Braun',
    email: at('felix'),
    department: 'Marketing',
    title: 'General manager, industrial',
    location: 'Boston',
    businessUnit: 'Industrial',
    manager: 'demo-maya',
    flags: ['hasBusinessUnitAccess'],
  },
  {
    id: 'demo-marta',
    first: 'Marta',
    last: 'Silva',
    email: at('marta'),
    department: 'Engineering',
    title: 'General manager, medical',
    location: 'Lisbon',
    businessUnit: 'Medical',
    manager: 'demo-maya',
    flags: ['hasBusinessUnitAccess', 'hasBusinessUnitPayrollAccess'],
  },
  {
    id: 'demo-nora',
    first: 'Nora',
    last: 'Petit',
    email: at('nora'),
    department: 'Operations',
    title: 'People partner',
    location: 'Lisbon',
    manager: 'demo-maya',
    flags: ['hasUserAdminAccess'],
  },
  {
    id: 'demo-victor',
    first: 'Victor',
    last: 'Lund',
    email: at('victor'),
    department: 'Engineering',
    title: 'Mechanical engineer',
    manager: 'demo-omar',
    isDisabled: true,
  },
]

export const DEPARTMENTS = ['Engineering', 'Finance', 'IT', 'Legal', 'Marketing', 'Operations']
export const GROUPS = ['Finance', 'IT security', 'Legal']
export const BUSINESS_UNITS = ['Industrial', 'Medical']
export const ENTITIES = ['Brightwater Robotics, Inc.', 'Brightwater Robotics B.V.', 'Brightwater Portugal, Lda.']
export const REVENUE_CATEGORIES = [
  { name: 'Robot sales', type: 'REVENUE' },
  { name: 'Service contracts', type: 'REVENUE' },
  { name: 'Research grants', type: 'OTHER_INCOME' },
]
export const LOCATIONS = ['Lisbon', 'Rotterdam', 'Boston']
export const SPEND_CATEGORIES = [
  { name: 'Software', type: 'OPEX' },
  { name: 'Hardware', type: 'OPEX' },
  { name: 'Components', type: 'COGS', isEnabledForSpendRequests: false },
  { name: 'Professional services', type: 'OPEX' },
  { name: 'Events', type: 'OPEX' },
  { name: 'Office', type: 'OTHER' },
]
export const VENDORS = [
  'Acme Cloud',
  'Atlas Analytics',
  'Beacon Security',
  'Cobalt Design',
  'Driftline',
  'Evergreen Catering',
  'Fathom Research',
  'Granite Hosting',
  'Harbor Legal',
  'Inkwell Print',
  'Juniper Travel',
  'Kestrel CAD',
]

/** At Brightwater Robotics. */
export const COMPANY_ID = 'demo-brightwater'

export const slug = (name: string): string => `demo-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

/** As the local host lists platform staff. */
export const STAFF_EMAIL = 'staff@outlay.example'

/** Another company, to show that nothing crosses over. Maya belongs to both. */
export const NEIGHBOUR = {
  id: 'demo-halden',
  name: 'Halden Foods',
  admin: { id: 'demo-erik', first: 'Erik', last: 'Sund', email: 'erik@haldenfoods.example' },
}
