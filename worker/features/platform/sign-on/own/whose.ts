import { METHOD_WORDS, type ProviderMethod } from '../../../../../schema/platform/sign-on/methods.ts'
import type { LoginMethod } from '../../../../../schema/shared/permissions.ts'
import type { Database } from '../../../../core/database.ts'
import { AppError } from '../../../../core/errors.ts'
import type { BaseContext } from '../../../../core/operation.ts'
import { computed, typed } from '../../../../core/record.ts'
import { COMPANIES } from '../../members/index.ts'
import { isForEveryone, maySignInBy, offeredMethods, PEOPLE, requiredOf } from '../../session/index.ts'
import { COUNTS } from '../connections.ts'
import { type LinkedRow, linkedStatement } from '../identities.ts'

/** Whose methods they are: a member's in a company, or a vendor's person's in the vendor company. */
export interface Holder {
  kind: 'STAFF' | 'VENDOR'
  companyId: string
  userId: string
  email: string
  firstName: string
}

/** The person of the session, in it themselves: not an API key, and no one who views as them. */
export const holderOf = ({
  actor,
  vendor,
}: Pick<BaseContext, 'actor' | 'vendor'>): (Holder & { sessionHash: string }) | null => {
  if (vendor) {
    const { userId, email, firstName, sessionHash, vendorCompany } = vendor
    return { kind: 'VENDOR', companyId: vendorCompany.id, userId, email, firstName, sessionHash }
  }
  if (!actor || actor.apiKey || actor.impersonator) return null
  const { companyId, userId, email, firstName, sessionHash } = actor
  return { kind: 'STAFF', companyId, userId, email, firstName, sessionHash }
}

/** Throws FORBIDDEN for API keys. */
export const holderIn = (context: BaseContext): Holder & { sessionHash: string } => {
  const holder = holderOf(context)
  if (holder) return holder
  throw new AppError('FORBIDDEN', 'Only people have ways to sign in. API keys don’t.', { reason: 'API_KEY' })
}

const PERSON = { company: 'c', user: 'u.id', email: 'u.email' }

/** Platform staff have their own accounts, which only their mailboxes open. */
const mayBy = (method: string): string =>
  `(${maySignInBy(PERSON, method)} = 1 AND (u.is_platform_staff = 0 OR ${method} = 'EMAIL_LINK'))`

/** SQL: whether method `w` is one of everyone, or the company has connected it. */
const IS_CONNECTED = `(w.value IN ('EMAIL_LINK', 'GOOGLE', 'MICROSOFT') OR EXISTS (
  SELECT 1 FROM sign_on_connections s WHERE s.company_id = ?1 AND s.kind = w.value AND ${COUNTS}))`

const memberSql = () =>
  typed`SELECT ${computed<{ usable: string; required: ProviderMethod | null }>({
    usable: `(SELECT json_group_array(w.value) FROM json_each(?3) w WHERE ${IS_CONNECTED} AND ${mayBy('w.value')})`,
    required: requiredOf({ companyId: 'c.id', email: 'u.email' }),
  })} FROM ${COMPANIES} CROSS JOIN ${PEOPLE} WHERE c.id = ?1 AND u.id = ?2`

export interface Ways {
  /** The methods by which the person may sign in now. */
  usable: LoginMethod[]
  required: ProviderMethod | null
  linked: LinkedRow[]
}

/** How a person may sign in: what is offered, connected and allowed, by the one rule, and what they have linked. */
export const waysOf = async ({ db, env }: BaseContext, holder: Holder): Promise<Ways> => {
  const { kind, companyId, userId } = holder
  const offered = offeredMethods(env)
  if (kind === 'VENDOR')
    return {
      usable: offered.filter((method) => isForEveryone(method)),
      required: null,
      linked: await db.all(linkedStatement(db, holder)),
    }
  const [{ results: members }, { results: linked }] = await db.readBatch([
    db.sql(memberSql(), companyId, userId, JSON.stringify(offered)),
    linkedStatement(db, holder),
  ])
  const [row] = members
  return { usable: row ? (JSON.parse(row.usable) as LoginMethod[]) : [], required: row?.required ?? null, linked }
}

/** Whether the person could sign in without one of their accounts. One that they can’t use anyway is no way in. */
export const isLastWay = ({ usable, linked }: Ways, { issuer, subject, method }: LinkedRow): boolean =>
  usable.includes(method) &&
  !usable.includes('EMAIL_LINK') &&
  !linked.some((each) => usable.includes(each.method) && (each.issuer !== issuer || each.subject !== subject))

/** Aborts the batch if it would leave the person with no way in: of two removals at once, one. */
export const guardWayIn = (
  db: Pick<Database, 'sql'>,
  { kind, companyId, userId }: Holder,
  { usable }: Ways,
): D1PreparedStatement => {
  const may =
    kind === 'VENDOR'
      ? '1'
      : `EXISTS (SELECT 1 FROM ${COMPANIES} CROSS JOIN ${PEOPLE}
     WHERE c.id = ?1 AND u.id = ?2 AND ${mayBy('w.value')})`
  return db.sql(
    `INSERT INTO write_guard (ok) SELECT NULL WHERE NOT EXISTS (
       SELECT 1 FROM json_each(?3) w WHERE ${may} AND (w.value = 'EMAIL_LINK' OR EXISTS (
         SELECT 1 FROM sign_on_identities wi INDEXED BY sign_on_identities_user
          WHERE wi.user_id = ?2 AND wi.company_id = ?1 AND wi.method = w.value AND wi.removed_at IS NULL)))`,
    companyId,
    userId,
    JSON.stringify(usable),
  )
}

/** Why a method can’t be linked, in words. Null if it can. */
export const linkFault = ({ usable, required }: Ways, method: ProviderMethod): string | null => {
  if (usable.includes(method)) return null
  const name = METHOD_WORDS[method]
  return required === null
    ? `${name} isn’t allowed in your company. Ask an admin.`
    : `Your company requires ${METHOD_WORDS[required]}, so that ${name} can’t be linked.`
}
