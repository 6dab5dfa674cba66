import {
  createMember as createEndpoint,
  findOrAddUser,
  type Member,
  type MemberChange,
} from '../../../../schema/platform/members/member-endpoints.ts'
import { DEFAULT_PREFERENCES } from '../../../../schema/platform/notifications/levels.ts'
import { ACCESS_FLAGS, type AccessFlag, can } from '../../../../schema/shared/permissions.ts'
import { fullName, type Person } from '../../../../schema/shared/values.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { AppError, forbidden, invalidField } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { toldDirectory } from '../directory/index.ts'
import { requireNoStaff } from './change/address.ts'
import { type Loaded, load } from './change/load.ts'
import { type AskedRights, guardedGroupsOf, holdBackRights, withAsked } from './change/money-access.ts'
import { applyChange, requireRights } from './change/plan.ts'
import { NOWHERE, unitAudits } from './change/unit-audits.ts'
import { HOLDS_PAYMENTS, placedBy, placeStatements } from './change/write.ts'
import { invitation } from './invite.ts'
import { flagColumn } from './rows.ts'
import { managerOf } from './scope.ts'

interface Known extends Person {
  isEnabled: number
}

/** Who already has the address in this company. What other companies know about it doesn't matter. */
const knownBy = ({ db, actor }: StaffContext, email: string) =>
  db.first<Known>(
    db.sql(
      `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email, m.disabled_at IS NULL AS isEnabled
         FROM company_memberships m CROSS JOIN users u ON u.id = m.user_id WHERE m.company_id = ? AND m.email_key = ?`,
      actor.companyId,
      email,
    ),
  )

const NO_FLAGS = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, false])) as Record<AccessFlag, boolean>

const nobody = (person: Person, now: number): Member => ({
  ...person,
  ...NO_FLAGS,
  title: '',
  enabled: true,
  isInvited: true,
  emailBounces: false,
  receiveEmail: DEFAULT_PREFERENCES.receiveEmail,
  receiveSlack: DEFAULT_PREFERENCES.receiveSlack,
  version: 1,
  createdAt: new Date(now).toISOString(),
  manager: null,
  location: null,
  departments: [],
  businessUnits: [],
  groups: [],
  entities: [],
  isSigner: false,
  approvesRequestsForDepartment: false,
  approvesRequestsForBusinessUnit: false,
  isRequestCategoryOwner: false,
})

const FLAG_NAMES = ACCESS_FLAGS.map(flagColumn)

/** Where people become members, and who adds them. */
interface Adding extends Pick<StaffContext, 'db' | 'clock'> {
  companyId: string
  byUserId: string
}

const addingOf = ({ db, clock, actor }: StaffContext): Adding => ({
  db,
  clock,
  companyId: actor.companyId,
  byUserId: actor.impersonator?.userId ?? actor.userId,
})

/** The rows of new members. All of the people come first, because memberships keep the names of managers. */
const insertStatements = ({ db, clock, companyId, byUserId }: Adding, members: readonly Member[]) => {
  const rows = JSON.stringify(
    members.map(({ manager, location, ...member }) => ({
      ...{ id: member.id, email: member.email, firstName: member.firstName, lastName: member.lastName },
      ...{ title: member.title, managerId: manager?.id, locationId: location?.id, isSigner: member.isSigner },
      isInvited: member.isInvited,
      ...Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, member[flag]])),
    })),
  )
  return [
    db.sql(
      `INSERT INTO users (id, email, first_name, last_name, created_at)
       SELECT value ->> 'id', value ->> 'email', value ->> 'firstName', value ->> 'lastName', ?2 FROM json_each(?1)`,
      rows,
      clock.now(),
    ),
    db.sql(
      `INSERT INTO company_memberships (company_id, user_id, title, manager_user_id, location_id, is_signer, created_at,
                                        invited_at, payments_granted_at, payments_granted_by_user_id,
                                        manager_set_at, manager_set_by_user_id, ${FLAG_NAMES.join(', ')})
       SELECT ?1, value ->> 'id', value ->> 'title', value ->> 'managerId', value ->> 'locationId', value ->> 'isSigner',
              ?3, iif(value ->> 'isInvited', ?3, NULL), iif(${HOLDS_PAYMENTS}, ?3, NULL), iif(${HOLDS_PAYMENTS}, ?4, NULL),
              iif(value ->> 'managerId' IS NULL, NULL, ?3), iif(value ->> 'managerId' IS NULL, NULL, ?4),
              ${ACCESS_FLAGS.map((flag) => `value ->> '${flag}'`).join(', ')} FROM json_each(?2) j`,
      companyId,
      rows,
      clock.now(),
      byUserId,
    ),
  ]
}

/** Two people adding the same address at once: the slower one is told and can try again. */
const tryAgain = () =>
  new AppError('CONFLICT', 'Someone just added this address. Try again.', { reason: 'ADDED_MEANWHILE' })
const onDuplicate = { 'company_memberships.company_id, company_memberships.email_key': tryAgain }

const auditOf = (context: StaffContext, member: Member, how = '') => ({
  changeKey: `member:${context.actor.companyId}:${member.id}:added:${context.newId()}`,
  action: 'member.added',
  targetType: 'MEMBER' as const,
  targetId: member.id,
  message: `Added ${fullName(member)}${how}`,
  changeData: { after: member },
})

/** Throws INVALID for the email of an existing member. */
const requireNew = async (context: StaffContext, email: string): Promise<void> => {
  requireNoStaff(context, email)
  const known = await knownBy(context, email)
  if (!known) return
  const text = known.isEnabled
    ? 'Another member has this email'
    : 'A disabled member has this email. Enable them instead.'
  throw invalidField('email', text)
}

