import { env } from 'cloudflare:workers'
import { newId, newSecret } from '../../../../worker/core/clock.ts'
import { sha256Hex } from '../../../../worker/core/hash.ts'
import { seal } from '../../../../worker/core/vault.ts'
import { NOBODY, nothing, nowhere, OFF, type OperationFixture, OTHERS, OWN, told } from '../fixtures/fixture.ts'
import type { Principal, World } from '../matrix-world.ts'
import { hashOf, rows, run } from '../sessions.ts'
import { ORIGIN } from '../world.ts'
import { codeOf, newSecurityKey } from './second-factors.ts'

/** Everyone has their own second factors, in their company. */
const staff = told({ UNAUTHENTICATED: NOBODY, OK: `${OWN} ${OTHERS} ${OFF}` })

interface Caller {
  sessionHash: string
  companyId: string
  /** Whose factors are asked for: the admin's, in a session that views as someone. */
  userId: string
}

/** Null for those without a session of a company. */
const callerOf = async (w: World, principal: Principal): Promise<Caller | null> => {
  const sessionHash = hashOf(w.as(principal))
  const [found] = await rows<Omit<Caller, 'sessionHash'>>(
    `SELECT company_id AS companyId, coalesce(impersonator_user_id, user_id) AS userId FROM sessions WHERE token_hash = ?`,
    sessionHash,
  )
  await run("DELETE FROM rate_limits WHERE key LIKE 'factor%'")
  return found ? { ...found, sessionHash } : null
}

/** As if they had just given one. */
const fresh = ({ sessionHash }: Caller) =>
  run('UPDATE sessions SET factor_at = ? WHERE token_hash = ?', Date.now(), sessionHash)

const without = ({ userId }: Caller, kind: 'APP' | 'PASSKEY') =>
  run('DELETE FROM second_factors WHERE user_id = ? AND kind = ?', userId, kind)

const insertPasskey = async ({ companyId, userId }: Caller): Promise<string> => {
  const id = newId()
  await run(
    `INSERT INTO second_factors (id, company_id, user_id, kind, name, credential_id, public_key, proven_at, created_at)
     VALUES (?1, ?2, ?3, 'PASSKEY', 'Blue key', ?1, 'AAAA', 1, 1)`,
    ...[id, companyId, userId],
  )
  return id
}

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const unproven = async (w: World, principal: Principal) => {
  const caller = await callerOf(w, principal)
  const id = newId()
  if (!caller) return { id, code: '123456' }
  await fresh(caller)
  await without(caller, 'APP')
  const { keyId, sealed } = await seal(env, SECRET, [caller.companyId, 'second_factors', id])
  await run(
    `INSERT INTO second_factors (id, company_id, user_id, kind, name, secret_sealed, secret_key_id, created_at)
     VALUES (?, ?, ?, 'APP', 'Authenticator app', ?, ?, 1)`,
    ...[id, caller.companyId, caller.userId, sealed, keyId],
  )
  return { id, code: codeOf({ secret: SECRET }) }
}

const made = async (w: World, principal: Principal) => {
  const challenge = newSecret()
  const passkey = newSecurityKey().createJSON(ORIGIN, {
    rp: { id: new URL(ORIGIN).hostname, name: 'Outlay' },
    user: { id: 'AAAA', name: 'someone', displayName: 'Someone' },
    challenge,
    pubKeyCredParams: [{ type: 'public-key', alg: -8 }],
    authenticatorSelection: { userVerification: 'required' },
  })
  const caller = await callerOf(w, principal)
  if (caller) {
    await fresh(caller)
    await without(caller, 'PASSKEY')
    await run(
      `INSERT INTO factor_challenges (id, company_id, user_id, session_hash, purpose, expires_at)
       VALUES (?, ?, ?, ?, 'ADD', ?)`,
      ...[sha256Hex(challenge), caller.companyId, caller.userId, caller.sessionHash, Date.now() + 60_000],
    )
  }
  return { name: 'Blue key', passkey }
}

/** One of the caller's passkeys, just after they gave it. */
const passkeyOf = async (w: World, principal: Principal): Promise<string> => {
  const caller = await callerOf(w, principal)
  if (!caller) return newId()
  await fresh(caller)
  return insertPasskey(caller)
}

const recoveryCode = async (w: World, principal: Principal) => {
  const code = newId()
  const caller = await callerOf(w, principal)
  if (caller)
    await run(
      'INSERT INTO recovery_codes (company_id, user_id, code_hash, created_at) VALUES (?, ?, ?, 1)',
      ...[caller.companyId, caller.userId, sha256Hex(code.toUpperCase().replaceAll('-', ''))],
    )
  return { recoveryCode: code }
}

const beginning = (kind: 'APP' | 'PASSKEY') => async (w: World, principal: Principal) => {
  const caller = await callerOf(w, principal)
  if (caller) {
    await fresh(caller)
    await without(caller, kind)
  }
  return {}
}

const noneWrong = { invalid: null, unknown: null, repeat: null }

const NOT_ADMINS = `${OWN.replace(' admin ', ' ')} otherMember offMember`

const admins = told({
  UNAUTHENTICATED: NOBODY,
  OK: 'admin',
  NOT_FOUND: 'otherAdmin offAdmin',
  FORBIDDEN: NOT_ADMINS,
})

