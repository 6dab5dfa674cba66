import { z } from 'zod'
import type { MemberChange } from '../../../../../schema/platform/members/member-endpoints.ts'
import type { PersonAttributes } from '../../../../../schema/platform/provisioning/values.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import { commit, lastWriteWins, together } from '../../../../core/commit.ts'
import { invalidField } from '../../../../core/errors.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { addedDisabled, changeEnabled, changeMember, withAsked } from '../../members/index.ts'
import { admission } from '../admission.ts'
import { attributesIn, withSaid } from '../placed-by.ts'
import { placementOf } from '../placement.ts'
import { provesAddress } from '../proven-addresses.ts'
import { type Complex, USER_ATTRIBUTES } from './attributes.ts'
import { taken } from './errors.ts'
import { filterOf, USERS } from './filter.ts'
import { type ListWish, listOf } from './list.ts'
import { provisioningCommand, provisioningQuery } from './operation.ts'
import { patched } from './patch.ts'
import { type Found, filteredPeople, managerCalled, pageOf, peopleNamed, requirePerson } from './people.ts'
import { answerOf, saidAddress, userOf, type WishedPerson, wishedOf } from './user-resource.ts'
import { resourceOf } from './values.ts'

/** SCIM users are the company's members. Every change runs the functions that the members' screen runs. */

const answer = ({ origin }: StaffContext, { member, provisioned }: Found) => answerOf(member, provisioned, origin)

const userId = z.string().min(1).max(64)
const body = z.unknown()

export const listUsers = provisioningQuery({
  id: 'scim.list-users',
  input: z.object({ filter: z.string().optional(), startIndex: z.number(), count: z.number() }),
  run: async (context, { filter, startIndex, count }: ListWish) => {
    if (filter === undefined) {
      const { total, found } = await pageOf(context, startIndex, count)
      return listOf(
        found.map((each) => answer(context, each)),
        { total, startIndex },
      )
    }
    const found = await filteredPeople(context, filterOf(USERS, filter))
    const page = found.slice(startIndex - 1, startIndex - 1 + count)
    return listOf(
      page.map((each) => answer(context, each)),
      { total: found.length, startIndex },
    )
  },
})

export const readUser = provisioningQuery({
  id: 'scim.get-user',
  input: z.object({ userId }),
  run: async (context, input) => answer(context, await requirePerson(context, input.userId)),
})

/** What is kept of what the provider said. Someone it deleted before is the last one again. */
const saidStatement = (
  { db, actor, clock }: StaffContext,
  memberId: string,
  { userName, externalId, said, attributes }: WishedPerson,
  previous: PersonAttributes,
): D1PreparedStatement => {
  const placedBy = withSaid(previous, attributes)
  return db.sql(
    `UPDATE provisioned_people SET user_name = ?3, user_name_key = ?4, external_id = ?5, attributes = ?6, placed_by = ?7,
            changed_at = ?8,
            position = coalesce(position, 1 + coalesce((SELECT max(p.position) FROM provisioned_people p
                                                         WHERE p.company_id = ?1 AND p.position IS NOT NULL), 0))
      WHERE company_id = ?1 AND user_id = ?2`,
    actor.companyId,
    memberId,
    userName,
    userName.toLowerCase(),
    externalId,
    JSON.stringify(said),
    JSON.stringify(placedBy),
    clock.now(),
  )
}

const NAME_TAKEN = {
  'provisioned_people.company_id, provisioned_people.user_name_key': () =>
    invalidField('userName', 'Another member has this userName'),
}

const managerOf = async (
  context: StaffContext,
  { manager }: WishedPerson,
  memberId: string | null,
): Promise<string | null | undefined> => {
  if (manager === null || manager === undefined) return manager
  const found = await managerCalled(context, manager)
  // Someone the provider hasn't sent yet. It names them again once it has.
  return found === null || found === memberId ? undefined : found
}

/** The member becomes active or not, if that is said. Returns whether it changes with this call: a return may wait. */
const setActive = async (context: StaffContext, { member }: Found, isActive: boolean | undefined): Promise<boolean> => {
  if (isActive === undefined || isActive === member.enabled) return false
  const wish = { memberId: member.id, enabled: isActive, reassignToUserId: null, ownedToUserId: null }
  return (await changeEnabled(context, wish)).enabled === isActive
}

const changedFields = (found: Found, wished: WishedPerson): MemberChange => {
  const { member, provisioned } = found
  // What waits to be confirmed isn't asked for again by each call.
  const isNewAddress = wished.email !== member.email && wished.email !== saidAddress(provisioned)
  return {
    ...(isNewAddress && { email: wished.email }),
    ...(wished.firstName !== member.firstName && { firstName: wished.firstName }),
    ...(wished.lastName !== member.lastName && { lastName: wished.lastName }),
    ...(wished.title !== undefined && wished.title !== member.title && { title: wished.title }),
  }
}

const previousOf = ({ provisioned }: Found): PersonAttributes => attributesIn(provisioned.placedBy)

const isSaidAlready = ({ provisioned }: Found, wished: WishedPerson): boolean =>
  provisioned.userName === wished.userName &&
  provisioned.externalId === wished.externalId &&
  provisioned.attributes === JSON.stringify(wished.said) &&
  provisioned.position !== null

