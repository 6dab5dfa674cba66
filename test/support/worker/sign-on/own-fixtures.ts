import { identityId } from '../../../../worker/features/platform/sign-on/identities.ts'
import {
  NOBODY,
  nothing,
  nowhere,
  OFF,
  type OperationFixture,
  OTHERS,
  OWN,
  told,
  VENDORS,
} from '../fixtures/fixture.ts'
import type { Principal, World } from '../matrix-world.ts'
import { hashOf, rows, run } from '../sessions.ts'
import { googleThere } from './oidc-there.ts'

/** Everyone has their own ways to sign in, vendors' people too. */
const everyone = `${OWN} ${OTHERS} ${OFF} ${VENDORS}`

const admins = told({
  UNAUTHENTICATED: NOBODY,
  OK: 'admin',
  NOT_FOUND: 'otherAdmin offAdmin',
  FORBIDDEN: `${OWN.replace(' admin ', ' ')} otherMember offMember`,
})

/** As if they had just given a factor, which others who use the world may have added. */
const fresh = (w: World, principal: Principal) =>
  run('UPDATE sessions SET factor_at = ? WHERE token_hash = ?', Date.now(), hashOf(w.as(principal)))

interface Person {
  companyId: string
  userId: string
}

/** A Google account that the caller has linked. */
const linkedAccount = async (w: World, principal: Principal): Promise<string> => {
  await fresh(w, principal)
  const hash = hashOf(w.as(principal))
  const found = await Promise.all([
    rows<Person>('SELECT company_id AS companyId, user_id AS userId FROM sessions WHERE token_hash = ?', hash),
    rows<Person>(
      'SELECT vendor_company_id AS companyId, user_id AS userId FROM vendor_sessions WHERE token_hash = ?',
      hash,
    ),
  ])
  const [caller] = found.flat()
  return caller ? linkedTo(caller) : nowhere()
}

const linkedTo = async (caller: Person): Promise<string> => {
  const account = { issuer: 'https://accounts.google.com', subject: nowhere() }
  await run(
    `INSERT INTO sign_on_identities (company_id, issuer, subject, user_id, method, email, linked_at)
     VALUES (?, ?, ?, ?, 'GOOGLE', 'someone@private.test', 1)`,
    ...[caller.companyId, account.issuer, account.subject, caller.userId],
  )
  return identityId(caller, account)
}

/** One that a member has. */
const ofMember = async (w: World) => {
  await fresh(w, 'admin')
  const memberId = w.people.watcher.userId
  return { memberId, methodId: await linkedTo({ companyId: w.own.id, userId: memberId }) }
}

export const ownMethodFixtures: Record<string, OperationFixture> = {
  'sign-on.get-own-methods': {
    cases: [
      {
        of: 'their own',
        outcomes: told({
          UNAUTHENTICATED: NOBODY,
          OK: everyone.replace('adminAsMember', ''),
          FORBIDDEN: 'adminAsMember',
        }),
        input: nothing,
      },
    ],
    invalid: null,
    unknown: null,
    repeat: null,
  },
  'sign-on.begin-linking': {
    cases: [
      {
        of: 'a provider',
        outcomes: told({ UNAUTHENTICATED: NOBODY, OK: everyone, RULE_BROKEN: 'platformStaff' }),
        input: async (w, caller) => {
          await fresh(w, caller)
          googleThere()
          await run(`UPDATE companies SET flags = json_set(flags, '$.enableGoogleLogin', json('true'))`)
          return { method: 'GOOGLE' }
        },
      },
    ],
    invalid: { change: { method: 'POST' }, field: 'method' },
    unknown: null,
    repeat: null,
  },
  'sign-on.unlink-method': {
    cases: [
      {
        of: 'one of their own',
        outcomes: told({ UNAUTHENTICATED: NOBODY, OK: everyone }),
        input: async (w, caller) => ({ methodId: await linkedAccount(w, caller) }),
      },
    ],
    invalid: { change: { methodId: 'no id' }, field: 'methodId' },
    unknown: () => ({ methodId: nowhere() }),
    repeat: async (_, w) => ({ methodId: await linkedAccount(w, 'admin') }),
  },
  'sign-on.get-methods-of-member': {
    cases: [{ of: 'a member', outcomes: admins, input: (w) => ({ memberId: w.people.watcher.userId }) }],
    invalid: { change: { memberId: 'no id' }, field: 'memberId' },
    unknown: () => ({ memberId: nowhere() }),
    repeat: null,
  },
  'sign-on.unlink-of-member': {
    cases: [{ of: 'a member who has one', outcomes: admins, input: (w) => ofMember(w) }],
    invalid: { change: { methodId: 'no id' }, field: 'methodId' },
    unknown: (input) => ({ ...input, memberId: nowhere() }),
    repeat: (_, w) => ofMember(w),
  },
}
