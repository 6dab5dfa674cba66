import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { listEndpoints } from '../../shared/list.ts'
import { filterSchemas } from '../../shared/list-filters.ts'
import { ACCESS_FLAGS, type AccessFlag, accessFlags } from '../../shared/permissions.ts'
import { email, id, instant, person, requiredText } from '../../shared/values.ts'
import { rights } from '../guarded/endpoints.ts'
import { preferencesBody, savedPreferences } from '../notifications/endpoints.ts'
import { memberFilters } from './filters.ts'

/** The members of a company (specification 3 §3 and §7.1; Settings › Members). */

const named = z.object({ id: z.string(), name: z.string() })
/** For departments and business units: whether the member approves the unit's requests. */
const approvingUnit = named.extend({ approvesRequests: z.boolean() })

export const member = person.extend({
  title: z.string(),
  enabled: z.boolean(),
  /** Added but not joined yet: the company knows only what it typed. */
  isInvited: z.boolean(),
  /** The newest email to the member came back as undeliverable. */
  emailBounces: z.boolean(),
  receiveEmail: z.boolean(),
  receiveSlack: z.boolean(),
  version: z.number().int(),
  createdAt: instant,
  manager: named.nullable(),
  location: named.nullable(),
  departments: z.array(approvingUnit),
  businessUnits: z.array(approvingUnit),
  groups: z.array(named),
  entities: z.array(named),
  isSigner: z.boolean(),
  approvesRequestsForDepartment: z.boolean(),
  approvesRequestsForBusinessUnit: z.boolean(),
  isRequestCategoryOwner: z.boolean(),
  ...accessFlags.shape,
})
export type Member = z.infer<typeof member>

// ---- Reading

/** Those by which the list is grouped. */
export const MEMBER_GROUPS = ['roles', 'departments', 'createdAt'] as const
export const MEMBER_SORT_FIELDS = ['name', 'email', ...MEMBER_GROUPS] as const
export const memberList = listEndpoints({
  name: 'members',
  path: '/api/members',
  noun: 'member',
  nouns: 'members',
  summary: 'Members, by name unless asked otherwise; a lead sees the people of their departments and business units',
  filters: memberFilters,
  sorts: MEMBER_SORT_FIELDS,
  groups: MEMBER_GROUPS,
  node: member,
})

export const listMembersCsv = endpoint({
  id: 'members.list-csv',
  method: 'GET',
  path: '/api/members.csv',
  summary: 'Members that match the filters, as CSV',
  query: z.object(filterSchemas(memberFilters)),
  response: z.string(),
  raw: 'text/csv',
})

export const getMember = endpoint({
  id: 'members.get',
  method: 'GET',
  path: '/api/members/{memberId}',
  summary: 'A member',
  params: z.object({ memberId: id }),
  response: member,
})

export const memberStats = z.object({
  active: z.number().int(),
  admins: z.number().int(),
  superViewers: z.number().int(),
  leads: z.number().int(),
  /** Without any of the roles. */
  members: z.number().int(),
})
export type MemberStats = z.infer<typeof memberStats>

export const getMemberStats = endpoint({
  id: 'members.stats',
  method: 'GET',
  path: '/api/member-stats',
  summary: 'Number of active members by role, among those the caller manages',
  response: memberStats,
})

// ---- Adding and changing

const units = z.array(id).max(200, 'At most 200')

/** The fields of a member, with the same names at every endpoint. */
export const memberFields = {
  email,
  firstName: requiredText(100),
  lastName: requiredText(100),
  title: z.string().trim().max(200, 'At most 200 characters'),
  managerId: id.nullable(),
  locationId: id.nullable(),
  departmentIds: units,
  businessUnitIds: units,
  groupIds: units,
  entityIds: units,
  isSigner: z.boolean(),
  approvesRequestsForDepartment: z.boolean(),
  approvesRequestsForBusinessUnit: z.boolean(),
}
const optionalFlags = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, z.boolean().optional()])) as Record<
  AccessFlag,
  z.ZodOptional<z.ZodBoolean>
>
const { email: _email, firstName: _first, lastName: _last, ...further } = memberFields

export const newMember = z.object({
  email,
  firstName: memberFields.firstName,
  lastName: memberFields.lastName,
  ...z.object(further).partial().shape,
  ...optionalFlags,
  sendNewMemberEmail: z.boolean().default(false),
})

export const createMember = endpoint({
  id: 'members.create',
  method: 'POST',
  path: '/api/member/new',
  summary: 'Invite a member, who joins by accepting',
  body: newMember,
  response: z.object({ id: z.string(), ...rights }),
})

/** Missing fields stay. */
export const memberChange = z.object({
  ...z.object(memberFields).partial().shape,
  ...optionalFlags,
})
export type MemberChange = z.output<typeof memberChange>

export const updateMember = endpoint({
  id: 'members.update',
  method: 'POST',
  path: '/api/member/{memberId}/update',
  summary:
    'Change a member. With a version, changes made since are a conflict. If the member has joined, a new email takes effect once it is confirmed',
  params: z.object({ memberId: id }),
  body: z.object({ version: z.number().int().min(1).optional(), ...memberChange.shape }),
  /** With the new address, while it waits to be confirmed. */
  response: z.object({ id: z.string(), unconfirmedEmail: z.string().nullable(), ...rights }),
})

