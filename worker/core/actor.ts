import type { KeyScopes } from '../../schema/platform/api-keys/scopes.ts'
import type { FactorOwed } from '../../schema/platform/factors/rule.ts'
import type { FirstStepsState } from '../../schema/platform/first-steps/states.ts'
import { NEW_HOLDER_MS } from '../../schema/platform/hands/rule.ts'
import type { IntakeCategoryType } from '../../schema/requests/categories/category-endpoints.ts'
import type { DelegationLimits } from '../../schema/shared/delegation-limits.ts'
import type { Currency } from '../../schema/shared/money.ts'
import {
  ACCESS_FLAGS,
  type AccessFlag,
  type LoginMethod,
  type PolicySubject,
  readCompanyFlags,
  readLocalFlags,
} from '../../schema/shared/permissions.ts'
import type { Env } from '../env.ts'
import type { Database } from './database.ts'
import { sha256Hex } from './hash.ts'
import { delegationHolds } from './kinds/delegation-period.ts'
import { limitsIn, readCard, type StoredDelegation, settersIn } from './member-card.ts'

export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000
export const SESSION_MAX_MS = 30 * 24 * 60 * 60 * 1000
export const TOUCH_AFTER_MS = 5 * 60 * 1000

export interface NamedRef {
  id: string
  name: string
}

/** A signed-in member of a company, read again on each request, so that disabling takes effect at once. */
export interface StaffActor {
  userId: string
  companyId: string
  sessionHash: string
  email: string
  firstName: string
  lastName: string
  /** The name on what they do: "Ada Admin on behalf of Bo Berg" when someone acts for them. */
  name: string
  timezone: string | null
  loginMethod: LoginMethod
  /** Who is viewing as this member. With a reason, they act on the member's behalf. */
  impersonator: { userId: string; name: string; reason: string | null } | null
  /** When a second factor was given in the session last: by the impersonator, if there is one. */
  factorAt: number | null
  /** What the session needs before it can be used, if anything: schema/platform/factors/rule.ts. */
  owesFactor?: FactorOwed
  /** The API key that acts for the member, or null in a session. */
  apiKey: (NamedRef & { scopes: KeyScopes }) | null
  /** Given payments or admin access less than a day ago, which doesn't count for money yet. */
  isNewHolder: boolean
  departments: (NamedRef & { approvesRequests: boolean })[]
  businessUnits: (NamedRef & { approvesRequests: boolean })[]
  groups: NamedRef[]
  locationId: string | null
  /** The people on whose behalf this one may act today. */
  delegatorIds: string[]
  /** By person: what they delegated, if it isn't everything. */
  delegationLimits: Readonly<Record<string, DelegationLimits>>
  /** By person who delegates: the admin who made this one their delegate. No one acts as a delegate they chose to be. */
  delegationSetBy: Readonly<Record<string, string>>
  ownedCategoryIds: string[]
  company: {
    id: string
    name: string
    emailShortName: string
    currency: Currency
    timeZone: string
    requestApprovalMode: 'EACH_LEVEL_GROUP' | 'ALL_AT_ONCE'
    factorForMoney?: boolean
    factorForEmail?: boolean
    lightLogoKey: string | null
    darkLogoKey: string | null
    /** Read with the person's session only. */
    firstSteps?: FirstStepsState
    /** While it is being moved to another cell nothing can be changed. */
    isMoving?: boolean
  }
  policy: PolicySubject
}