/**
 * An admin of the company, with the invitation, as parts of a change. Throws INVALID for the email of an existing
 * member.
 */
export const newAdmin = async (context: StaffContext, person: Omit<Person, 'id'>) => {
  await requireNew(context, person.email)
  const admin = { ...nobody({ ...person, id: context.newId() }, context.clock.now()), hasAdminAccess: true }
  const invited = await invitation(context, admin.id)
  return {
    id: admin.id,
    statements: [...insertStatements(addingOf(context), [admin]), invited.statement],
    outbox: [...toldDirectory(admin.id), invited.mail],
    audit: [auditOf(context, admin)],
    onDuplicate,
  }
}

/**
 * The person who starts a company, as its admin, as parts of a change. They have joined, since their address is proven.
 * @param place the new company's cell
 */
export const founder = (place: BaseContext, companyId: string, person: Omit<Person, 'id'>) => {
  const { db, clock } = place
  const id = place.newId()
  const admin = { ...nobody({ ...person, id }, clock.now()), hasAdminAccess: true, isInvited: false }
  return {
    id,
    statements: insertStatements({ db, clock, companyId, byUserId: id }, [admin]),
    outbox: toldDirectory(id),
    audit: {
      changeKey: `member:${companyId}:${id}:founder`,
      action: 'member.joined',
      targetType: 'MEMBER' as const,
      targetId: id,
      message: `${fullName(admin)} started the company and is its first admin`,
      changeData: { after: admin },
    },
  }
}

/**
 * A new member, within the rights of the person who adds them. Throws INVALID for missing objects, FORBIDDEN for
 * anything beyond those rights.
 */
export const newMember = (
  context: StaffContext,
  person: Omit<Person, 'id'>,
  change: MemberChange,
  loaded: Loaded,
  id = context.newId(),
): Member => {
  const before = nobody({ id, ...person }, context.clock.now())
  const after = applyChange(before, change, loaded)
  requireRights(managerOf(context.actor), { before, after }, loaded)
  return after
}

/** New members, with their places and invitations, as parts of a change. Rights about money wait. */
export const addition = async (
  context: StaffContext,
  wished: readonly Member[],
  { sendsInvitations, how }: { sendsInvitations: boolean; how?: string },
): Promise<Pick<Change<unknown>, 'statements' | 'outbox' | 'audit' | 'onDuplicate'> & { asked: AskedRights }> => {
  const { planned, asked } = await holdBackRights(
    context,
    wished.map((after) => ({ before: { ...after, ...NO_FLAGS, groups: [] }, after })),
    await guardedGroupsOf(
      context,
      wished.flatMap(({ groups }) => groups.map(({ id }) => id)),
    ),
  )
  const members = planned.map(({ after }) => after)
  const invited = sendsInvitations ? await Promise.all(members.map(({ id }) => invitation(context, id))) : []
  const placed = members.map((after) => ({ before: { ...after, ...NOWHERE }, after }))
  return {
    statements: [
      ...insertStatements(addingOf(context), members),
      ...placeStatements(context.db, context.actor.companyId, placed, placedBy(context)),
      ...invited.map(({ statement }) => statement),
    ],
    outbox: [...toldDirectory(...members.map(({ id }) => id)), ...invited.map(({ mail }) => mail)],
    audit: [...members.map((member) => auditOf(context, member, how)), ...unitAudits(context, placed)],
    onDuplicate,
    asked,
  }
}

/**
 * Adds a member, who joins by accepting the invitation. Until then the company has only what it typed itself. Throws
 * INVALID for the email of an existing member and for missing objects, FORBIDDEN for anything beyond the rights of the
 * person adding.
 */
export const createMember = command({
  id: 'members.create',
  access: 'members.create',
  input: inputOf(createEndpoint),
  run: async (context, { sendNewMemberEmail, ...input }) => {
    const { departmentIds = [], businessUnitIds = [], groupIds = [], entityIds = [] } = input
    const units = { departmentIds, businessUnitIds, groupIds, entityIds }
    const { email, firstName, lastName, ...change } = input
    await requireNew(context, email)
    const { locationId, managerId } = input
    const loaded = await load(context, { memberIds: [], units, locationId, managerId })
    const after = newMember(context, { email, firstName, lastName }, change, loaded)
    const { asked, ...added } = await addition(context, [after], { sendsInvitations: sendNewMemberEmail })
    const made: Change<{ id: string }> = { subject: 'The member', ...added, result: { id: after.id } }
    return commit(context, withAsked(made, asked))
  },
})

/**
 * The member with an address, or a new one without access (decisions, "POST /api/users"). Their name is the local part
 * of the address until they join or someone enters it.
 */
export const findOrAdd = command({
  id: 'members.users-by-email',
  access: 'members.manage',
  input: inputOf(findOrAddUser),
  run: async (context, { email }) => {
    const known = await knownBy(context, email)
    if (known && !known.isEnabled) throw invalidField('email', 'The member with this email is disabled')
    if (known) {
      const { isEnabled: _, ...person } = known
      return commit(context, { subject: 'The member', statements: [], audit: [], result: person })
    }
    if (!can(context.actor.policy, 'members.create')) throw forbidden()
    requireNoStaff(context, email)
    const person = { id: context.newId(), email, firstName: email.split('@')[0] ?? email, lastName: '' }
    const member = nobody(person, context.clock.now())
    return commit(context, {
      subject: 'The member',
      statements: insertStatements(addingOf(context), [member]),
      outbox: toldDirectory(member.id),
      audit: [auditOf(context, member)],
      result: person,
      onDuplicate,
    })
  },
})