/** Finds or adds a member by address alone, without access flags, to watch or request something. */
export const findOrAddUser = endpoint({
  id: 'members.users-by-email',
  method: 'POST',
  path: '/api/users',
  summary: 'Find a member by email, or invite one without access, who joins by accepting',
  body: z.object({ email }),
  response: person,
})

// ---- A member's notifications, by an admin

export const getMemberNotifications = endpoint({
  id: 'members.get-notification-settings',
  method: 'GET',
  path: '/api/members/{memberId}/notification-settings',
  summary: 'A member’s notification settings',
  params: z.object({ memberId: id }),
  response: savedPreferences,
})

export const setMemberNotifications = endpoint({
  id: 'members.set-notification-settings',
  method: 'PUT',
  path: '/api/members/{memberId}/notification-settings',
  summary: 'Change a member’s notification settings',
  params: z.object({ memberId: id }),
  body: preferencesBody,
  response: savedPreferences,
})

// ---- Enabling and disabling

/** What is waiting for a member is counted up to this number, because more makes no difference for disabling them. */
export const OPEN_COUNTED = 100

export const openApprovals = z.object({
  /** At most OPEN_COUNTED, which then means that many or more. */
  total: z.number().int(),
  /** Those that have waited longest. The number is "#12" or "SR-12". */
  requests: z.array(
    z.object({
      kind: z.enum(['INTAKE_SUBMISSION', 'SPEND_REQUEST']),
      id: z.string(),
      number: z.string(),
      title: z.string(),
    }),
  ),
  /** The suggested successor: the manager, if there is one who can sign in. For approvals, unless they disable them. */
  suggested: person.nullable(),
  suggestedApprover: person.nullable(),
})
export type OpenApprovals = z.infer<typeof openApprovals>

export const getOpenApprovals = endpoint({
  id: 'members.open-approvals',
  method: 'GET',
  path: '/api/members/{memberId}/open-approvals',
  summary: 'Pending requests and spend requests with an open step that names a member',
  params: z.object({ memberId: id }),
  response: openApprovals,
})

/**
 * Disabling hands over what is waiting for the member: to `reassignToUserId`, which admins can choose, otherwise to the
 * other approvers of each step, or to the admins if none of them is undecided. What the member owns goes to
 * `ownedToUserId`, which admins can choose too, and otherwise stays theirs.
 */
export const setMemberEnabled = endpoint({
  id: 'members.set-enabled',
  method: 'POST',
  path: '/api/members/{memberId}/enabled',
  summary: 'Enable or disable a member; disabling hands over their open approvals and, optionally, what they own',
  params: z.object({ memberId: id }),
  body: z.object({
    enabled: z.boolean(),
    reassignToUserId: id.nullable().default(null),
    ownedToUserId: id.nullable().default(null),
  }),
  response: z.object({
    id: z.string(),
    enabled: z.boolean(),
    /** Open requests that go to others. */
    reassigned: z.number().int(),
    /** Vendors, services and categories that someone else owns now. */
    handedOver: z.number().int(),
    ...rights,
  }),
})

export const sendInvites = endpoint({
  id: 'members.send-new-member-invite',
  method: 'POST',
  path: '/api/members/send-new-member-invite',
  summary: 'Email login instructions to members',
  body: z.object({ userIds: z.array(id).min(1, 'Choose at least one member').max(100, 'At most 100 members at once') }),
  response: z.object({ sent: z.number().int() }),
})

// ---- Several at once, all or none

const memberIds = z.array(id).min(1, 'Choose at least one member').max(100, 'At most 100 members at once')
export const editMode = z.enum(['add', 'replace'])
export type EditMode = z.infer<typeof editMode>
const changed = z.object({ changed: z.number().int(), ...rights })

export const setPermissions = endpoint({
  id: 'members.set-permissions',
  method: 'POST',
  path: '/api/members/permissions',
  summary: 'Grant or remove access of several members; a flag that’s left out stays',
  body: z.object({ memberIds, ...optionalFlags }),
  response: changed,
})

export const setGroups = endpoint({
  id: 'members.set-groups',
  method: 'POST',
  path: '/api/members/groups',
  summary: 'Add several members to groups, or replace their groups',
  body: z.object({ memberIds, groupIds: units, mode: editMode }),
  response: changed,
})

export const setDepartments = endpoint({
  id: 'members.set-departments',
  method: 'POST',
  path: '/api/members/departments',
  summary: 'Add several members to departments, or replace their departments',
  body: z.object({ memberIds, departmentIds: units, mode: editMode }),
  response: changed,
})

export const setBusinessUnits = endpoint({
  id: 'members.set-business-units',
  method: 'POST',
  path: '/api/members/business-units',
  summary: 'Add several members to business units, or replace their business units',
  body: z.object({ memberIds, businessUnitIds: units, mode: editMode }),
  response: changed,
})