/** The stored result of a command with this id by this person, read together with the actor. */
export interface KnownCommand {
  operation: string
  inputHash: string
  result: string
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
const FLAG_COLUMNS = ACCESS_FLAGS.map((flag) => `m.${snake(flag)} AS ${flag}`).join(', ')

export const actorSql = (from: string, more: string) => `
SELECT s.user_id AS userId, s.company_id AS companyId, s.timezone, s.last_seen_at AS lastSeenAt,
       s.expires_at AS expiresAt, s.method AS loginMethod, u.email, u.first_name AS firstName, u.last_name AS lastName,
       m.location_id AS locationId, m.card, m.payments_granted_at AS paymentsGrantedAt, ${FLAG_COLUMNS},
       c.name AS companyName, c.email_short_name AS emailShortName, c.currency, c.time_zone AS companyTimeZone, c.request_approval_mode AS requestApprovalMode, c.factor_for_money AS factorForMoney, c.factor_for_email AS factorForEmail, c.flags AS companyFlags, c.first_steps AS firstSteps, c.light_logo_key AS lightLogoKey, c.dark_logo_key AS darkLogoKey,
       s.factor_at AS factorAt, s.owes_factor AS owesFactor, s.impersonator_user_id AS impersonatorUserId, s.acting_reason AS actingReason, (SELECT iu.first_name || ' ' || iu.last_name FROM users iu WHERE iu.id = s.impersonator_user_id) AS impersonatorName,
       (SELECT im.has_admin_access FROM company_memberships im
         WHERE im.company_id = s.company_id AND im.user_id = s.impersonator_user_id AND im.disabled_at IS NULL) AS impersonatorIsAdmin,
       (SELECT iu.email FROM users iu WHERE iu.id = s.impersonator_user_id) AS impersonatorEmail,
       (SELECT iu.is_platform_staff FROM users iu WHERE iu.id = s.impersonator_user_id) AS impersonatorIsStaff,
       u.is_platform_staff AS isPlatformStaff,
       (SELECT json_group_array(json_array(da.user_id, json(da.category_ids), da.max_amount, da.max_currency, da.set_by_user_id))
          FROM delegate_approvers da
          JOIN company_memberships dmm ON dmm.company_id = da.company_id AND dmm.user_id = da.user_id
         WHERE da.company_id = s.company_id AND da.delegate_user_id = s.user_id AND dmm.disabled_at IS NULL
           AND da.set_by_user_id IS NOT s.user_id
           AND ${delegationHolds('da', '?2')}) AS delegations,
       l.state AS lockState, l.to_cell AS movedTo${more}
  FROM ${from} s
 CROSS JOIN users u ON u.id = s.user_id
 CROSS JOIN companies c ON c.id = s.company_id
 CROSS JOIN company_memberships m ON m.company_id = s.company_id AND m.user_id = s.user_id AND m.disabled_at IS NULL
 LEFT JOIN company_locks l ON l.company_id = s.company_id
 WHERE s.token_hash = ?1`

/** Cross joins fix the order. Letting SQLite try other orders costs more than running the statement. */
export const ACTOR_SQL = actorSql('sessions', '')
/** Includes the stored result of the command named by ?3, to save a statement. */
const KNOWN = `,
       (SELECT json_object('operation', r.operation, 'inputHash', r.input_hash, 'result', r.result)
          FROM command_results r
         WHERE r.user_id = s.user_id AND r.command_id = ?3 AND r.company_id = s.company_id) AS known`
const ACTOR_AND_COMMAND_SQL = actorSql('sessions', KNOWN)
/** An API key in place of a session. It acts for its creator while they are enabled. */
const KEYS = `(
  SELECT key_hash AS token_hash, created_by_user_id AS user_id, company_id, NULL AS timezone, NULL AS last_seen_at,
         NULL AS expires_at, NULL AS method, NULL AS impersonator_user_id, NULL AS acting_reason, NULL AS factor_at, NULL AS owes_factor, id AS key_id, name AS key_name, flags AS key_flags,
         scopes, expires_at AS ends_at, window_start, window_count, last_used_at
    FROM api_keys WHERE enabled = 1 AND revoked_at IS NULL)`
const OF_KEY = `, s.key_id AS keyId, s.key_name AS keyName, s.key_flags AS keyFlags, s.scopes, s.ends_at AS endsAt, s.window_start AS windowStart,
       s.window_count AS windowCount, s.last_used_at AS lastUsedAt`
export const KEY_SQL = actorSql(KEYS, OF_KEY)
export const KEY_AND_COMMAND_SQL = actorSql(KEYS, OF_KEY + KNOWN)

/** A member without a session, for work in their name. */
const MEMBERS = `(
  SELECT user_id AS token_hash, user_id, company_id, NULL AS timezone, NULL AS last_seen_at, NULL AS expires_at,
         NULL AS method, NULL AS impersonator_user_id, NULL AS acting_reason, NULL AS factor_at, NULL AS owes_factor
    FROM company_memberships WHERE company_id = ?3)`
const MEMBER_SQL = actorSql(MEMBERS, '')
export const list = <T>(json: unknown): T[] => JSON.parse(String(json ?? '[]')) as T[]

/** A platform staff address. The address alone isn't enough: the account must be a staff account. */
export const isStaffAddress = (env: Pick<Env, 'OUTLAY_INTERNAL_STAFF'>, email: string): boolean =>
  (env.OUTLAY_INTERNAL_STAFF ?? '')
    .toLowerCase()
    .split(',')
    .some((entry) => entry.trim() === email && email !== '')

/** @param now for whether they are a new holder; programs never take the steps that ask */
export const toActor = (row: Record<string, unknown>, sessionHash: string, env: Env, now = Infinity): StaffActor => {
  const delegations = list<StoredDelegation>(row.delegations)
  const { departments, businessUnits, groups, ownedCategories } = readCard(String(row.card))
  const flags = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, row[flag] === 1])) as Record<AccessFlag, boolean>
  const ownsSome = (type: IntakeCategoryType) =>
    ownedCategories.some((category) => category.type === type && !category.deleted)
  const approves = (entry: { approvesRequests: boolean }) => entry.approvesRequests
  const email = String(row.email)
  const own = `${row.firstName} ${row.lastName}`.trim() || email
  const impersonator = row.impersonatorUserId
    ? {
        userId: String(row.impersonatorUserId),
        name: String(row.impersonatorName),
        reason: row.actingReason as string | null,
      }
    : null
  return {
    userId: String(row.userId),
    companyId: String(row.companyId),
    sessionHash,
    email,
    firstName: String(row.firstName),
    lastName: String(row.lastName),
    name: impersonator ? `${impersonator.name} on behalf of ${own}` : own,
    timezone: row.timezone as string | null,
    loginMethod: (row.loginMethod as LoginMethod | null) ?? 'EMAIL_LINK',
    impersonator,
    factorAt: row.factorAt as number | null,
    ...(row.owesFactor !== null && { owesFactor: row.owesFactor as FactorOwed }),
    apiKey: null,
    isNewHolder: Number(row.paymentsGrantedAt ?? 0) > now - NEW_HOLDER_MS,
    departments,
    businessUnits,
    groups,
    locationId: row.locationId as string | null,
    delegatorIds: delegations.map(([userId]) => userId),
    delegationLimits: limitsIn(delegations),
    delegationSetBy: settersIn(delegations),
    ownedCategoryIds: ownedCategories.map(({ id }) => id),
    company: {
      id: String(row.companyId),
      name: String(row.companyName),
      emailShortName: String(row.emailShortName),
      currency: row.currency as Currency,
      timeZone: String(row.companyTimeZone),
      requestApprovalMode: row.requestApprovalMode as 'EACH_LEVEL_GROUP' | 'ALL_AT_ONCE',
      ...(row.factorForMoney === 1 && { factorForMoney: true }),
      ...(row.factorForEmail === 1 && { factorForEmail: true }),
      lightLogoKey: row.lightLogoKey as string | null,
      darkLogoKey: row.darkLogoKey as string | null,
      firstSteps: row.firstSteps as FirstStepsState,
      ...(row.lockState !== null && { isMoving: true }),
    },
    policy: {
      flags,
      company: readCompanyFlags(String(row.companyFlags ?? '{}')),
      local: readLocalFlags(env.OUTLAY_LOCAL_FLAGS),
      isRequestCategoryOwner: ownsSome('INTERNAL'),
      isSourcingCategoryOwner: ownsSome('PUBLIC'),
      isVendorFormOwner: ownsSome('VENDOR') || ownsSome('CUSTOM_VENDOR_FORM'),
      approvesRequestsForDepartment: departments.some(approves),
      approvesRequestsForBusinessUnit: businessUnits.some(approves),
      isImpersonated: row.impersonatorUserId !== null,
      isInternalStaff: row.isPlatformStaff === 1 && isStaffAddress(env, email),
      isApiKey: false,
    },
  }
}

