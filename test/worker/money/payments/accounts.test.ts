import { exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addErpObject } from '../../../support/worker/fixtures/mappings.ts'
import { standIn } from '../../../support/worker/outside.ts'
import {
  accountOf,
  addBank,
  BANK,
  createAccount,
  deliver,
  longAgo,
  moneyOf,
  onboard,
  type PayingCompany,
  passAtStripe,
  payingCompany,
  settled,
  visit,
} from '../../../support/worker/payments.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { tablesWith } from '../../../support/worker/stored/tables-with.ts'
import { ORIGIN } from '../../../support/worker/world.ts'

/** The payments account, bank accounts, and money that comes in and goes back. */

let scene: PayingCompany
beforeEach(async () => {
  scene = await payingCompany()
})

const account = async () => (await scene.admin.get('/api/payments/account')).body
const gate = async () =>
  (await scene.payer.post('/graphql', { query: '{ paymentsGatekeeper { paymentsEnabled paymentsOnboarded } }' })).body
    .data.paymentsGatekeeper
const banks = async () => (await scene.payer.get('/api/payments/payment-methods')).body
const transfers = async () =>
  (await scene.payer.get('/api/payments/transfers')).body.edges.map(({ node }: { node: object }) => node)

describe('the payments account', () => {
  it('a company’s account is created once, and ready once a bank account is verified', async () => {
    const url = await createAccount(scene)
    expect(await account()).toMatchObject({ state: 'CREATED', isOnboarded: false, isAvailable: true })
    await createAccount(scene)
    expect(
      Object.values(scene.stripe.state.accounts).filter(({ metadata }) => metadata.companyId === scene.company.id),
    ).toHaveLength(1)
    expect((await visit(scene.stripe, url)).status).toBe(410)
    await onboard(scene)
    expect(await gate()).toEqual({ paymentsEnabled: true, paymentsOnboarded: false })
    await addBank(scene)
    expect(await gate()).toEqual({ paymentsEnabled: true, paymentsOnboarded: true })
    expect(await account()).toMatchObject({ state: 'ACTIVE', isOnboarded: true })
  })

  it('follows the provider’s event, and is asked for when the event got lost', async () => {
    await visit(scene.stripe, await createAccount(scene))
    await deliver(scene.stripe)
    expect((await account()).state).toBe('ACTIVE')
    const other = await payingCompany()
    await visit(other.stripe, await createAccount(other))
    other.stripe.events.waiting = []
    await settled()
    expect((await other.admin.get('/api/payments/account')).body.state).toBe('CREATED')
    await longAgo(other)
    await settled()
    expect((await other.admin.get('/api/payments/account')).body.state).toBe('ACTIVE')
  })

  it('only admins create an account, and nothing moves before it is ready', async () => {
    const { body } = await scene.payer.post('/graphql', { query: 'mutation { createPaymentsAccount { id } }' })
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
    expect(await scene.admin.post('/api/payments/payment-methods/setup-intent', BANK)).toMatchObject({
      ...{ status: 422, body: { reason: 'NOT_ONBOARDED' } },
    })
    expect((await scene.payer.get('/api/payments/financial-account-balance')).status).toBe(422)
  })
})

describe('events', () => {
  it('one that isn’t signed, or signed by another, changes nothing', async () => {
    await visit(scene.stripe, await createAccount(scene))
    const [event] = scene.stripe.events.waiting.splice(0)
    for (const signature of ['wrong', 'none'] as const) {
      const request = await scene.stripe.events.requestOf(event as NonNullable<typeof event>, signature)
      const init = { method: 'POST', headers: request.headers, body: await request.text() }
      expect((await exports.default.fetch(`${ORIGIN}/api/webhooks/stripe`, init)).status).toBe(401)
    }
    await settled()
    expect((await account()).state).toBe('CREATED')
  })
})

