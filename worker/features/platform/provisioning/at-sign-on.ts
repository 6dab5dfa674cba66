import { provisionedPeople } from '../../../../schema/platform/provisioning/tables.ts'
import type { PersonAttributes } from '../../../../schema/platform/provisioning/values.ts'
import type { Person } from '../../../../schema/shared/values.ts'
import { email } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'
import { joiningStatement, MEMBER, MEMBERSHIPS, personAddedStatement, toMember, withAsked } from '../members/index.ts'
import { asProvisioning } from './actor.ts'
import { admission, placed } from './admission.ts'
import { attributesIn, withSaid } from './placed-by.ts'

/**
 * People who sign in at the identity provider of a company that adds people this way. Sign-on has seen that the provider
 * answers for the address, and that its domain is the company's.
 */

const KNOWN = typed`SELECT ${computed<{ id: string }>({ id: 'm.user_id' })} FROM ${MEMBERSHIPS}
  WHERE m.company_id = ?1 AND m.email_key = ?2`

interface Joining {
  person: Omit<Person, 'id'>
  attributes: PersonAttributes
  /** Such as "Google". */
  by: string
}

const MOST_NAME = 100

/** What providers send as names, as a member can have it. */
const namesOf = ({ firstName, lastName, email: address }: Omit<Person, 'id'>) => ({
  firstName: firstName.trim().slice(0, MOST_NAME) || (address.split('@')[0] ?? address),
  lastName: lastName.trim().slice(0, MOST_NAME),
})

/** Makes them a member, about which no one gets a mail. Null if they are one now, else why they can’t be. */
export const joinedAtSignOn = async (
  place: BaseContext,
  companyId: string,
  { person, attributes, by }: Joining,
): Promise<string | null> => {
  const { db, clock } = place
  const [joining, known] = await db.readBatch([joiningStatement(db, companyId), db.sql(KNOWN, companyId, person.email)])
  if (joining.results[0]?.addsPeople !== 1) return 'people aren’t added when they first log in'
  if (known.results.length > 0) return 'a member with this address is disabled, or linked to another account'
  const address = email.safeParse(person.email)
  if (!address.success) return 'its address can’t be a member’s'
  try {
    const context = await asProvisioning(place, companyId)
    const { asked, memberId, ...made } = await admission(context, {
      person: { ...namesOf(person), email: address.data },
      attributes,
      hasJoined: true,
      how: `, who logged in with ${by} for the first time`,
    })
    const statements = [...made.statements, personAddedStatement(db, companyId, clock.now()), guardOneRow(db)]
    await commit(context, withAsked({ subject: 'The member', ...made, statements, result: { id: memberId } }, asked))
    return null
  } catch (error) {
    // Also where the person's other browser was faster: the next look finds them.
    if (error instanceof AppError) return error.message
    throw error
  }
}

const PLACED = typed`SELECT ${columns(MEMBER, select(provisionedPeople, 'p', ['userName', 'placedBy']))}
  FROM provisioned_people p CROSS JOIN ${MEMBERSHIPS} ON m.company_id = p.company_id AND m.user_id = p.user_id
 WHERE p.company_id = ?1 AND p.user_id = ?2`

/**
 * A member who signs in again with other words of the provider moves, if the company adds people this way. Whom the
 * provider keeps by SCIM is placed by that alone. Says why someone stays where they are, if a rule keeps them there.
 */
export const placedAtSignOn = async (
  place: BaseContext,
  companyId: string,
  userId: string,
  attributes: PersonAttributes,
): Promise<string | null> => {
  const { db } = place
  const [joining, found] = await db.readBatch([joiningStatement(db, companyId), db.sql(PLACED, companyId, userId)])
  const row = found.results[0]
  if (joining.results[0]?.addsPeople !== 1 || !row || row.userName !== null) return null
  const before = withSaid({}, attributesIn(row.placedBy))
  if (JSON.stringify(withSaid(before, attributes)) === JSON.stringify(before)) return null
  try {
    await placed(await asProvisioning(place, companyId), toMember(row), attributes)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