/** All that is wished of someone, or nothing. */
const apply = async (context: StaffContext, found: Found, wished: WishedPerson): Promise<void> => {
  const { member } = found
  const isSet = await setActive(context, found, wished.isActive)
  const [managerId, placement] = [
    await managerOf(context, wished, member.id),
    await placementOf(context, { before: member, attributes: wished.attributes, previous: previousOf(found) }),
  ]
  const change: MemberChange = {
    ...changedFields(found, wished),
    ...placement.change,
    ...(managerId !== undefined && managerId !== (member.manager?.id ?? null) && { managerId }),
  }
  const statements = [
    ...(isSaidAlready(found, wished) ? [] : [saidStatement(context, member.id, wished, previousOf(found))]),
    ...placement.statements,
  ]
  if (Object.keys(change).length > 0)
    await changeMember(
      context,
      { memberId: member.id, ...change },
      {
        statements,
        isAddressProven: change.email !== undefined && (await provesAddress(context, change.email)),
        onDuplicate: NAME_TAKEN,
        versionsBefore: Number(isSet),
      },
    )
  else if (statements.length > 0)
    await commit(context, { subject: 'The member', statements, audit: [], result: null, onDuplicate: NAME_TAKEN })
}

const applied = async (context: StaffContext, found: Found, wished: WishedPerson): Promise<Found> => {
  await together(context, (parts) => apply(parts, found, wished))
  return requirePerson(context, found.member.id)
}

const added = async (context: StaffContext, wished: WishedPerson): Promise<string> => {
  const { firstName, lastName, email, attributes } = wished
  const managerId = (await managerOf(context, wished, null)) ?? null
  const { asked, memberId, ...made } = await admission(context, {
    person: { firstName, lastName, email },
    attributes,
    managerId,
    title: wished.title ?? '',
  })
  const off = wished.isActive === false ? addedDisabled(context, { id: memberId, firstName, lastName }) : null
  await commit(
    context,
    withAsked(
      {
        subject: 'The member',
        ...made,
        statements: [...made.statements, saidStatement(context, memberId, wished, {}), ...(off?.statements ?? [])],
        audit: [...made.audit, ...(off?.audit ?? [])],
        onDuplicate: { ...made.onDuplicate, ...NAME_TAKEN },
        result: { id: memberId },
      },
      asked,
    ),
  )
  return memberId
}

/** Throws 409 (uniqueness) for someone who is there. Someone whom the provider deleted before comes back. */
export const createUser = provisioningCommand({
  id: 'scim.create-user',
  input: z.object({ body }),
  run: async (context, input) => {
    const wished = wishedOf(resourceOf(USER_ATTRIBUTES, input.body), false)
    const known = await peopleNamed(context, wished)
    const [deleted] = known
    if (deleted && known.length === 1 && deleted.provisioned.position === null) {
      const isActive = wished.isActive ?? true
      return answer(context, await applied(context, deleted, { ...wished, isActive }))
    }
    if (deleted) throw taken('Another user has this userName or email address.')
    return answer(context, await requirePerson(context, await added(context, wished)))
  },
})

const changing = lastWriteWins(
  async (
    context: StaffContext,
    { id, wishedFrom }: { id: string; version?: undefined; wishedFrom: (before: Complex) => WishedPerson },
  ): Promise<Found> => {
    const found = await requirePerson(context, id)
    return applied(context, found, wishedFrom(userOf(found.member, found.provisioned)))
  },
)

export const replaceUser = provisioningCommand({
  id: 'scim.replace-user',
  input: z.object({ userId, body }),
  run: async (context, input) => {
    const wished = wishedOf(resourceOf(USER_ATTRIBUTES, input.body), false)
    return answer(context, await changing(context, { id: input.userId, wishedFrom: () => wished }))
  },
})

export const patchUser = provisioningCommand({
  id: 'scim.patch-user',
  input: z.object({ userId, body }),
  run: async (context, input) => {
    const wishedFrom = (before: Complex) => wishedOf(patched(USER_ATTRIBUTES, before, input.body), true)
    return answer(context, await changing(context, { id: input.userId, wishedFrom }))
  },
})

const deleted = async (context: StaffContext, found: Found): Promise<null> => {
  const { db, actor, clock } = context
  await setActive(context, found, false)
  return commit(context, {
    subject: 'The member',
    statements: [
      db.sql(
        `UPDATE provisioned_people SET position = NULL, user_name = NULL, user_name_key = NULL, external_id = NULL,
                attributes = '{}', placed_by = '{}', changed_at = ?3 WHERE company_id = ?1 AND user_id = ?2`,
        actor.companyId,
        found.member.id,
        clock.now(),
      ),
    ],
    audit: [
      {
        changeKey: `member:${actor.companyId}:${found.member.id}:deprovisioned:${context.newId()}`,
        action: 'member.deprovisioned',
        targetType: 'MEMBER',
        targetId: found.member.id,
        message: `${fullName(found.member)} was deleted at the identity provider`,
        changeData: null,
      },
    ],
    result: null,
  })
}

/** Disables the member like every other way of doing so. What they did stays, so nothing of them is deleted. */
export const deleteUser = provisioningCommand({
  id: 'scim.delete-user',
  input: z.object({ userId }),
  run: async (context, input) => {
    const found = await requirePerson(context, input.userId)
    return together(context, (parts) => deleted(parts, found))
  },
})