describe('bank accounts', () => {
  beforeEach(() => onboard(scene))

  it('the first verified one is the default, and another can take its place', async () => {
    const [first, second] = [await addBank(scene), await addBank(scene)]
    expect(await banks()).toMatchObject([
      {
        id: first,
        status: 'VERIFIED',
        isDefault: true,
        lastFourAccountNumber: '6789',
        microdepositVerificationLink: null,
      },
      { id: second, isDefault: false },
    ])
    expect((await scene.admin.post(`/api/payments/payment-methods/${second}/set-default`)).status).toBe(200)
    expect(await banks()).toMatchObject([{ isDefault: false }, { isDefault: true }])
  })

  it('one that waits for its deposits says where they are confirmed, and can’t be used', async () => {
    const { body } = await scene.admin.post('/api/payments/payment-methods/setup-intent', BANK)
    expect(body).toMatchObject({ status: 'VERIFYING' })
    const attention = (await scene.payer.get('/api/payments/payment-methods/needs-attention')).body
    expect(attention).toMatchObject([{ id: body.id, microdepositVerificationLink: body.microdepositVerificationLink }])
    expect((await scene.admin.get('/api/payments/payment-methods/setup-intents')).body).toMatchObject([
      { id: body.id, status: 'VERIFYING' },
    ])
    const load = await scene.payer.post('/api/payments/load-funds', { paymentMethodId: body.id, amount: 5000 })
    expect(load).toMatchObject({ status: 422, body: { reason: 'NOT_VERIFIED' } })
    expect((await scene.admin.post(`/api/payments/payment-methods/${body.id}/set-default`)).status).toBe(422)
  })

  it('wrong codes end the verification, and say so', async () => {
    const { body } = await scene.admin.post('/api/payments/payment-methods/setup-intent', BANK)
    await visit(scene.stripe, body.microdepositVerificationLink, { code: 'SM33CC' })
    await deliver(scene.stripe)
    const [failed] = await banks()
    expect(failed).toMatchObject({ status: 'FAILED', error: expect.stringContaining('too often') })
  })

  it('wrong numbers are refused beside their fields, here and at the provider', async () => {
    const add = async (more: object) =>
      (await scene.admin.post('/api/payments/payment-methods/setup-intent', { ...BANK, ...more })).body.fields
    expect(await add({ routingNumber: '123456789' })).toHaveProperty('routingNumber')
    expect(await add({ accountNumber: '12' })).toHaveProperty('accountNumber')
    expect(await add({ accountHolderType: 'BUSINESS' })).toHaveProperty('accountHolderType')
    standIn('api.stripe.com', {
      answer: () =>
        Response.json(
          { error: { type: 'invalid_request_error', code: 'routing_number_invalid', message: BANK.accountNumber } },
          { status: 400 },
        ),
    })
    expect(await add({})).toEqual({ routingNumber: 'There is no US bank with this routing number.' })
    expect(await banks()).toEqual([])
  })

  it('one belongs to an entity of the same company only', async () => {
    const id = await addBank(scene)
    const entity = await addErpObject(scene.company.id, 'ENTITY', { name: 'Main' })
    const elsewhere = await addErpObject((await payingCompany()).company.id, 'ENTITY', { name: 'Theirs' })
    const attach = (erpEntityId: string) =>
      scene.admin.post(`/api/payments/payment-methods/${id}/attach-to-erp-entity`, { erpEntityId })
    expect((await attach(elsewhere)).body.fields).toEqual({ erpEntityId: 'Choose one of your entities' })
    expect((await attach(entity)).status).toBe(200)
    expect((await banks())[0].erpEntities).toEqual([{ id: entity, name: 'Main' }])
  })

  it('a removed one leaves the lists and the provider, but not another company’s', async () => {
    const id = await addBank(scene)
    const other = await payingCompany()
    expect((await other.admin.call('DELETE', `/api/payments/payment-methods/${id}`)).status).toBe(404)
    expect((await scene.admin.call('DELETE', `/api/payments/payment-methods/${id}`)).status).toBe(200)
    await settled()
    expect(await banks()).toEqual([])
    expect(Object.values((await accountOf(scene)).methods).map(({ isDetached }) => isDetached)).toEqual([true])
    expect((await gate()).paymentsOnboarded).toBe(true)
  })

  it('the number is in none of the company’s rows', async () => {
    await addBank(scene)
    expect(await tablesWith(scene.company.id)).toContain('payment_methods')
    expect(await tablesWith(BANK.accountNumber)).toEqual([])
  })
})