export interface LoadedSession {
  actor: StaffActor
  known: KnownCommand | null
  /** Runs after the answer. Extends the idle limit, at most every five minutes. */
  touch: (() => Promise<unknown>) | null
  /** The cell that the company has moved to since the session began. */
  movedTo: number | null
}

/** The row of a session, with the stored result of a command if one is named. */
export const sessionStatement = (
  db: Database,
  sessionHash: string,
  now: number,
  commandId?: string,
): D1PreparedStatement =>
  commandId ? db.sql(ACTOR_AND_COMMAND_SQL, sessionHash, now, commandId) : db.sql(ACTOR_SQL, sessionHash, now)

/** The person behind a session token. Null if it is unknown, idle or expired, or the member is disabled. */
export const loadSession = async (
  env: Env,
  db: Database,
  token: string,
  now: number,
  commandId?: string,
): Promise<LoadedSession | null> => {
  const sessionHash = sha256Hex(token)
  return readSession(env, await db.first(sessionStatement(db, sessionHash, now, commandId)), sessionHash, now)
}

/** A member as they are now, for a job that does something in their name. Null if they are disabled. */
export const loadMember = async (
  env: Env,
  db: Database,
  companyId: string,
  userId: string,
  now: number,
): Promise<StaffActor | null> => {
  const row = await db.first<Record<string, unknown>>(db.sql(MEMBER_SQL, userId, now, companyId))
  return row && toActor(row, '', env, now)
}

