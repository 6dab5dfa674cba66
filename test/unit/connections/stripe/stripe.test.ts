import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createAccount,
  onboardingUrl,
  readAccount,
  readFinancialAccount,
} from '../../../../worker/integrations/stripe/accounts.ts'
import { detachBankAccount, readBankSetup } from '../../../../worker/integrations/stripe/bank-accounts.ts'
import { StripeRefusal, wordsOf } from '../../../../worker/integrations/stripe/errors.ts'
import {
  cancelPayment,
  findPayment,
  readPayment,
  sendPayment,
} from '../../../../worker/integrations/stripe/payments.ts'
import {
  createLoad,
  createWithdrawal,
  findTransfer,
  readLoad,
} from '../../../../worker/integrations/stripe/transfers.ts'
import { GOOD_NUMBER } from '../../../../worker/local/host/stand-ins/stripe/numbers.ts'
import { type StripeAccount, stripeAccount, stripeEnv } from '../../../support/worker/stripe-account.ts'

const network = globalThis.fetch
let stripe: StripeAccount
beforeEach(async () => {
  stripe = await stripeAccount()
})
afterEach(() => {
  globalThis.fetch = network
})

const refusalOf = async (work: Promise<unknown>): Promise<StripeRefusal> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof StripeRefusal)) throw new Error(`Not refused: ${String(error)}`)
  return error
}

const payee = (accountNumber = GOOD_NUMBER) => ({
  ...{ accountHolderName: 'Globex LLC', accountHolderType: 'COMPANY' as const, bankAccountType: 'CHECKING' as const },
  ...{ accountNumber, routingNumber: '110000000', email: 'ar@globex.example' },
  address: { line1: '1 Main St', line2: '', city: 'Springfield', state: 'IL', postal_code: '62701', country: 'US' },
})
const pay = (attemptId: string, amountMinor = 1500, accountNumber = GOOD_NUMBER) =>
  sendPayment(stripe.ref, {
    ...{ attemptId, amountMinor, financialAccountId: stripe.financialAccountId, descriptor: 'Acme Inc and more' },
    payee: payee(accountNumber),
  })