describe('money in and out', () => {
  let bank: string
  beforeEach(async () => {
    await onboard(scene)
    bank = await addBank(scene)
  })
  const load = async (amount: number) => {
    const { body, status } = await scene.payer.post('/api/payments/load-funds', { paymentMethodId: bank, amount })
    expect(status).toBe(200)
    await settled()
    return body.id as string
  }

  it('a load is stored, sent once, and complete when the provider says so', async () => {
    const id = await load(250_000)
    expect(await transfers()).toMatchObject([
      { id, kind: 'LOAD', status: 'PROCESSING', amount: { value: 250_000, currency: 'USD' }, createdBy: 'Pat Payer' },
    ])
    passAtStripe(60_000)
    await deliver(scene.stripe)
    expect(await transfers()).toMatchObject([{ id, status: 'POSTED', completedAt: expect.any(String) }])
    expect((await scene.payer.get('/api/payments/financial-account-balance')).body).toEqual({
      available: { value: 250_000, currency: 'USD' },
      inboundPending: { value: 0, currency: 'USD' },
      outboundPending: { value: 0, currency: 'USD' },
    })
  })

  it('the ledger has what arrived, once, and what came back', async () => {
    const balances = () =>
      rows(
        `SELECT p.account, SUM(p.amount_minor) AS sum FROM ledger_postings p WHERE p.company_id = ?
          GROUP BY p.account HAVING SUM(p.amount_minor) <> 0 ORDER BY p.account`,
        scene.company.id,
      )
    bank = await addBank(scene, { accountNumber: '000555555559' })
    await load(7000)
    expect(await balances()).toEqual([])
    passAtStripe(60_000)
    await deliver(scene.stripe, (events) => [...events, ...events])
    expect(await balances()).toEqual([
      { account: 'BANK', sum: -7000 },
      { account: 'CLEARING', sum: 7000 },
    ])
    passAtStripe(600_000)
    await deliver(scene.stripe)
    expect(await balances()).toEqual([])
    const types = await rows(
      'SELECT type FROM ledger_entries WHERE company_id = ? ORDER BY created_at',
      scene.company.id,
    )
    expect(types).toEqual([{ type: 'ACH_LOAD' }, { type: 'ACH_LOAD_REVERSAL' }])
  })

  it('events twice, backwards and late end the same', async () => {
    const id = await load(5000)
    passAtStripe(60_000)
    await deliver(scene.stripe, (events) => [...events, ...events].toReversed())
    expect(await transfers()).toMatchObject([{ id, status: 'POSTED' }])
    expect(
      await rows(
        "SELECT 1 FROM audit_log WHERE company_id = ? AND action = 'payments.transfer-posted'",
        scene.company.id,
      ),
    ).toHaveLength(1)
  })

  it('what no event told is asked for', async () => {
    const id = await load(5000)
    passAtStripe(60_000)
    scene.stripe.settle()
    scene.stripe.events.waiting = []
    await longAgo(scene)
    await settled()
    expect(await transfers()).toMatchObject([{ id, status: 'POSTED' }])
  })

  it.each(['before', 'after'] as const)(
    'a call that breaks off %s the provider took it moves the money once',
    async (when) => {
      let broken = 0
      const real = scene.stripe.standIns.find(({ host }) => host === 'api.stripe.com')
      standIn('api.stripe.com', {
        answer: async (request) => {
          if (request.method !== 'POST' || broken > 0) return real?.answer(request) ?? Response.error()
          broken += 1
          if (when === 'after') await real?.answer(request)
          return new Response('gateway', { status: 504 })
        },
      })
      await load(5000)
      expect(broken).toBe(1)
      expect(Object.values((await accountOf(scene)).flows)).toMatchObject([{ amount: 5000 }])
      expect(await transfers()).toMatchObject([{ status: 'PROCESSING' }])
    },
  )

  it('a withdrawal above the balance is refused beside its amount, and one of all of it arrives', async () => {
    const withdraw = (amount: number) =>
      scene.payer.post('/api/payments/transfer-funds-to-bank-account', { paymentMethodId: bank, amount })
    ;(await moneyOf(scene)).cash = 9000
    const refused = await withdraw(9001)
    expect(refused.body.fields).toEqual({ amount: 'The payments balance is $90.00. Move at most that much' })
    await withdraw(9000)
    await settled()
    passAtStripe(60_000)
    await deliver(scene.stripe)
    expect(await transfers()).toMatchObject([{ status: 'POSTED' }])
    expect((await moneyOf(scene)).cash).toBe(0)
  })

  it('a disputed load is returned', async () => {
    bank = await addBank(scene, { accountNumber: '000555555559' })
    const id = await load(7000)
    passAtStripe(60_000)
    await deliver(scene.stripe)
    passAtStripe(600_000)
    await deliver(scene.stripe)
    expect(await transfers()).toMatchObject([{ id, status: 'RETURNED', reason: expect.stringContaining('authorize') }])
  })

  it.each([0, -5, 99, 1.5, 1_000_000_001])('an amount of %d is refused beside its field', async (amount) => {
    const { status, body } = await scene.payer.post('/api/payments/load-funds', { paymentMethodId: bank, amount })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['amount']])
  })
})
