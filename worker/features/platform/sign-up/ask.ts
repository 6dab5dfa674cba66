import { askToSignUp } from '../../../../schema/platform/sign-up/endpoints.ts'
import { signUps } from '../../../../schema/platform/sign-up/tables.ts'
import { isStaffAddress } from '../../../core/actor.ts'
import { FIRST_CELL, inCell } from '../../../core/cells.ts'
import { newSecret } from '../../../core/clock.ts'
import { commit } from '../../../core/commit.ts'
import { Database } from '../../../core/database.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { networkOf } from '../../../core/network.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requirePerson } from '../../../integrations/turnstile/require-person.ts'
import { countCalls, limitRate, SIGN_IN_WINDOW_MS } from '../session/index.ts'
import { requireOpen } from './open.ts'

/** Long enough to come back to, the same day. */
const LINK_MS = 24 * 60 * 60 * 1000

/** The most links one network can ask for, and the most emails an address gets for all of them together. */
const MOST_BY_NETWORK = 10
const MOST_MAILS = 5

/**
 * Emails a link with which a company can be started. Answers the same whatever the address is known for. Throws LIMITED
 * after 10 links from a network in 15 minutes, FORBIDDEN where it is off, RULE_BROKEN without a passed check where the
 * installation has Turnstile.
 */
export const mailSignUpLink = command({
  id: 'sign-up.ask',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(askToSignUp),
  run: async (context, { email, personToken }) => {
    const { personCheck } = requireOpen(context)
    const network = networkOf(context.clientAddress)
    const most = context.clientAddress === 'local' ? 1000 : MOST_BY_NETWORK
    await limitRate(context, SIGN_IN_WINDOW_MS, [{ key: `sign-up-from:${network}`, max: most }])
    if (personCheck) await requirePerson(context, personToken, crypto.randomUUID())
    const [asked = 0] = await countCalls(context, SIGN_IN_WINDOW_MS, [`sign-up:${email}`])
    const place = inCell(context, FIRST_CELL)
    const now = context.clock.now()
    const secret = newSecret()
    const isStaff = isStaffAddress(context.env, email)
    const insert = Database.orm.insert(signUps).values({
      tokenHash: sha256Hex(secret),
      email,
      createdAt: now,
      expiresAt: now + LINK_MS,
    })
    const sends = asked <= MOST_MAILS
    return commit(place, {
      subject: 'The link',
      statements: sends && !isStaff ? [place.db.statement(insert)] : [],
      audit: [],
      outbox: sends ? [{ topic: 'sign-up.link', payload: { email, token: isStaff ? null : secret } }] : [],
      result: { message: 'A link to start your company is on its way.' },
      as: { userId: null, companyId: '' },
    })
  },
})
