import { sendLoginLink } from '../../../../schema/platform/session/endpoints.ts'
import type { ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import type { LoginMethod } from '../../../../schema/shared/permissions.ts'
import { FIRST_CELL, inCell, livesHere } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { networkOf } from '../../../core/network.ts'
import { type BaseContext, command, inputOf } from '../../../core/operation.ts'
import { cellsOfAddress } from '../directory/index.ts'
import { offeredMethods } from './login-methods.ts'
import { countCalls, limitRate, SIGN_IN_WINDOW_MS } from './rate-limit.ts'
import { maySignInBy, requiredOf } from './required-method.ts'
import { staffAccount } from './staff.ts'
import { issueLoginToken, issueVendorLoginToken } from './tokens.ts'

export interface Candidate {
  kind: 'STAFF' | 'VENDOR'
  userId: string
  /** For a vendor user: the vendor company. */
  companyId: string
  companyName: string
  email: string
  isAllowed: number
  /** What the company requires of the person. */
  required: ProviderMethod | null
  since: number
  seenAt: number | null
  isInvited: number
}

/** Everyone with an address, and others by their ids. */
const USERS = `SELECT au.id FROM users au INDEXED BY users_email WHERE au.email = ?1 UNION SELECT value FROM json_each(?5)`

const PERSON = { company: 'c', user: 'u.id', email: 'u.email' }

/**
 * Where an address leads: the requested portal before the other one, companies that allow login links before those that
 * don't, companies they have joined before invitations, and the most recently used first, so that people continue where
 * they last worked. A platform staff address leads to its own account.
 */
const candidateSql = (vendors: string): string => `
SELECT * FROM (
  SELECT 'STAFF' AS kind, u.id AS userId, m.company_id AS companyId, c.name AS companyName, u.email,
         ${maySignInBy(PERSON, '?4')} AS isAllowed, ${requiredOf({ companyId: 'c.id', email: 'u.email' })} AS required, m.created_at AS since,
         (SELECT MAX(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id AND s.company_id = m.company_id) AS seenAt,
         m.invited_at IS NOT NULL AS isInvited
    FROM users u JOIN company_memberships m ON m.user_id = u.id AND m.disabled_at IS NULL
    JOIN companies c ON c.id = m.company_id
   WHERE u.id IN (${USERS}) AND u.is_platform_staff = ?3 AND ${livesHere('m.company_id')}${vendors})
 ORDER BY isAllowed DESC, kind = ?2 DESC, isInvited, seenAt DESC, since
 LIMIT ?6`

const membersSql = (): string => candidateSql('')
/** For the directory, which has the vendors' people. */
const membersAndVendorsSql = (): string =>
  candidateSql(`
  UNION ALL
  SELECT 'VENDOR', u.id, m.vendor_company_id, v.name, u.email, 1, NULL, m.created_at,
         (SELECT MAX(s.last_seen_at) FROM vendor_sessions s
           WHERE s.user_id = u.id AND s.vendor_company_id = m.vendor_company_id), m.invited_at IS NOT NULL
    FROM users u JOIN vendor_company_members m ON m.user_id = u.id AND m.disabled_at IS NULL
    JOIN vendor_companies v ON v.id = m.vendor_company_id
   WHERE u.id IN (${USERS})`)

/** The same order among what the cells found. */
export const byPreference =
  (portal: string) =>
  (a: Candidate, b: Candidate): number =>
    b.isAllowed - a.isAllowed ||
    Number(b.kind === portal) - Number(a.kind === portal) ||
    a.isInvited - b.isInvited ||
    (b.seenAt ?? 0) - (a.seenAt ?? 0) ||
    a.since - b.since

interface Sought {
  email: string
  /** People who are meant whatever their address. */
  userIds?: readonly string[]
  method: LoginMethod
  portal: string
  isStaff: boolean
}

/** The accounts in one cell that an address or an id leads to, best first. */
export const candidatesAt = (
  { db, directory }: BaseContext,
  { email, userIds = [], method, portal, isStaff }: Sought,
  most: number,
): Promise<Candidate[]> => {
  const sql = db === directory ? membersAndVendorsSql() : membersSql()
  return db.all<Candidate>(db.sql(sql, email, portal, isStaff ? 1 : 0, method, JSON.stringify(userIds), most))
}

const candidateOf = async (
  context: BaseContext,
  sought: Sought,
): Promise<(Candidate & { place?: BaseContext }) | null> => {
  const found = await Promise.all(
    (await cellsOfAddress(context, sought.email)).map(async (place) =>
      (await candidatesAt(place, sought, 1)).map((candidate) => ({ ...candidate, place })),
    ),
  )
  return found.flat().toSorted(byPreference(sought.portal))[0] ?? null
}

/** Used in place of a person, so that an unknown address takes as long as a known one. */
const NOBODY: Candidate & { place?: BaseContext } = {
  ...{ kind: 'STAFF', userId: '', companyId: '', companyName: '', email: '', isAllowed: 1 },
  ...{ required: null, since: 0, seenAt: null, isInvited: 0 },
}

/** The most links one caller can request for an address, and the most emails sent to it for all callers together. */
const MOST_BY_CALLER = 5
const MOST_MAILS = 30

/**
 * Emails a login link to a known, enabled person, and answers everyone else the same (decisions, "Sign-in"). Others who
 * request links for the same address don't lock it: each caller has their own limit, and the latest links still work.
 * Throws LIMITED after 5 links for an address or 30 from a network address in 15 minutes, FORBIDDEN if the installation
 * doesn't offer login links.
 */
export const mailLoginLink = command({
  id: 'session.send-login-link',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(sendLoginLink),
  run: async (context, { email, portal }) => {
    const { env, clientAddress } = context
    if (!offeredMethods(env).includes('EMAIL_LINK')) {
      throw new AppError('FORBIDDEN', 'Login links are turned off.', { reason: 'LOGIN_METHOD_OFF' })
    }
    await limitRate(context, SIGN_IN_WINDOW_MS, [
      { key: `login-link:${email} from ${networkOf(clientAddress)}`, max: MOST_BY_CALLER },
      { key: `login-link-from:${networkOf(clientAddress)}`, max: clientAddress === 'local' ? 1000 : 30 },
    ])
    const [asked = 0] = await countCalls(context, SIGN_IN_WINDOW_MS, [`login-link:${email}`])
    const staff = staffAccount(context, email)
    if (staff.length > 0) await context.directory.batch(staff)
    const found = await candidateOf(context, { email, portal, method: 'EMAIL_LINK', isStaff: staff.length > 0 })
    const person = found && asked <= MOST_MAILS ? found : NOBODY
    const { userId, companyId, place = inCell(context, FIRST_CELL) } = person
    const issued =
      person.kind === 'VENDOR'
        ? await issueVendorLoginToken(place, { userId, vendorCompanyId: companyId })
        : person.isAllowed === 1
          ? await issueLoginToken(place, { purpose: 'EMAIL_LINK', method: 'EMAIL_LINK', userId, companyId })
          : null
    return commit(place, {
      subject: 'The login link',
      statements: issued ? [issued.statement] : [],
      audit: [],
      // Only the mailbox's owner learns why no link works. The answer tells no one.
      outbox: [
        {
          topic: 'session.login-link',
          payload: issued
            ? { userId, token: issued.secret }
            : { userId, token: null, refusedBy: person.companyName, required: person.required },
        },
      ],
      result: { message: 'If this address belongs to a member, a login link is on its way.' },
      as: { userId, companyId },
    })
  },
})
