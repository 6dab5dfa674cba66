import type { ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { linkedCompanies, signOnIdentities } from '../../../../schema/platform/sign-on/tables.ts'
import { cellsOf, inPlace } from '../../../core/cells.ts'
import { Database } from '../../../core/database.ts'
import { idFrom } from '../../../core/hash.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { type RowOf, select, typed } from '../../../core/record.ts'
import type { OidcIdentity } from '../../../integrations/oidc/client.ts'

/** The accounts at providers that people's accounts are linked to. */

type Sql = Pick<Database, 'sql'>
type Identity = Pick<OidcIdentity, 'issuer' | 'subject' | 'email'>
/** Whose account it is. For a vendor's person: the vendor company. */
interface Person {
  companyId: string
  userId: string
}

const COLUMNS = select(signOnIdentities, 'i', ['issuer', 'subject', 'method', 'email', 'linkedAt', 'lastUsedAt'])
const OF_PERSON = typed`SELECT ${COLUMNS} FROM sign_on_identities i INDEXED BY sign_on_identities_user
  WHERE i.user_id = ? AND i.company_id = ? AND i.removed_at IS NULL ORDER BY i.linked_at, i.issuer, i.subject`
export type LinkedRow = RowOf<typeof COLUMNS>

export const linkedStatement = (db: Sql, { companyId, userId }: Person) => db.sql(OF_PERSON, userId, companyId)

/** What it is called outside: what a provider calls the person is no one else's business. */
export const identityId = ({ companyId }: Person, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string =>
  idFrom(`sign-on identity ${JSON.stringify([companyId, issuer, subject])}`)

/** The row of an account that has just signed in its person, which its address may have linked just now. */
const usedStatement = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  { companyId, userId }: Person,
  { method, identity: { issuer, subject, email } }: { method: ProviderMethod; identity: Identity },
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO sign_on_identities (company_id, issuer, subject, user_id, method, email, linked_at, last_used_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
     ON CONFLICT (company_id, issuer, subject) DO UPDATE SET email = ?6, last_used_at = ?7
      WHERE user_id = ?4 AND removed_at IS NULL`,
    companyId,
    issuer,
    subject,
    userId,
    method,
    email,
    clock.now(),
  )

/** Links the account, also one that was removed before. Changes no row if it is another person's. */
export const linkStatement = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  { companyId, userId }: Person,
  { method, identity: { issuer, subject, email } }: { method: ProviderMethod; identity: Identity },
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO sign_on_identities (company_id, issuer, subject, user_id, method, email, linked_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
     ON CONFLICT (company_id, issuer, subject) DO UPDATE
        SET user_id = ?4, method = ?5, email = ?6, linked_at = ?7, last_used_at = NULL, removed_at = NULL
      WHERE removed_at IS NOT NULL`,
    companyId,
    issuer,
    subject,
    userId,
    method,
    email,
    clock.now(),
  )

export const removeStatement = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  { companyId, userId }: Person,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): D1PreparedStatement =>
  db.sql(
    `UPDATE sign_on_identities SET removed_at = ?5
      WHERE company_id = ?1 AND issuer = ?2 AND subject = ?3 AND user_id = ?4 AND removed_at IS NULL`,
    companyId,
    issuer,
    subject,
    userId,
    clock.now(),
  )

/**
 * The directory finds the company by the provider's account, whose address there may be one that it doesn't know. It is told
 * first: a line too many leads nowhere.
 */
export const tellDirectory = (
  { directory }: Pick<BaseContext, 'directory'>,
  { companyId: ofCompany }: Person,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): D1PreparedStatement =>
  directory.statement(Database.orm.insert(linkedCompanies).values({ issuer, subject, ofCompany }).onConflictDoNothing())

/** What a sign-in writes of the account. */
export const usedStatements = (
  found: Person & { place: BaseContext },
  used: { method: ProviderMethod; identity: Identity },
): { inDirectory: D1PreparedStatement[]; inCell: D1PreparedStatement[] } => {
  const { place } = found
  const told = tellDirectory(place, found, used.identity)
  const row = usedStatement(place, found, used)
  return place.db === place.directory
    ? { inDirectory: [], inCell: [row, told] }
    : { inDirectory: [told], inCell: [row] }
}

const COMPANIES = typed`SELECT ${select(linkedCompanies, 'l', ['ofCompany'])} FROM directory_sign_on_identities l
  WHERE l.issuer = ? AND l.subject = ? LIMIT 100`

/** The context in each cell in which the account is linked. */
export const cellsOfIdentity = async <C extends BaseContext>(
  context: C,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<C[]> => {
  if (cellsOf(context.env).length === 1) return []
  const { directory } = context
  const found = await directory.all(directory.sql(COMPANIES, issuer, subject))
  return Promise.all(found.map(({ ofCompany }) => inPlace(context, { companyId: ofCompany })))
}