describe('accounts', () => {
  test('an account made twice with one key is one account', async () => {
    const given = { companyId: 'c', name: 'Acme', idempotencyKey: 'once' }
    const [first, second] = [await createAccount(stripeEnv, given), await createAccount(stripeEnv, given)]
    expect(second.accountId).toBe(first.accountId)
    expect(first).toMatchObject({ isActive: false, isSubmitted: false, missingCount: 2 })
  })

  test('a company that answers on Stripe’s page is active and comes back', async () => {
    const { accountId } = await createAccount(stripeEnv, { companyId: 'c', name: 'Acme', idempotencyKey: 'new' })
    const ref = { env: stripeEnv, accountId }
    const back = 'https://outlay.test/settings/payments/onboarding'
    const url = await onboardingUrl(ref, { returnUrl: back, refreshUrl: back })
    expect((await readAccount(ref)).isActive).toBe(false)
    const answer = await stripe.fetch(url, { method: 'POST', redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(back)
    expect(await readAccount(ref)).toMatchObject({ isActive: true, isSubmitted: true, missingCount: 0 })
    expect((await stripe.fetch(url)).status).toBe(410)
  })

  test('every call names the version, the account and a key', async () => {
    const seen: Headers[] = []
    stripe.instead = (request, answer) => {
      seen.push(request.headers)
      return answer(request)
    }
    stripe.give(5000)
    await pay('attempt-1')
    expect(seen[0]?.get('stripe-version')).toBe('2026-10-28.endive')
    expect(seen[0]?.get('stripe-account')).toBe(stripe.ref.accountId)
    expect(seen[0]?.get('idempotency-key')).toBe('attempt-1')
  })
})

describe('bank accounts', () => {
  test('a code confirms a company’s account', async () => {
    const setup = await stripe.setUp()
    expect(setup).toMatchObject({ state: 'VERIFYING', depositKind: 'descriptor_code', lastFour: '6789' })
    expect(await stripe.confirm(setup)).toContain('Bank account verified')
    expect(await readBankSetup(stripe.ref, setup.setupIntentId)).toMatchObject({
      ...{ state: 'VERIFIED', verificationUrl: null, bankName: 'STRIPE TEST BANK' },
    })
  })

  test('two amounts confirm a person’s account, in either order', async () => {
    const setup = await stripe.setUp(GOOD_NUMBER, 'INDIVIDUAL')
    expect(setup.depositKind).toBe('amounts')
    await stripe.confirm(setup, { first: '45', second: '32' })
    expect((await readBankSetup(stripe.ref, setup.setupIntentId)).state).toBe('VERIFIED')
  })

  test.each([
    ['amounts', 'INDIVIDUAL' as const, { first: '1', second: '2' }, 3],
    ['a code', 'COMPANY' as const, { code: 'SM99ZZ' }, 10],
  ])('%s may be entered wrong only so often', async (_, holder, wrong, most) => {
    const setup = await stripe.setUp(GOOD_NUMBER, holder)
    for (let tried = 1; tried < most; tried += 1) {
      await stripe.confirm(setup, wrong)
      expect((await readBankSetup(stripe.ref, setup.setupIntentId)).state).toBe('VERIFYING')
    }
    await stripe.confirm(setup, wrong)
    const ended = await readBankSetup(stripe.ref, setup.setupIntentId)
    expect(ended.state).toBe('FAILED')
    expect(wordsOf(ended.errorCode ?? '')).toContain('too often')
  })

  test('the code for a timeout and ten days both end the verification', async () => {
    const [first, second] = [await stripe.setUp(), await stripe.setUp()]
    await stripe.confirm(first, { code: 'SM44DD' })
    stripe.pass(11 * 86_400_000)
    await stripe.confirm(second)
    for (const { setupIntentId } of [first, second]) {
      const { state, errorCode } = await readBankSetup(stripe.ref, setupIntentId)
      expect(state).toBe('FAILED')
      expect(wordsOf(errorCode ?? '')).toContain('within 10 days')
    }
  })

  test('deposits that the bank refuses end it at once', async () => {
    expect(await stripe.setUp('000666666661')).toMatchObject({ state: 'FAILED', verificationUrl: null })
  })
})

describe('loads', () => {
  const load = (ownId: string, paymentMethodId: string) =>
    createLoad(stripe.ref, { ownId, financialAccountId: stripe.financialAccountId, paymentMethodId, amountMinor: 9000 })

  test('a load is pending, then cash', async () => {
    const { transferId, state } = await load('load-1', await stripe.verifiedBank())
    expect(state).toBe('PROCESSING')
    expect(await readFinancialAccount(stripe.ref, stripe.financialAccountId)).toMatchObject({
      ...{ cashMinor: 0, inboundMinor: 9000 },
    })
    stripe.pass(1000)
    expect((await readLoad(stripe.ref, transferId)).state).toBe('POSTED')
    expect(await readFinancialAccount(stripe.ref, stripe.financialAccountId)).toMatchObject({
      ...{ cashMinor: 9000, inboundMinor: 0 },
    })
  })

  test.each([
    ['000111111113', 'FAILED', 'account_closed'],
    ['000111111116', 'FAILED', 'no_account'],
    ['000222222227', 'FAILED', 'insufficient_funds'],
    ['000333333335', 'FAILED', 'debit_not_authorized'],
    ['000444444440', 'FAILED', 'invalid_currency'],
    ['000000000009', 'PROCESSING', null],
  ])('a load from %s ends as Stripe’s test numbers say', async (number, state, code) => {
    const { transferId } = await load('load-1', await stripe.verifiedBank(number))
    stripe.pass(60_000)
    expect(await readLoad(stripe.ref, transferId)).toMatchObject({ state, failCode: code })
    expect(stripe.money.cash).toBe(0)
  })

  test('a disputed load comes back after it was cash', async () => {
    const { transferId } = await load('load-1', await stripe.verifiedBank('000555555559'))
    stripe.pass(1000)
    expect(stripe.money.cash).toBe(9000)
    stripe.pass(5000)
    expect((await readLoad(stripe.ref, transferId)).state).toBe('RETURNED')
    expect(stripe.money.cash).toBe(0)
  })

  test('an account that isn’t verified or was removed can’t be debited', async () => {
    const setup = await stripe.setUp()
    expect((await refusalOf(load('l', setup.paymentMethodId ?? ''))).taken).toBe('NO')
    const verified = await stripe.verifiedBank()
    await detachBankAccount(stripe.ref, verified)
    expect((await refusalOf(load('m', verified))).code).toBe('resource_missing')
  })

  test('a withdrawal needs the money, and is found by what it was called', async () => {
    const bank = await stripe.verifiedBank()
    const given = {
      ownId: 'out-1',
      financialAccountId: stripe.financialAccountId,
      paymentMethodId: bank,
      amountMinor: 400,
    }
    expect((await refusalOf(createWithdrawal(stripe.ref, given))).message).toContain('balance is too low')
    stripe.give(400)
    const made = await createWithdrawal(stripe.ref, { ...given, ownId: 'out-2' })
    const asked = { financialAccountId: stripe.financialAccountId }
    expect((await findTransfer(stripe.ref, 'WITHDRAWAL', { ...asked, ownId: 'out-2' }))?.transferId).toBe(
      made.transferId,
    )
    expect(await findTransfer(stripe.ref, 'WITHDRAWAL', { ...asked, ownId: 'out-1' })).toBeNull()
  })
})

describe('payments', () => {
  test('a payment leaves the balance, posts and can come back', async () => {
    stripe.give(5000)
    const { transferId } = await pay('attempt-1', 1500, '000111111113')
    expect(stripe.money).toMatchObject({ cash: 3500, outbound_pending: 1500 })
    stripe.pass(1000)
    expect(await readPayment(stripe.ref, transferId)).toMatchObject({ state: 'POSTED', isCancellable: false })
    stripe.pass(5000)
    expect(await readPayment(stripe.ref, transferId)).toMatchObject({ state: 'RETURNED', returnCode: 'account_closed' })
    expect(stripe.money).toMatchObject({ cash: 5000, outbound_pending: 0 })
  })

  test('an attempt sent again is one payment', async () => {
    stripe.give(5000)
    const [first, second] = await Promise.all([pay('attempt-1'), pay('attempt-1').catch(() => pay('attempt-1'))])
    expect(second.transferId).toBe(first.transferId)
    expect(stripe.money.cash).toBe(3500)
  })

  test('an attempt with another amount is not sent, and does not count as refused, because the first was taken', async () => {
    stripe.give(5000)
    await pay('attempt-1')
    expect(await refusalOf(pay('attempt-1', 1600))).toMatchObject({ taken: 'MAYBE', isFinal: false })
    expect(stripe.money.cash).toBe(3500)
  })

  test('a payment can be cancelled until it is on its way', async () => {
    stripe.give(5000)
    const { transferId } = await pay('attempt-1')
    expect((await cancelPayment(stripe.ref, transferId)).state).toBe('CANCELLED')
    expect(stripe.money.cash).toBe(5000)
    const { transferId: other } = await pay('attempt-2')
    stripe.pass(1000)
    await refusalOf(cancelPayment(stripe.ref, other))
  })

  test.each(['before', 'after'] as const)(
    'a call that breaks off %s it was taken may be taken, and is found',
    async (when) => {
      stripe.give(5000)
      stripe.instead = async (request, answer) => {
        if (when === 'after') await answer(request)
        throw new TypeError('network')
      }
      expect((await refusalOf(pay('attempt-1'))).taken).toBe('MAYBE')
      stripe.instead = null
      const asked = { financialAccountId: stripe.financialAccountId, attemptId: 'attempt-1', since: stripe.now }
      const found = await findPayment(stripe.ref, asked)
      expect(found === null).toBe(when === 'before')
      const sent = await pay('attempt-1')
      if (found) expect(sent.transferId).toBe(found.transferId)
      expect(stripe.money.cash).toBe(3500)
    },
  )

  test('a payment is found among hundreds', async () => {
    stripe.give(1_000_000)
    for (let made = 0; made < 130; made += 1) await pay(`attempt-${made}`, 100)
    const asked = { financialAccountId: stripe.financialAccountId, since: stripe.now }
    expect((await findPayment(stripe.ref, { ...asked, attemptId: 'attempt-3' }))?.attemptId).toBe('attempt-3')
    expect(await findPayment(stripe.ref, { ...asked, attemptId: 'attempt-900' })).toBeNull()
  })

  test('no refusal repeats what was sent', async () => {
    stripe.give(5000)
    const bad = '00012345678912345678'
    const { message } = await refusalOf(pay('attempt-1', 100, bad))
    expect(message).toBe('The bank doesn’t recognize this account number.')
    stripe.instead = async () => Response.json({ error: { type: 'api_error', message: bad } }, { status: 500 })
    expect((await refusalOf(pay('attempt-2'))).message).not.toContain(bad)
    stripe.instead = async () =>
      Response.json({ error: { type: 'invalid_request_error', message: bad, code: 'new_code' } }, { status: 400 })
    expect((await refusalOf(pay('attempt-3'))).message).toBe('Stripe refused this (new code).')
  })

  test.each([
    [429, 'NO', false],
    [500, 'MAYBE', false],
    [401, 'NO', true],
    [403, 'NO', true],
    [409, 'MAYBE', false],
  ] as const)('a refusal with %i says whether it may have been taken', async (status, taken, isFinal) => {
    stripe.instead = async () => Response.json({ error: { type: 'api_error', message: 'no' } }, { status })
    expect(await refusalOf(pay('attempt-1'))).toMatchObject({ taken, isFinal })
  })

  test.each(['half an answer', '{"id":1}'])('%s may have been taken', async (body) => {
    stripe.instead = async () => new Response(body, { status: 200 })
    expect((await refusalOf(pay('attempt-1'))).taken).toBe('MAYBE')
  })
})