const waits = ({ companyId, userId }: Pick<Caller, 'companyId' | 'userId'>) =>
  run(
    `INSERT OR REPLACE INTO factor_resets (company_id, user_id, name, asked_by_user_id, asked_by_name, asked_at, effective_at)
     VALUES (?1, ?2, 'Grace Hopper', ?2, 'Ada Admin', 1, ?3)`,
    ...[companyId, userId, Date.now() + 3_600_000],
  )

/** A member with a passkey, and the admin has just given theirs. */
const withFactor = async (w: World, principal: Principal, whose = w.people.watcher) => {
  const caller = await callerOf(w, principal)
  if (caller) await fresh(caller)
  const { userId } = whose
  await insertPasskey({ companyId: w.own.id, userId, sessionHash: '' })
  return { memberId: userId }
}

const withReset = async (w: World, _: Principal, whose = w.people.watcher) => {
  const { userId } = whose
  await waits({ companyId: w.own.id, userId })
  return { memberId: userId }
}

export const secondFactorFixtures: Record<string, OperationFixture> = {
  'factors.get-settings': {
    cases: [
      {
        of: 'the settings',
        outcomes: told({ UNAUTHENTICATED: NOBODY, OK: 'admin otherAdmin offAdmin', FORBIDDEN: NOT_ADMINS }),
        input: nothing,
      },
    ],
    ...noneWrong,
  },
  'factors.set-settings': {
    cases: [
      {
        of: 'the settings',
        outcomes: told({ UNAUTHENTICATED: NOBODY, OK: 'admin otherAdmin offAdmin', FORBIDDEN: NOT_ADMINS }),
        // Others who use the world give no factor.
        input: () => ({ forMoney: false, forEmailLink: false }),
      },
    ],
    invalid: { change: { forMoney: 'maybe' }, field: 'forMoney' },
    unknown: null,
    repeat: (input) => ({ ...input, forMoney: true }),
  },
  'factors.get-of-member': {
    cases: [{ of: 'a member', outcomes: admins, input: (w) => ({ memberId: w.people.watcher.userId }) }],
    invalid: { change: { memberId: 'no id' }, field: 'memberId' },
    unknown: () => ({ memberId: nowhere() }),
    repeat: null,
  },
  'factors.reset': {
    cases: [{ of: 'a member who has one', outcomes: admins, input: withFactor }],
    invalid: { change: { memberId: 'no id' }, field: 'memberId' },
    unknown: () => ({ memberId: nowhere() }),
    repeat: async (_, w) => withFactor(w, 'admin', w.people.delegate),
  },
  'factors.cancel-reset': {
    cases: [{ of: 'a reset that waits', outcomes: admins, input: withReset }],
    invalid: { change: { memberId: 'no id' }, field: 'memberId' },
    unknown: () => ({ memberId: nowhere() }),
    repeat: async (_, w) => withReset(w, 'admin', w.people.delegate),
  },
  'factors.cancel-own-reset': {
    cases: [
      {
        of: 'their own',
        outcomes: staff,
        input: async (w, caller) => {
          const who = await callerOf(w, caller)
          if (who) await waits(who)
          return {}
        },
      },
    ],
    ...noneWrong,
    repeat: 'none',
  },
  'factors.get-own': { cases: [{ of: 'their own', outcomes: staff, input: nothing }], ...noneWrong },
  'factors.begin-app': { cases: [{ of: 'their own', outcomes: staff, input: beginning('APP') }], ...noneWrong },
  'factors.prove-app': {
    cases: [{ of: 'one of their own', outcomes: staff, input: unproven }],
    invalid: { change: { code: '' }, field: 'code' },
    unknown: (input) => ({ ...input, id: nowhere() }),
    repeat: null,
  },
  'factors.begin-passkey': { cases: [{ of: 'their own', outcomes: staff, input: beginning('PASSKEY') }], ...noneWrong },
  'factors.add-passkey': {
    cases: [{ of: 'their own', outcomes: staff, input: made }],
    invalid: { change: { name: ' ' }, field: 'name' },
    unknown: null,
    repeat: null,
  },
  'factors.rename-passkey': {
    cases: [
      {
        of: 'one of their own',
        outcomes: staff,
        input: async (w, caller) => ({ factorId: await passkeyOf(w, caller), name: 'Red key' }),
      },
    ],
    invalid: { change: { name: ' ' }, field: 'name' },
    unknown: (input) => ({ ...input, factorId: nowhere() }),
    repeat: (input) => ({ ...input, name: 'Green key' }),
  },
  'factors.remove': {
    cases: [
      {
        of: 'one of their own',
        outcomes: staff,
        input: async (w, caller) => ({ factorId: await passkeyOf(w, caller) }),
      },
    ],
    invalid: { change: { factorId: 'no id' }, field: 'factorId' },
    unknown: () => ({ factorId: nowhere() }),
    repeat: async (_, w) => ({ factorId: await passkeyOf(w, 'admin') }),
  },
  'factors.renew-recovery-codes': {
    cases: [
      {
        of: 'their own',
        outcomes: staff,
        input: async (w, caller) => {
          await passkeyOf(w, caller)
          return {}
        },
      },
    ],
    ...noneWrong,
  },
  'factors.ask-for-passkey': {
    cases: [
      {
        of: 'their own',
        outcomes: staff,
        input: async (w, caller) => {
          await passkeyOf(w, caller)
          return {}
        },
      },
    ],
    ...noneWrong,
  },
  'factors.give': {
    cases: [{ of: 'a recovery code', outcomes: staff, input: recoveryCode }],
    invalid: { change: { recoveryCode: '' }, field: 'recoveryCode' },
    unknown: null,
    repeat: null,
  },
}
