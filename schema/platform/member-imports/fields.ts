import type { ImportColumn } from '../../shared/imports.ts'
import { ACCESS_FLAGS, type AccessFlag, roleChips } from '../../shared/permissions.ts'
import { FLAG_LABELS } from '../members/rules.ts'

/** What a column of a file of members can be, and the headers that mean it. A file that was exported fits, too. */

export interface MemberImportField extends ImportColumn {
  example: string
  help?: string
  /** Only in companies that have business units. */
  needsBusinessUnits?: true
}

export const MEMBER_IMPORT_FIELDS: readonly MemberImportField[] = [
  {
    key: 'email',
    label: 'Email',
    example: 'dana@example.com',
    headers: ['emailaddress', 'workemail', 'mail', 'username', 'login', 'userprincipalname'],
    isRequired: true,
  },
  {
    key: 'firstName',
    label: 'First name',
    example: 'Dana',
    headers: ['givenname', 'forename', 'preferredname', 'first'],
  },
  { key: 'lastName', label: 'Last name', example: 'Okafor', headers: ['surname', 'familyname', 'last'] },
  {
    key: 'fullName',
    label: 'Full name',
    example: '',
    help: 'For files without separate columns. The first word is the first name.',
    headers: ['name', 'employee', 'employeename', 'displayname', 'person'],
  },
  { key: 'title', label: 'Title', example: 'Finance manager', headers: ['jobtitle', 'position'] },
  {
    key: 'roles',
    label: 'Roles',
    example: 'Department lead',
    help: 'Names of roles, separated by a semicolon. Empty or “Member” means no special access.',
    headers: ['role', 'access', 'permissions', 'accesslevel'],
  },
  {
    key: 'departments',
    label: 'Departments',
    example: 'Finance',
    help: 'Names of departments, separated by a semicolon.',
    headers: ['department', 'dept', 'team', 'costcenter'],
  },
  {
    key: 'approvesForDepartments',
    label: 'Approves for departments',
    example: 'No',
    help: 'Yes or no: whether they approve the requests of their departments.',
    headers: ['approver', 'departmentapprover', 'approvesrequests'],
  },
  {
    key: 'businessUnits',
    label: 'Business units',
    example: '',
    help: 'Names of business units, separated by a semicolon.',
    headers: ['businessunit', 'unit', 'division'],
    needsBusinessUnits: true,
  },
  {
    key: 'groups',
    label: 'Groups',
    example: '',
    help: 'Names of groups, separated by a semicolon.',
    headers: ['group', 'groupmembership'],
  },
  { key: 'location', label: 'Location', example: '', headers: ['office', 'site', 'worklocation'] },
  {
    key: 'manager',
    label: 'Manager',
    example: 'omar@example.com',
    help: 'The email address or name of a member, or of someone in the same file.',
    headers: ['manageremail', 'reportsto', 'supervisor', 'manageremailaddress', 'linemanager'],
  },
]

const keyOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const NO_ACCESS = new Set(['member', 'none', 'user', 'employee', 'noaccess'])
const FURTHER: Record<string, AccessFlag> = {
  administrator: 'hasAdminAccess',
  departmenthead: 'hasDepartmentAccess',
  submitsforothers: 'submitsSpendRequestsForOthers',
}

const NO_FLAGS = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, false])) as Record<AccessFlag, boolean>

/** Roles by the names that the screens and exported files use. */
const FLAGS_BY_NAME = new Map<string, AccessFlag[]>([
  ...Object.entries(FURTHER).map(([name, flag]): [string, AccessFlag[]] => [name, [flag]]),
  ...ACCESS_FLAGS.map((flag): [string, AccessFlag[]] => [keyOf(FLAG_LABELS[flag]), [flag]]),
  ...ACCESS_FLAGS.flatMap((flag) =>
    roleChips({ ...NO_FLAGS, [flag]: true })
      .filter((chip) => chip !== 'Member')
      .map((chip): [string, AccessFlag[]] => [keyOf(chip), [flag]]),
  ),
  [keyOf('Dept. Lead with payroll'), ['hasDepartmentAccess', 'hasDepartmentPayrollAccess']],
  [keyOf('B.U. Lead with payroll'), ['hasBusinessUnitAccess', 'hasBusinessUnitPayrollAccess']],
])

/** The access flags that a role's name means: none for a plain member, null for an unknown name. */
export const flagsOfRole = (name: string): readonly AccessFlag[] | null =>
  NO_ACCESS.has(keyOf(name)) ? [] : (FLAGS_BY_NAME.get(keyOf(name)) ?? null)

export const fieldsFor = ({ withBusinessUnits }: { withBusinessUnits: boolean }): MemberImportField[] =>
  MEMBER_IMPORT_FIELDS.filter(({ needsBusinessUnits }) => withBusinessUnits || !needsBusinessUnits)
