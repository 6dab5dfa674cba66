import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { isClosedToKeys } from '../../../../schema/platform/api-keys/rule.ts'
import { operations } from '../../../../worker/core/operation.ts'
import { addApp, codeOf, giveCode } from '../../../support/worker/factors/second-factors.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Where a company asks for it, money acts need a second factor that was given some minutes ago at most. */

const DAY_MS = 24 * 60 * 60 * 1000

let company: TestCompany
let ada: TestPerson
let admin: Client
beforeEach(async () => {
  company = await makeCompany()
  ada = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  admin = await signIn(company, ada)
})

const ask = (client: Client, forMoney: boolean) =>
  client.call('PUT', '/api/settings/second-factors', { body: { forMoney } })
const asks = async () => (await admin.get('/api/settings/second-factors')).body.forMoney
const makeKey = (client: Client, commandId?: string) =>
  client.post(
    '/api/api-keys',
    {
      name: `key-${crypto.randomUUID().slice(0, 8)}`,
      days: 90,
      scopes: {
        REQUESTS: 'READ',
        VENDORS: 'NONE',
        PAYMENTS: 'NONE',
        PLANNING: 'NONE',
        DOCUMENTS: 'NONE',
        COMPANY: 'NONE',
      },
    },
    commandId,
  )
const forget = () => run('UPDATE sessions SET factor_at = NULL WHERE company_id = ?', company.id)

describe('what asks for a second factor', () => {
  it('exactly these do', () => {
    const asking = operations().filter(({ freshFactor }) => freshFactor)
    expect(asking.map(({ id }) => id).toSorted()).toEqual([
      'bills.create-rule-set',
      'bills.delete-rule-set',
      'bills.rename-rule-set',
      'bills.save-rule-set',
      'bills.save-rule-set-levels',
      'bills.update-rule-set',
      'checks.decide',
      'configuration.import',
      'configuration.undo-import',
      'factors.set-settings',
      'guarded-changes.decide',
      'payments.confirm-payment-information',
      'payments.create-run',
      'payments.decide-run',
      'payments.load-funds',
      'payments.reveal-payment-information',
      'payments.save-payment-information-approvers',
      'payments.schedule-bill-payment',
      'payments.start-bill-payment-process',
      'payments.transfer-funds',
      'provisioning.create-key',
      'provisioning.revoke-key',
      'provisioning.save-group-mappings',
      'provisioning.set-new-people',
      'settings.create-api-key',
      'settings.delete-api-key',
      'settings.set-api-key-enabled',
      'sso-integrations.save-methods',
      'sso-integrations.save-okta',
      'sso-integrations.save-okta-saml',
      'sso-integrations.save-required',
    ])
  })

  it('API keys can call none of them but the one that shows a number, which refuses them too', () => {
    const open = operations().filter((operation) => operation.freshFactor && !isClosedToKeys(operation))
    expect(open.map(({ id }) => id)).toEqual(['payments.reveal-payment-information'])
  })
})

describe('a company that asks for one', () => {
  it('nothing is asked before an admin turns it on', async () => {
    expect(await asks()).toBe(false)
    expect((await makeKey(admin)).status).toBe(200)
  })

  it('people without a factor are refused until they have one, which counts at once', async () => {
    expect((await ask(admin, true)).body).toMatchObject({ forMoney: true })
    const refused = await makeKey(admin)
    expect([refused.status, refused.body.reason]).toEqual([403, 'FACTOR_NEEDED'])
    await addApp(admin)
    expect((await makeKey(admin)).status).toBe(200)
  })

  it('a factor counts for ten minutes in its own session', async () => {
    const app = await addApp(admin)
    await ask(admin, true)
    const other = await signIn(company, ada)
    expect((await makeKey(other)).body.reason).toBe('FACTOR_NEEDED')
    await giveCode(other, codeOf(app))
    expect((await makeKey(other)).status).toBe(200)
    await run('UPDATE sessions SET factor_at = ? WHERE company_id = ?', Date.now() - 10 * 60_000, company.id)
    expect((await makeKey(other)).body.reason).toBe('FACTOR_NEEDED')
  })

  it('the refused call is made with the same command id once the factor was given, and only once', async () => {
    const app = await addApp(admin)
    await ask(admin, true)
    const { id } = (await makeKey(admin)).body
    await forget()
    const disable = () =>
      admin.call('PUT', `/api/api-keys/${id}/enabled`, { body: { enabled: false }, commandId: 'same-command-1' })
    expect((await disable()).body.reason).toBe('FACTOR_NEEDED')
    await giveCode(admin, codeOf(app))
    const done = await disable()
    expect(done.status).toBe(200)
    expect((await disable()).body).toEqual(done.body)
    const changes = await rows(
      "SELECT * FROM audit_log WHERE company_id = ? AND action = 'api-key.disabled'",
      company.id,
    )
    expect(changes).toHaveLength(1)
  })

  it('who may not do it at all is told that, and not asked for a factor', async () => {
    await ask(admin, true)
    const member = await signIn(company, await company.addPerson())
    const refused = await makeKey(member)
    expect([refused.status, refused.body.reason]).toEqual([403, undefined])
  })
})

describe('asking no more', () => {
  it('waits for a second admin, who gives a factor for it too', async () => {
    await addApp(admin)
    await ask(admin, true)
    const second = await signIn(company, await company.addPerson({ name: 'Sam Second', flags: ['hasAdminAccess'] }))
    expect((await ask(admin, false)).body).toMatchObject({ forMoney: true, waits: { effectiveAt: null } })
    const [change] = (await second.get('/api/payments/guarded-changes')).body
    const confirm = () => second.post(`/api/payments/guarded-changes/${change.id}/decide`, { shouldConfirm: true })
    expect((await confirm()).body.reason).toBe('FACTOR_NEEDED')
    await addApp(second)
    expect((await confirm()).status).toBe(200)
    expect(await asks()).toBe(false)
  })

  it('takes a day where no one else could confirm it', async () => {
    await addApp(admin)
    await ask(admin, true)
    const { waits } = (await ask(admin, false)).body
    expect(Date.parse(waits.effectiveAt) - Date.now()).toBeGreaterThan(DAY_MS - 60_000)
    await runTicks(env)
    expect(await asks()).toBe(true)
    await run('UPDATE guarded_changes SET effective_at = 1 WHERE company_id = ?', company.id)
    await runTicks(env)
    expect(await asks()).toBe(false)
  })
})
