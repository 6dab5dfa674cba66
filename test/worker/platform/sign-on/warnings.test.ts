import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails, standIn, textThere } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  answerAt,
  beginAt,
  googleThere,
  microsoftThere,
  oktaThere,
} from '../../../support/worker/sign-on/oidc-there.ts'
import { logOf, type RequiredCompany, requiredCompany } from '../../../support/worker/sign-on/required-company.ts'
import { anonymous } from '../../../support/worker/world.ts'

/** What admins hear of how their people log in: each thing once, by email and in the bell. */

beforeEach(() => {
  googleThere()
  microsoftThere()
})

const DAY_MS = 24 * 60 * 60 * 1000

/** The subjects of what the admin was sent about logging in, oldest first, once all of it is out. */
const toldTo = async ({ admin, grace, ada }: RequiredCompany): Promise<string[]> => {
  await runTicks(env)
  await runTicks(env)
  const { body } = await admin.get('/api/notifications?first=100')
  const bell = body.edges.flatMap(({ node }: { node: { kind: string } }) => (node.kind === 'SIGN_ON' ? [node] : []))
  const mails = sentMails(grace.email).filter(({ html }) => html.includes('Warnings about logging in'))
  expect(sentMails(ada.email).filter(({ html }) => html.includes('Warnings about logging in'))).toEqual([])
  expect(bell.map(({ title }: { title: string }) => title).toSorted()).toEqual(
    mails.map(({ subject }) => subject).toSorted(),
  )
  return mails.map(({ subject }) => subject)
}

const mailAbout = ({ grace }: RequiredCompany, words: string): string =>
  sentMails(grace.email).findLast(({ subject }) => subject.includes(words))?.text ?? ''

const cardOf = async ({ admin }: RequiredCompany, id: string) => {
  const { body } = await admin.graphql('{ integrationsPage { signOnIntegrations { id state text } } }')
  return body.data.integrationsPage.signOnIntegrations.find((each: { id: string }) => each.id === id)
}

describe('a connection that fails', () => {
  const begin = ({ ada }: RequiredCompany) =>
    anonymous.post('/auth/sign-on/begin', { method: 'OKTA', email: ada.email })

  it('a failing connection is told after three logins in a row, and once when it works again', async () => {
    const made = await requiredCompany('OKTA')
    standIn(made.oktaHost, { answer: () => new Response('Down', { status: 503 }) })
    await begin(made)
    await begin(made)
    expect(await toldTo(made)).toEqual([])
    for (const _ of [3, 4, 5]) await begin(made)
    expect(await toldTo(made)).toEqual(['Logging in with Okta fails'])
    const text = mailAbout(made, 'Okta fails')
    expect(text).toContain('Okta gave no configuration')
    expect(text).toContain('Your break-glass admins can log in with an email link and their passkey')
    expect(text).toContain('https://outlay.test/settings/integrations')
    expect(await cardOf(made, 'OKTA')).toMatchObject({
      state: 'FAULTY',
      text: expect.stringContaining('gave no configuration'),
    })
    oktaThere(made.oktaHost)
    for (const _ of [1, 2]) {
      const { browser, url } = await beginAt({ method: 'OKTA', email: made.ada.email })
      const answer = answerAt(url, { sub: 'ada', email: made.ada.email, email_verified: true })
      const finished = await browser.post('/auth/sign-on/finish', { provider: `okta-${made.company.id}`, answer })
      expect(finished.status, JSON.stringify(finished.body)).toBe(200)
    }
    expect(await toldTo(made)).toEqual(['Logging in with Okta fails', 'Okta works again'])
    expect(await cardOf(made, 'OKTA')).toMatchObject({ state: 'CONNECTED', text: null })
    expect((await logOf(made)).split('Logging in with Okta failed 3 times in a row')).toHaveLength(2)
  })

  it('a failing connection isn’t what strangers bring: wrong codes, refusals, other issuers', async () => {
    const made = await requiredCompany('OKTA')
    const provider = `okta-${made.company.id}`
    for (const make of [
      (state: string) => ({ code: 'made-up', state }),
      (state: string) => ({ code: 'made-up-2', state }),
      (state: string) => ({ error: 'server_error', state }),
      (state: string) => ({ code: 'made-up-3', state, iss: 'https://evil.example' }),
      (state: string) => ({ state }),
    ]) {
      const { browser, url } = await beginAt({ method: 'OKTA', email: made.ada.email })
      const answer = new URLSearchParams(make(new URL(url).searchParams.get('state') ?? '')).toString()
      expect((await browser.post('/auth/sign-on/finish', { provider, answer })).status).toBe(422)
    }
    expect(await toldTo(made)).toEqual([])
    const failures = `SELECT failures FROM sign_on_connections WHERE company_id = ? AND kind = 'OKTA'`
    expect(await rows(failures, made.company.id)).toEqual([{ failures: 0 }])
  })

  it('unreadable SAML metadata are told after three times, while people still come in', async () => {
    const made = await requiredCompany('OKTA_SAML')
    standIn('sso.idp-of-some.com', { answer: () => new Response('Gone', { status: 404 }) })
    for (const _ of [1, 2, 3, 4]) {
      await run(
        `UPDATE sign_on_connections SET metadata_url = 'https://sso.idp-of-some.com/metadata', metadata_read_at = 1,
                metadata_failed_at = NULL WHERE company_id = ? AND kind = 'OKTA_SAML'`,
        made.company.id,
      )
      await runTicks(env)
    }
    expect(await toldTo(made)).toEqual(['The metadata of your SAML provider can’t be read'])
    expect(mailAbout(made, 'metadata')).toContain('answered 404')
  })
})

