import {
  breakGlassAdmins,
  loginRequirements,
  requiredLoginDomains,
} from '../../../../schema/platform/session/required-tables.ts'
import type { ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { Database } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { columns, computed, type RowOf, select, typed } from '../../../core/record.ts'
import { allowsMethod } from './login-methods.ts'
import { registerFactorOwed } from './owed-factor.ts'

/**
 * Who may sign in to a company by which method: what the company allows, or requires of people with addresses in its
 * proven domains. Every door asks this one rule, those of mails and of tokens that were made before included.
 */

/** SQL of a person in a company: its record, and the person’s id and address. */
interface Person {
  /** The alias of the row of `companies`. */
  company: string
  user: string
  email: string
}

const domainIn = (email: string): string => `substr(${email}, instr(${email}, '@') + 1)`

/** SQL: the method that the company requires of the person. NULL where it requires none. */
export const requiredOf = ({ companyId, email }: { companyId: string; email: string }): string =>
  `(SELECT lr.method FROM required_login_domains ld JOIN login_requirements lr ON lr.company_id = ld.company_id
     WHERE ld.company_id = ${companyId} AND ld.domain = ${domainIn(email)})`

type Condition = (company: string, user: string) => string
const conditions: Condition[] = []

/** @param sql what a break-glass admin has to be besides. Those register it who know: an active admin, with a passkey. */
export const registerBreakGlass = (sql: Condition): void => {
  conditions.push(sql)
}

/** SQL: whether someone who is named as a break-glass admin counts as one. */
export const canBreakGlass = (company: string, user: string): string =>
  conditions.map((sql) => `(${sql(company, user)})`).join(' AND ')

const isBreakGlass = (company: string, user: string): string =>
  `EXISTS (SELECT 1 FROM break_glass_admins bg WHERE bg.company_id = ${company} AND bg.user_id = ${user}
     AND ${canBreakGlass('bg.company_id', 'bg.user_id')})`

/**
 * SQL: 1 if the person may sign in to the company by a method.
 * @param method SQL of its name
 */
export const maySignInBy = ({ company, user, email }: Person, method: string): string => {
  const companyId = `${company}.id`
  return `(CASE coalesce(${requiredOf({ companyId, email })}, '') WHEN '' THEN ${allowsMethod(company, method)} WHEN ${method} THEN 1
     ELSE ${method} = 'EMAIL_LINK' AND ${isBreakGlass(companyId, user)} END)`
}

/** People who break the glass owe a passkey before anything else: a mailbox alone opens nothing. */
registerFactorOwed(({ companyId, userId, method }) => {
  const email = `(SELECT pe.email FROM users pe WHERE pe.id = ${userId})`
  return `CASE WHEN ${method} = 'EMAIL_LINK' AND ${requiredOf({ companyId, email })} IS NOT NULL THEN 'PASSKEY' END`
})

type Sql = Pick<Database, 'sql'>

/**
 * Ends sessions of the company that couldn’t be begun now, those in which people view as others included. A break-glass
 * admin’s goes on if they gave their passkey in it.
 * @param members SQL of the `userId` of the members of company ?1
 */
export const endOtherSessions = (db: Sql, companyId: string, members: string): D1PreparedStatement => {
  const required = requiredOf({ companyId: 's.company_id', email: 'p.email' })
  return db.sql(
    `DELETE FROM sessions WHERE token_hash IN (
       SELECT s.token_hash FROM (${members}) m
         CROSS JOIN sessions s INDEXED BY sessions_user ON s.user_id = m.userId AND s.company_id = ?1
         CROSS JOIN users p ON p.id = coalesce(s.impersonator_user_id, s.user_id) AND p.is_platform_staff = 0
        WHERE ${required} <> s.method AND NOT (s.method = 'EMAIL_LINK' AND coalesce(s.factor_kind, '') = 'PASSKEY'
          AND ${isBreakGlass('s.company_id', 'p.id')}))`,
    companyId,
  )
}

/** The requirement holds for one more domain, if there is one. */
export const requireAtDomain = (db: Sql, companyId: string, domain: string): D1PreparedStatement =>
  db.sql(
    `INSERT OR IGNORE INTO required_login_domains (company_id, domain)
     SELECT company_id, ?2 FROM login_requirements WHERE company_id = ?1`,
    companyId,
    domain,
  )

/** The company no longer answers for the domain, so that nothing is required there. */
export const releaseDomain = (db: Sql, companyId: string, domain: string): D1PreparedStatement =>
  db.sql('DELETE FROM required_login_domains WHERE company_id = ? AND domain = ?', companyId, domain)

interface Requirement {
  method: ProviderMethod
  since: number
  domains: string[]
  breakGlassUserIds: string[]
}

/** Sets what the company requires, or takes it away. */
export const requirementStatements = (
  { db, clock }: { db: Database; clock: { now: () => number } },
  companyId: string,
  wanted: Requirement | null,
): D1PreparedStatement[] => {
  const cleared = ['break_glass_admins', 'required_login_domains', 'login_requirements'].map((table) =>
    db.sql(`DELETE FROM ${table} WHERE company_id = ?`, companyId),
  )
  if (wanted === null) return cleared
  const { method, since, domains, breakGlassUserIds } = wanted
  const namedAt = clock.now()
  return [
    ...cleared,
    db.statement(Database.orm.insert(loginRequirements).values({ companyId, method, since })),
    ...domains.map((domain) => db.statement(Database.orm.insert(requiredLoginDomains).values({ companyId, domain }))),
    ...breakGlassUserIds.map((userId) =>
      db.statement(Database.orm.insert(breakGlassAdmins).values({ companyId, userId, namedAt })),
    ),
  ]
}

const REQUIREMENT = typed`SELECT ${columns(
  select(loginRequirements, 'r', ['method', 'since']),
  computed<{ domains: string; admins: string }>({
    domains: '(SELECT json_group_array(d.domain) FROM required_login_domains d WHERE d.company_id = r.company_id)',
    admins: '(SELECT json_group_array(b.user_id) FROM break_glass_admins b WHERE b.company_id = r.company_id)',
  }),
)} FROM login_requirements r WHERE r.company_id = ?`

export const requirementStatement = ({ db }: { db: Sql }, companyId: string) => db.sql(REQUIREMENT, companyId)

export const requirementIn = (row: RowOf<typeof REQUIREMENT> | null | undefined): Requirement | null => {
  if (!row) return null
  const { method, since, domains, admins } = row
  return {
    method: method as ProviderMethod,
    since,
    domains: JSON.parse(domains) as string[],
    breakGlassUserIds: JSON.parse(admins) as string[],
  }
}

/** What the company requires, or null. */
export const requirementOf = async (context: { db: Database }, companyId: string): Promise<Requirement | null> =>
  requirementIn(await context.db.first(requirementStatement(context, companyId)))

/** SQL: whether the company requires a method of some of its people. */
export const requiresLogin = (company: string): string =>
  `EXISTS (SELECT 1 FROM login_requirements lr WHERE lr.company_id = ${company})`

/** SQL: whether the company requires a method, and no one is left who could break the glass. */
const LEFT_WITHOUT = `${requiresLogin('?1')} AND NOT EXISTS (
  SELECT 1 FROM break_glass_admins bg WHERE bg.company_id = ?1 AND `

/** Aborts the batch if it would leave a company that requires a method without a break-glass admin. */
export const guardBreakGlass = (db: Sql, companyId: string): D1PreparedStatement =>
  db.sql(
    `INSERT INTO write_guard (ok) SELECT NULL WHERE ${LEFT_WITHOUT}${canBreakGlass('bg.company_id', 'bg.user_id')})`,
    companyId,
  )

/**
 * Throws RULE_BROKEN (LAST_BREAK_GLASS) if a company that requires a method would have no break-glass admin without these
 * people.
 */
export const requireBreakGlassWithout = async (
  db: Database,
  companyId: string,
  userIds: readonly string[],
): Promise<void> => {
  if (userIds.length === 0) return
  const isLast = `${LEFT_WITHOUT}bg.user_id NOT IN (SELECT value FROM json_each(?2))
    AND ${canBreakGlass('bg.company_id', 'bg.user_id')})`
  const asked = typed`SELECT ${computed<{ isLast: number }>({ isLast })}`
  const row = await db.first(db.sql(asked, companyId, JSON.stringify(userIds)))
  if (row?.isLast !== 1) return
  throw new AppError(
    'RULE_BROKEN',
    'This is the last break-glass admin of your company. Name another one under Settings › Integrations first.',
    { reason: 'LAST_BREAK_GLASS' },
  )
}
