import { sendLoginLink } from '../../../../schema/platform/session/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { allowsEmailLink, offeredMethods } from './login-methods.ts'
import { countCalls, limitRate, SIGN_IN_WINDOW_MS } from './rate-limit.ts'
import { staffAccount } from './staff.ts'
import { issueLoginToken, issueVendorLoginToken } from './tokens.ts'

interface Candidate {
  kind: 'STAFF' | 'VENDOR'
  userId: string
  /** For a vendor user: the vendor company. */
  companyId: string
  companyName: string
  isAllowed: number
}

/**
 * Where an address leads: the requested portal before the other one, companies that allow login links before those that
 * don't, companies they have joined before invitations, and the most recently used first, so that people continue where
 * they last worked. A platform staff address leads to its own account.
 */
const CANDIDATE_SQL = `
SELECT kind, userId, companyId, companyName, isAllowed FROM (
  SELECT 'STAFF' AS kind, u.id AS userId, m.company_id AS companyId, c.name AS companyName,
         ${allowsEmailLink('c')} AS isAllowed, m.created_at AS since,
         (SELECT MAX(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id AND s.company_id = m.company_id) AS seenAt,
         m.invited_at IS NOT NULL AS isInvited
    FROM users u JOIN company_memberships m ON m.user_id = u.id AND m.disabled_at IS NULL
    JOIN companies c ON c.id = m.company_id
   WHERE u.email = ?1 AND u.is_platform_staff = ?3
  UNION ALL
  SELECT 'VENDOR', u.id, m.vendor_company_id, v.name, 1, m.created_at,
         (SELECT MAX(s.last_seen_at) FROM vendor_sessions s
           WHERE s.user_id = u.id AND s.vendor_company_id = m.vendor_company_id), 0
    FROM users u JOIN vendor_company_members m ON m.user_id = u.id AND m.disabled_at IS NULL
    JOIN vendor_companies v ON v.id = m.vendor_company_id
   WHERE u.email = ?1)
 ORDER BY isAllowed DESC, kind = ?2 DESC, isInvited, seenAt DESC, since
 LIMIT 1`

/** Used in place of a person, so that an unknown address takes as long as a known one. */
const NOBODY: Candidate = { kind: 'STAFF', userId: '', companyId: '', companyName: '', isAllowed: 1 }

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
    const { db, env, clientAddress } = context
    if (!offeredMethods(env).includes('EMAIL_LINK')) {
      throw new AppError('FORBIDDEN', 'Login links are turned off.', { reason: 'LOGIN_METHOD_OFF' })
    }
    await limitRate(context, SIGN_IN_WINDOW_MS, [
      { key: `login-link:${email} from ${clientAddress}`, max: MOST_BY_CALLER },
      { key: `login-link-from:${clientAddress}`, max: clientAddress === 'local' ? 1000 : 30 },
    ])
    const [asked = 0] = await countCalls(context, SIGN_IN_WINDOW_MS, [`login-link:${email}`])
    const staff = staffAccount(context, email)
    if (staff.length > 0) await db.batch(staff)
    const found = await db.first<Candidate>(db.sql(CANDIDATE_SQL, email, portal, staff.length > 0 ? 1 : 0))
    const person = found && asked <= MOST_MAILS ? found : NOBODY
    const { userId, companyId } = person
    const issued =
      person.kind === 'VENDOR'
        ? await issueVendorLoginToken(context, { userId, vendorCompanyId: companyId })
        : person.isAllowed === 1
          ? await issueLoginToken(context, { purpose: 'EMAIL_LINK', userId, companyId })
          : null
    return commit(context, {
      subject: 'The login link',
      statements: issued ? [issued.statement] : [],
      audit: [],
      // Only the mailbox's owner learns why no link works. The answer tells no one.
      outbox: [
        {
          topic: 'session.login-link',
          payload: issued ? { userId, token: issued.secret } : { userId, token: null, refusedBy: person.companyName },
        },
      ],
      result: { message: 'If this address belongs to a member, a login link is on its way.' },
      as: { userId, companyId },
    })
  },
})