it('the end of a certificate is told a month before, a week before and when it ended, also if metadata fail', async () => {
  const made = await requiredCompany('OKTA_SAML')
  standIn('sso.idp-of-some.com', { answer: () => new Response('Gone', { status: 404 }) })
  const lookAt = async (days: number, url: string | null = null) => {
    const endsAt = Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS + DAY_MS / 2
    for (const _ of [1, 2]) {
      await run(
        `UPDATE sign_on_connections SET certificates = json_set(certificates, '$[0].validUntil', ?), metadata_read_at = 1,
                metadata_failed_at = NULL, metadata_url = ? WHERE company_id = ? AND kind = 'OKTA_SAML'`,
        ...[endsAt, url, made.company.id],
      )
      await runTicks(env)
    }
    return toldTo(made)
  }
  const [month, week, over] = [
    'The certificate of your SAML provider ends soon',
    'The certificate of your SAML provider ends within a week',
    'The certificate of your SAML provider has ended',
  ]
  expect(await lookAt(40)).toEqual([])
  expect(await lookAt(25)).toEqual([month])
  expect(mailAbout(made, 'ends soon')).toContain('Then upload your provider’s new metadata file to Outlay.')
  expect(await lookAt(5, 'https://sso.idp-of-some.com/metadata')).toEqual([month, week])
  expect(mailAbout(made, 'within a week')).toContain('Outlay reads the new one')
  expect(await lookAt(-2)).toEqual([month, week, over])
  expect(mailAbout(made, 'has ended')).toContain('Your break-glass admins can log in with an email link')
})

it('a domain’s record is told when it is missing, when it is there again and when the domain is lost, to jobs and to admins', async () => {
  const made = await requiredCompany('OKTA')
  const { admin, company, domain } = made
  const later = (missingSince: number | null) =>
    run(
      'UPDATE directory_login_domains SET checked_at = ?, missing_since = coalesce(?, missing_since) WHERE of_company = ?',
      ...[Math.floor(Math.random() * 1_000_000), missingSince, company.id],
    )
  await admin.post('/api/login-domains/check', { domain })
  await later(null)
  const missing = `The DNS record of ${domain} is missing`
  expect(await toldTo(made)).toEqual([missing])
  expect(mailAbout(made, 'is missing')).toContain(
    `TXT record named _outlay.${domain} with the value outlay-domain=token`,
  )
  textThere(`_outlay.${domain}`, 'outlay-domain=token')
  await later(null)
  const again = `The DNS record of ${domain} is there again`
  expect(await toldTo(made)).toEqual([missing, again])
  textThere(`_outlay.${domain}`, 'something else')
  await later(null)
  expect(await toldTo(made)).toEqual([missing, again, missing])
  await later(1)
  expect(await toldTo(made)).toEqual([missing, again, missing, `${domain} no longer counts as your login domain`])
  const log = await logOf(made)
  for (const action of ['login-domain-missing', 'login-domain-found', 'login-domain-lost'])
    expect(log).toContain(action)
})
