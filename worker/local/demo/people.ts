import type { AccessFlag } from '../../../schema/shared/permissions.ts'

export interface DemoPerson {
  id: string
  first: string
  last: string
  email: string
  department: string
  manager?: string
  flags?: AccessFlag[]
  groups?: string[]
  /** Approves the requests of their department. */
  approves?: boolean
}

const at = (name: string) => `${name}@brightwater.example`

/** Brightwater Robotics: 60 people in life, the ones that matter for purchasing here. */
export const PEOPLE: DemoPerson[] = [
  {
    id: 'demo-maya',
    first: 'Maya',
    last: 'Lindqvist',
    email: at('maya'),
    department: 'Operations',
    flags: ['hasAdminAccess'],
  },
  {
    id: 'demo-grace',
    first: 'Grace',
    last: 'Osei',
    email: at('grace'),
    department: 'Finance',
    manager: 'demo-maya',
    flags: ['hasSuperViewerAccess'],
    groups: ['Finance'],
    approves: true,
  },
  {
    id: 'demo-dana',
    first: 'Dana',
    last: 'Fox',
    email: at('dana'),
    department: 'Finance',
    manager: 'demo-grace',
    flags: ['hasPaymentsAccess'],
    groups: ['Finance'],
  },
  {
    id: 'demo-omar',
    first: 'Omar',
    last: 'Haddad',
    email: at('omar'),
    department: 'Engineering',
    manager: 'demo-maya',
    flags: ['hasDepartmentAccess'],
    approves: true,
  },
  { id: 'demo-ada', first: 'Ada', last: 'Pereira', email: at('ada'), department: 'Engineering', manager: 'demo-omar' },
  {
    id: 'demo-jonas',
    first: 'Jonas',
    last: 'Berg',
    email: at('jonas'),
    department: 'Engineering',
    manager: 'demo-omar',
  },
  {
    id: 'demo-priya',
    first: 'Priya',
    last: 'Raman',
    email: at('priya'),
    department: 'IT',
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
    manager: 'demo-priya',
    groups: ['IT security'],
  },
  {
    id: 'demo-ines',
    first: 'Ines',
    last: 'Moreau',
    email: at('ines'),
    department: 'Marketing',
    manager: 'demo-maya',
    flags: ['hasDepartmentAccess'],
    approves: true,
  },
  { id: 'demo-yuki', first: 'Yuki', last: 'Tanaka', email: at('yuki'), department: 'Marketing', manager: 'demo-ines' },
  {
    id: 'demo-tomas',
    first: 'Tomas',
    last: 'Keller',
    email: at('tomas'),
    department: 'Legal',
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
    manager: 'demo-maya',
    flags: ['submitsSpendRequestsForOthers'],
  },
]

export const DEPARTMENTS = ['Engineering', 'Finance', 'IT', 'Legal', 'Marketing', 'Operations']
export const GROUPS = ['Finance', 'IT security', 'Legal']
export const LOCATIONS = ['Lisbon', 'Rotterdam', 'Boston']
export const SPEND_CATEGORIES = ['Software', 'Hardware', 'Professional services', 'Events', 'Office']
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

export const slug = (name: string): string => `demo-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

/** Another company on the same database, to see that nothing crosses over. Maya belongs to both. */
export const NEIGHBOUR = {
  id: 'demo-halden',
  name: 'Halden Foods',
  admin: { id: 'demo-erik', first: 'Erik', last: 'Sund', email: 'erik@haldenfoods.example' },
}
