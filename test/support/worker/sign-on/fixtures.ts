import { createHash } from 'node:crypto'
import { newSecret } from '../../../../worker/core/clock.ts'
import { sha256Hex } from '../../../../worker/core/hash.ts'
import { TEST_METADATA } from '../../saml-test-key.ts'
import { database } from '../database.ts'
import {
  NOBODY,
  nothing,
  nowhere,
  OFF,
  type OperationFixture,
  OTHERS,
  OWN,
  READERS,
  told,
  UNCONCERNED,
  VENDORS,
} from '../fixtures/fixture.ts'
import type { World } from '../matrix-world.ts'
import { textThere } from '../outside.ts'
import { ORIGIN } from '../world.ts'
import { answerAt, FIXTURE_BROWSER, GOOGLE_HOST, googleThere, microsoftThere } from './oidc-there.ts'

/** Admins themselves: not in another’s name, and no program. */
const BARRED = `${READERS.replace(' admin', '')} ${UNCONCERNED} otherMember offMember apiKey`
const admins = told({ UNAUTHENTICATED: NOBODY, OK: 'admin otherAdmin offAdmin', FORBIDDEN: BARRED })
const ofTheCompany = told({ UNAUTHENTICATED: NOBODY, OK: 'admin', NOT_FOUND: 'otherAdmin offAdmin', FORBIDDEN: BARRED })

/** A claimed domain whose record the name service has. */
const claimedDomain = async ({ own }: World): Promise<string> => {
  const domain = `${nowhere()}.test`
  await database
    .prepare('INSERT INTO directory_login_domains (of_company, domain, token, claimed_at) VALUES (?, ?, ?, 0)')
    .bind(own.id, domain, 'proof')
    .run()
  textThere(`_outlay.${domain}`, 'outlay-domain=proof')
  return domain
}

const everyone = `${NOBODY} ${OWN} ${OTHERS} ${OFF} ${VENDORS}`