/** An impersonation ends at once when the admin or staff member behind it loses the right or is disabled. */
const mayViewAs = (
  env: Env,
  { impersonatorIsAdmin, impersonatorIsStaff, impersonatorEmail }: Record<string, unknown>,
): boolean =>
  impersonatorIsAdmin === 1 ||
  (impersonatorIsAdmin !== null && impersonatorIsStaff === 1 && isStaffAddress(env, String(impersonatorEmail)))

/** What a session's row means at that instant. */
export const readSession = (
  env: Env,
  row: Record<string, unknown> | null,
  sessionHash: string,
  now: number,
): LoadedSession | null => {
  if (!row) return null
  if (Number(row.expiresAt) <= now || Number(row.lastSeenAt) + SESSION_IDLE_MS <= now) return null
  if (row.impersonatorUserId && !mayViewAs(env, row)) return null
  return {
    actor: toActor(row, sessionHash, env, now),
    known: row.known ? (JSON.parse(String(row.known)) as KnownCommand) : null,
    touch:
      now - Number(row.lastSeenAt) > TOUCH_AFTER_MS
        ? () => env.DB.prepare('UPDATE sessions SET last_seen_at = ? WHERE token_hash = ?').bind(now, sessionHash).run()
        : null,
    movedTo: row.lockState === 'GONE' ? Number(row.movedTo) : null,
  }
}

/** SQL of a person's involvement: by default a row `p` of request_participants. */
interface Participation {
  userId: string
  companyId: string
  targetType: string
  targetId: string
}

const participationOf = (p: string): Participation => ({
  userId: `${p}.user_id`,
  companyId: `${p}.company_id`,
  targetType: `${p}.target_type`,
  targetId: `${p}.target_id`,
})

/** SQL condition that the delegation `g` doesn't reach what a person is involved in. See `beyondLimits`. */
export const beyondDelegation = (g: string, p: string | Participation): string => {
  const { companyId, targetType, targetId } = typeof p === 'string' ? participationOf(p) : p
  return `((${g}.category_ids IS NOT NULL OR ${g}.max_amount IS NOT NULL) AND NOT EXISTS (
    SELECT 1 FROM (SELECT 1 FROM approval_scopes x
     WHERE x.company_id = ${companyId} AND x.target_type = ${targetType} AND x.target_id = ${targetId}
       AND (${g}.max_amount IS NULL OR (x.amount <= ${g}.max_amount AND x.currency = ${g}.max_currency))
       AND (${g}.category_ids IS NULL OR (x.category_ids <> '[]' AND NOT EXISTS (
         SELECT 1 FROM json_each(x.category_ids) c
          WHERE c.value IS NULL OR c.value NOT IN (SELECT value FROM json_each(${g}.category_ids))))))))`
}

/**
 * SQL condition that a participation is the person's own, or within what was delegated to them.
 * @param person the placeholder of the person's id
 */
export const withinDelegation = (person: string, p: string | Participation = 'p'): string => {
  const { userId, companyId } = typeof p === 'string' ? participationOf(p) : p
  return `(${userId} = ${person} OR NOT EXISTS (
    SELECT 1 FROM (SELECT 1 FROM delegate_approvers g
     WHERE g.company_id = ${companyId} AND g.user_id = ${userId} AND g.delegate_user_id = ${person}
       AND ${beyondDelegation('g', p)})))`
}

/** Whether some of the people they act for delegated only a part. */
export const isLimited = ({ delegationLimits }: Pick<StaffActor, 'delegationLimits'>): boolean =>
  Object.keys(delegationLimits).length > 0

/**
 * The person and those they act for today as a delegate. A delegate can see what these can, as far as the delegation
 * reaches: see `withinDelegation`.
 */
export const actingFor = (actor: StaffActor): string[] => [actor.userId, ...actor.delegatorIds]
