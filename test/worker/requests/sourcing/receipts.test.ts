import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId, systemClock } from '../../../../worker/core/clock.ts'
import { receiptUrl } from '../../../../worker/features/requests/sourcing/receipt-address.ts'
import { readVisit } from '../../../../worker/features/requests/sourcing/visit.ts'
import { approvals, decide } from '../../../support/worker/filing-scene.ts'
import { forgetOutside, sentMails, standIn } from '../../../support/worker/outside.ts'
import { run } from '../../../support/worker/sessions.ts'
import {
  type FormAddress,
  giveLogo,
  makeSourcingCategory,
  sendForm,
  switchOnSourcing,
  visitSince,
} from '../../../support/worker/sourcing.ts'
import { Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** What the sender of a public form learns afterwards, and the check that they are a person. */

const stranger = new Client(null)
let company: TestCompany
let admin: Client
let reviewer: TestPerson
let form: FormAddress

beforeAll(async () => {
  company = await makeCompany()
  await switchOnSourcing(company)
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  reviewer = await company.addPerson({ name: 'Rob Reviewer' })
  form = { companyId: company.id, intakeCategoryId: await makeSourcingCategory(admin, reviewer.userId) }
})

const visitNow = () => visitSince(env.OUTLAY_SIGNING_KEY, form.intakeCategoryId)

/** Sends a form. Returns the request and the sender's address. */
const send = async (title: string) => {
  const email = `${newId()}@stranger.test`
  const visit = await visitNow()
  expect((await sendForm(stranger, form, visit, { title }, { email })).status).toBe(200)
  const { submissionId } = await readVisit({ env, clock: systemClock }, form.intakeCategoryId, visit)
  return { email, submissionId }
}

const linkIn = async (email: string) => {
  const mail = await vi.waitFor(
    () => {
      const [first] = sentMails(email)
      if (!first) throw new Error(`no mail to ${email}`)
      return first
    },
    { timeout: 10_000, interval: 50 },
  )
  return { mail, path: /\/public\/sourcing-receipt\/[^\s]+/.exec(mail.text)?.[0] ?? '' }
}

const look = (path: string, client: Client = stranger) => {
  const [companyId, token] = path.split('/').slice(-2)
  return client.get(`/public-api/sourcing-receipts/${token}?companyId=${companyId}`)
}

describe('the receipt of a public form', () => {
  it('the sender gets one mail with a link that shows the state without an account, and it follows the decision', async () => {
    const { email, submissionId } = await send('Window cleaning')
    const { mail, path } = await linkIn(email)
    expect(mail.subject).toMatch(/^Company .+ received your form$/)
    expect((await look(path)).body).toMatchObject({ title: 'Window cleaning', state: 'IN_REVIEW', decidedAt: null })
    const client = await signIn(company, reviewer)
    const { body } = await client.get(`/api/intake-submission/${submissionId}`)
    expect((await approvals(client, submissionId)).levels).toHaveLength(1)
    await decide(client, submissionId, 'APPROVED', body.version)
    expect((await look(path)).body).toMatchObject({ state: 'ACCEPTED', decidedAt: expect.any(String) })
    expect(sentMails(email)).toHaveLength(1)
  })

  it('a declined form and an archived one say so, and a deleted one has no receipt', async () => {
    const declined = await send('Flyers')
    const client = await signIn(company, reviewer)
    const { body } = await client.get(`/api/intake-submission/${declined.submissionId}`)
    await decide(client, declined.submissionId, 'REJECTED', body.version)
    const pathOf = async ({ submissionId }: { submissionId: string }) => receiptUrl(env, company.id, submissionId)
    expect((await look(await pathOf(declined))).body.state).toBe('DECLINED')
    const archived = await send('Posters')
    await admin.call('PUT', `/api/intake-submission/${archived.submissionId}/archived`, { body: { archived: true } })
    expect((await look(await pathOf(archived))).body.state).toBe('CLOSED')
    await admin.call('DELETE', `/api/intake-submission/${archived.submissionId}`)
    expect((await look(await pathOf(archived))).status).toBe(404)
  })

  it('no one can make up the address of a receipt, nor see a member’s request with it', async () => {
    const { submissionId } = await send('Plants')
    const path = await receiptUrl(env, company.id, submissionId)
    expect((await look(path.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(404)
    const other = await makeCompany()
    expect((await look(path.replace(company.id, other.id))).status).toBe(404)
    await run('UPDATE intake_submissions SET contact_email = NULL WHERE id = ?', submissionId)
    expect((await look(path)).status).toBe(404)
  })

  it('it tells nothing of the company but its name, the form and what became of it', async () => {
    const { submissionId } = await send('Desks')
    const { body } = await look(await receiptUrl(env, company.id, submissionId))
    expect(Object.keys(body).toSorted()).toEqual(
      'category companyName darkLogoUrl decidedAt documents lightLogoUrl sentAt state title'.split(' '),
    )
    expect(JSON.stringify(body)).not.toContain('Rob')
  })
})

describe('what strangers can look up', () => {
  it('the logo’s address by the company alone, only of a company with an open form', async () => {
    const look = (id: string) => stranger.get(`/public-api/company-logo-public-url/${id}`)
    expect((await look(company.id)).body).toEqual({ logoUrl: null, darkLogoUrl: null })
    await giveLogo(company)
    const { logoUrl } = (await look(company.id)).body
    expect((await stranger.get(logoUrl)).status).toBe(200)
    expect((await look((await makeCompany()).id)).status).toBe(404)
  })

  it('choices of a question by part of their name, at most twenty, and none of a form that is closed', async () => {
    const { intakeCategoryId, companyId } = form
    const options = (search: string, of = intakeCategoryId) =>
      stranger.get(
        `/public-api/intake-questions/size/options?intakeCategoryId=${of}&companyId=${companyId}&search=${search}`,
      )
    expect((await options('LARGE')).body).toEqual([{ label: 'large company', value: 'large' }])
    expect((await options('nothing')).body).toEqual([])
    const closed = await makeSourcingCategory(admin, reviewer.userId)
    expect((await options('', closed)).body).toHaveLength(2)
    await admin.call('DELETE', `/api/intake-categories/${closed}`)
    expect((await options('', closed)).status).toBe(404)
    expect((await stranger.get('/public-api/intake-questions/unknown/options')).status).toBe(404)
  })
})

describe('a form that asks for proof of a person', () => {
  const host = 'challenges.cloudflare.com'
  afterEach(() => {
    forgetOutside()
    for (const name of ['OUTLAY_TURNSTILE_SITE_KEY', 'OUTLAY_TURNSTILE_SECRET'] as const) delete env[name]
  })
  const setUp = () => {
    env.OUTLAY_TURNSTILE_SITE_KEY = 'site'
    env.OUTLAY_TURNSTILE_SECRET = 'secret'
  }
  const turnOn = async () => {
    setUp()
    const intakeCategoryId = await makeSourcingCategory(admin, reviewer.userId)
    const path = `/api/intake-categories/${intakeCategoryId}/settings`
    expect((await admin.post(path, { requirePersonCheck: true })).body.requirePersonCheck).toBe(true)
    return { companyId: company.id, intakeCategoryId }
  }
  const sendTo = async (address: FormAddress, more: Record<string, unknown>) =>
    sendForm(
      stranger,
      address,
      await visitSince(env.OUTLAY_SIGNING_KEY, address.intakeCategoryId),
      { title: 'Tea' },
      more,
    )

  it('it is offered for public forms only where Turnstile is set up', async () => {
    const path = `/api/intake-categories/${form.intakeCategoryId}/settings`
    expect((await admin.get(path)).body.canRequirePersonCheck).toBe(false)
    expect((await admin.post(path, { requirePersonCheck: true })).status).toBe(400)
    setUp()
    expect((await admin.get(path)).body.canRequirePersonCheck).toBe(true)
    const internal = (await admin.post('/api/intake-categories', { name: `Internal ${newId()}` })).body.id
    const other = await admin.post(`/api/intake-categories/${internal}/settings`, { requirePersonCheck: true })
    expect(other.body.fields).toHaveProperty('requirePersonCheck')
  })

  it('without a passed check nothing is filed, and with one it is', async () => {
    const address = await turnOn()
    const opened = await stranger.get(`/public-api/intake-categories/${address.intakeCategoryId}`)
    expect(opened.body.personCheck).toMatchObject({ siteKey: 'site' })
    const asked: { secret?: string; response?: string }[] = []
    standIn(host, {
      answer: async (request) => {
        const body = (await request.json()) as { response: string }
        asked.push(body)
        return Response.json({ success: body.response === 'passed', 'error-codes': [] })
      },
    })
    expect((await sendTo(address, {})).body.fields).toEqual({ personToken: 'Tick this box' })
    expect((await sendTo(address, { personToken: 'failed' })).body.reason).toBe('NOT_A_PERSON')
    expect((await sendTo(address, { personToken: 'passed' })).body).toEqual({ complete: true })
    expect(asked.map(({ secret, response }) => [secret, response])).toEqual([
      ['secret', 'failed'],
      ['secret', 'passed'],
    ])
  })

  it('without Turnstile in the installation it says that it can’t be sent, and an admin can turn the check off', async () => {
    const address = await turnOn()
    delete env.OUTLAY_TURNSTILE_SECRET
    expect((await sendTo(address, {})).body).toMatchObject({ code: 'UPSTREAM', reason: 'FORM_CLOSED' })
    const path = `/api/intake-categories/${address.intakeCategoryId}/settings`
    expect((await admin.post(path, { requirePersonCheck: false })).body.requirePersonCheck).toBe(false)
    expect((await sendTo(address, {})).body).toEqual({ complete: true })
  })

  it('while Turnstile is down people are told to try again, and the same form can be sent then', async () => {
    const address = await turnOn()
    standIn(host, { answer: () => new Response('', { status: 503 }) })
    const visit = await visitSince(env.OUTLAY_SIGNING_KEY, address.intakeCategoryId)
    const attempt = () => sendForm(stranger, address, visit, { title: 'Coffee' }, { personToken: 'passed' })
    expect((await attempt()).body).toMatchObject({ code: 'UPSTREAM', message: expect.stringContaining('Try again') })
    standIn(host, { answer: () => Response.json({ success: true }) })
    expect((await attempt()).body).toEqual({ complete: true })
  })
})