/** Google says that someone is a member, to the browser of these calls. */
const answerOfMember = async ({ own }: World): Promise<string> => {
  googleThere()
  const domain = `${nowhere()}.test`
  const { email } = await own.addPerson({ email: `ada@${domain}` })
  const [state, verifier] = [newSecret(), newSecret()]
  await database
    .prepare(`UPDATE companies SET flags = json_set(flags, '$.enableGoogleLogin', json('true')) WHERE id = ?`)
    .bind(own.id)
    .run()
  await database
    .prepare(
      `INSERT INTO directory_sign_on_attempts (state_hash, method, portal, nonce, verifier, browser_hash, created_at,
                                               expires_at) VALUES (?, 'GOOGLE', 'STAFF', 'nonce', ?, ?, ?, ?)`,
    )
    .bind(sha256Hex(state), verifier, sha256Hex(FIXTURE_BROWSER), Date.now(), Date.now() + 60_000)
    .run()
  const asked = new URLSearchParams({
    ...{ client_id: 'outlay-at-google', redirect_uri: `${ORIGIN}/login-return/google`, nonce: 'nonce', state },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  return answerAt(`https://${GOOGLE_HOST}/authorize?${asked}`, { sub: email, email, email_verified: true, hd: domain })
}

/** Signing in at an identity provider. What happens with one that is there is in test/worker/platform/sign-on. */
export const signOnFixtures: Record<string, OperationFixture> = {
  'sign-on.methods': {
    cases: [{ of: 'any domain', outcomes: told({ OK: everyone }), input: () => ({ domain: `${nowhere()}.test` }) }],
    invalid: { change: { domain: 'no domain' }, field: 'domain' },
    unknown: null,
    repeat: null,
  },
  'sign-on.begin': {
    cases: [
      {
        of: 'a provider',
        outcomes: told({ OK: everyone }),
        input: () => {
          googleThere()
          microsoftThere()
          return { method: 'GOOGLE', email: `${nowhere()}@people.test` }
        },
      },
    ],
    invalid: { change: { method: 'POST' }, field: 'method' },
    unknown: null,
    repeat: null,
  },
  'sign-on.finish': {
    cases: [
      {
        of: 'an answer of a provider',
        outcomes: told({ OK: everyone }),
        input: async (w) => ({ provider: 'google', answer: await answerOfMember(w) }),
      },
    ],
    invalid: { change: { provider: '' }, field: 'provider' },
    unknown: null,
    repeat: null,
  },
  'sso-integrations.get-okta': {
    cases: [{ of: 'the company', outcomes: admins, input: nothing }],
    invalid: null,
    unknown: null,
    repeat: null,
  },
  'sso-integrations.overview': {
    cases: [{ of: 'the company', outcomes: admins, input: nothing }],
    invalid: null,
    unknown: null,
    repeat: null,
  },
  'integrations.page': {
    cases: [
      {
        of: 'the company',
        outcomes: told({
          UNAUTHENTICATED: NOBODY,
          OK: 'admin otherAdmin offAdmin',
          FORBIDDEN: BARRED,
        }),
        input: nothing,
      },
    ],
    invalid: null,
    unknown: null,
    repeat: null,
  },
  'sso-integrations.save-okta': {
    cases: [
      {
        of: 'the company',
        outcomes: admins,
        input: () => ({
          domain: 'acme.okta.com',
          clientId: nowhere(),
          clientSecret: nowhere(),
          loginDomains: [`${nowhere()}.test`],
        }),
      },
    ],
    invalid: { change: { domain: 'no domain' }, field: 'domain' },
    unknown: null,
    repeat: null,
  },
  'sso-integrations.get-okta-saml': {
    cases: [{ of: 'the company', outcomes: admins, input: nothing }],
    invalid: null,
    unknown: null,
    repeat: null,
  },
  'sso-integrations.save-okta-saml': {
    cases: [
      {
        of: 'the company',
        outcomes: admins,
        input: () => ({ samlMetadata: TEST_METADATA, loginDomains: [`${nowhere()}.test`] }),
      },
    ],
    invalid: { change: { samlMetadata: 'no metadata' }, field: 'samlMetadata' },
    unknown: null,
    repeat: null,
  },
  'sso-integrations.check-domain': {
    cases: [{ of: 'a domain', outcomes: ofTheCompany, input: async (w) => ({ domain: await claimedDomain(w) }) }],
    invalid: { change: { domain: 'no domain' }, field: 'domain' },
    unknown: () => ({ domain: `${nowhere()}.test` }),
    repeat: null,
  },
  'sso-integrations.get-required': {
    cases: [{ of: 'the company', outcomes: admins, input: nothing }],
    invalid: null,
    unknown: null,
    repeat: null,
  },
  'sso-integrations.save-required': {
    cases: [{ of: 'the company', outcomes: admins, input: () => ({ method: null, breakGlassUserIds: [] }) }],
    invalid: { change: { method: 'POST' }, field: 'method' },
    unknown: null,
    repeat: null,
  },
  'sso-integrations.begin-test': {
    cases: [
      {
        of: 'a provider',
        outcomes: admins,
        input: async () => {
          microsoftThere()
          await database
            .prepare(`UPDATE companies SET flags = json_set(flags, '$.enableMicrosoftLogin', json('true'))`)
            .run()
          return { method: 'MICROSOFT' }
        },
      },
    ],
    invalid: { change: { method: 'POST' }, field: 'method' },
    unknown: null,
    repeat: null,
  },
  'sso-integrations.save-methods': {
    cases: [
      {
        of: 'the company',
        outcomes: admins,
        input: () => ({ methods: ['EMAIL_LINK', 'MICROSOFT'], microsoftTenantId: crypto.randomUUID() }),
      },
    ],
    invalid: { change: { microsoftTenantId: 'no tenant' }, field: 'microsoftTenantId' },
    unknown: null,
    repeat: null,
  },
}
