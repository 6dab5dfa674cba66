import { sendLoginLink } from '../../../schema/session/endpoints.ts'
import { commit } from '../../core/commit.ts'
import { AppError } from '../../core/errors.ts'
import { command, inputOf } from '../../core/operation.ts'
import { allowsEmailLink, offeredMethods } from './login-methods.ts'
import { limitRate, SIGN_IN_WINDOW_MS } from './rate-limit.ts'
import { issueLoginToken, issueVendorLoginToken } from './tokens.ts'

interface Candidate {
  kind: 'STAFF' | 'VENDOR'
  userId: string
  /** Of a vendor's person the vendor company. */
  companyId: string
  companyName: string
  isAllowed: number
}

/**
 * Where an address leads: to the portal that was asked for before the other one, to companies that allow login
 * links before those that do not, and to the most recently used first: people land where they worked last.
 */
const CANDIDATE_SQL = `
SELECT kind, userId, companyId, companyName, isAllowed FROM (
  SELECT 'STAFF' AS kind, u.id AS userId, m.company_id AS companyId, c.name AS companyName,
         ${allowsEmailLink('c')} AS isAllowed, m.created_at AS since,
         (SELECT MAX(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id AND s.company_id = m.company_id) AS seenAt
    FROM users u JOIN company_memberships m ON m.user_id = u.id AND m.disabled_at IS NULL
    JOIN companies c ON c.id = m.company_id
   WHERE u.email = ?1
  UNION ALL
  SELECT 'VENDOR', u.id, m.vendor_company_id, v.name, 1, m.created_at,
         (SELECT MAX(s.last_seen_at) FROM vendor_sessions s
           WHERE s.user_id = u.id AND s.vendor_company_id = m.vendor_company_id)
    FROM users u JOIN vendor_company_members m ON m.user_id = u.id AND m.disabled_at IS NULL
    JOIN vendor_companies v ON v.id = m.vendor_company_id
   WHERE u.email = ?1)
 ORDER BY isAllowed DESC, kind = ?2 DESC, seenAt DESC, since
 LIMIT 1`

/**
 * Mails a login link to a known, enabled person; answers alike for everybody else (decisions, "Sign-in").
 * Errors: LIMITED after 5 links for an address or 30 from a network address in 15 minutes; FORBIDDEN where the
 * installation does not offer login links.
 */
export const mailLoginLink = command({
  id: 'session.send-login-link',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(sendLoginLink),
  run: async (context, { email, portal }) => {
    if (!offeredMethods(context.env).includes('EMAIL_LINK')) {
      throw new AppError('FORBIDDEN', 'Login links are turned off.', { reason: 'LOGIN_METHOD_OFF' })
    }
    await limitRate(context, SIGN_IN_WINDOW_MS, [
      { key: `login-link:${email}`, max: 5 },
      { key: `login-link-from:${context.clientAddress}`, max: context.clientAddress === 'local' ? 1000 : 30 },
    ])
    const { db } = context
    const person = await db.first<Candidate>(db.sql(CANDIDATE_SQL, email, portal))
    const answer = { message: 'If this address belongs to a member, a login link is on its way.' }
    if (!person) return answer
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
      // Whoever reads the mails of the address learns why none works; the answer tells nobody.
      outbox: [
        {
          topic: 'session.login-link',
          payload: issued ? { userId, token: issued.secret } : { userId, token: null, refusedBy: person.companyName },
        },
      ],
      result: answer,
      as: { userId, companyId },
    })
  },
})
