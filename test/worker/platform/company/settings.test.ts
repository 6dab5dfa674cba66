import { describe, expect, it } from 'vitest'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { type Answer, type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

const PATH = '/api/company-settings'

const scene = async () => {
  const company = await makeCompany(['enableIntakeRequests'])
  const admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  return { company, admin, change: (body: object) => admin.call('PUT', PATH, { body }) }
}

describe('what a company’s admins choose', () => {
  it('order, mode, restriction, bypass and currencies are theirs, and in their history', async () => {
    const { admin, change } = await scene()
    const wanted = {
      currency: 'EUR',
      requestApprovalMode: 'ALL_AT_ONCE',
      enforceIntakeApprovalOrder: true,
      restrictSubmissionEditToAdmins: true,
      enableEditWithApprovalBypass: true,
      enableCurrencies: true,
    }
    expect((await change(wanted)).status).toBe(200)
    expect((await admin.get(PATH)).body).toMatchObject(wanted)
    expect((await admin.get('/api/current-company')).body).toMatchObject(wanted)
    const messages = (await admin.get('/api/audit-logs/company')).body.edges.map(
      ({ node }: { node: { message: string } }) => node.message,
    )
    expect(messages).toContain('Changed the company’s currency to EUR')
    expect(messages).toContain(
      'Turned on: Enforced approval order, Only admins edit submitted requests, Edits that keep approvals, Other currencies',
    )
  })

  it('features are the platform’s: naming them changes nothing', async () => {
    const { admin, change } = await scene()
    await change({ enableSourcing: true, featureFlags: { enableSourcing: true }, name: 'Mine' })
    expect((await admin.get('/api/current-company')).body).toMatchObject({ enableSourcing: false })
    expect((await admin.get('/api/current-company')).body.name).not.toBe('Mine')
  })

  it('an outdated version is refused', async () => {
    const { admin, change } = await scene()
    const { version } = (await admin.get(PATH)).body
    await change({ enableCurrencies: true, version })
    expect((await change({ enableCurrencies: false, version })).body.reason).toBe('STALE_VERSION')
    expect((await admin.get(PATH)).body.enableCurrencies).toBe(true)
  })

  it('the currency stays once a request was filed', async () => {
    const { company, admin, change } = await scene()
    const made = await admin.post('/api/currency-rates', {})
    expect(codeOf(made)).toBe('FORBIDDEN')
    await change({ enableCurrencies: true })
    const rate = await admin.post('/api/currency-rates', { base: 'GBP', date: '2026-01-01', rate: '1.3' })
    expect(rate.status).toBe(200)
    expect((await admin.get(PATH)).body.canChangeCurrency).toBe(false)
    expect(Object.keys(fieldsOf(await change({ currency: 'EUR' })))).toEqual(['currency'])
    expect((await admin.get('/api/current-company')).body).toMatchObject({ id: company.id, currency: 'USD' })
  })

  const WITH_AMOUNTS: Record<string, (admin: Client) => Promise<Answer>> = {
    'a rule set of spend requests': (admin) => admin.graphql('mutation { createSpendRuleSet(name: "Large") { id } }'),
    'a rule set of bills': (admin) => admin.graphql('mutation { createBillRuleSet(name: "Large") { id } }'),
    'how far decision links go': (admin) =>
      admin.call('PUT', '/api/settings/decision-links', {
        body: { enabled: true, maxAmount: 100_000 },
      }),
    'the limits of payments': (admin) =>
      admin.call('PUT', '/api/payments/limits', { body: { runLimit: 500_000, freeBelow: 0 } }),
  }

  it.each(Object.entries(WITH_AMOUNTS))('the currency stays once there is %s', async (_, make) => {
    const company = await makeCompany(['enableSpendRequests', 'paymentsEnabled'])
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await admin.get(PATH)).body.canChangeCurrency).toBe(true)
    const made = await make(admin)
    expect([made.status, made.body.errors], JSON.stringify(made.body)).toEqual([200, undefined])
    expect((await admin.get(PATH)).body.canChangeCurrency).toBe(false)
    const refused = await admin.call('PUT', PATH, { body: { currency: 'EUR' } })
    expect(Object.keys(fieldsOf(refused))).toEqual(['currency'])
  })
})
