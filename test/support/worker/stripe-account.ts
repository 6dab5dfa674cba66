import type { Env } from '../../../worker/env.ts'
import { createAccount, openFinancialAccount } from '../../../worker/integrations/stripe/accounts.ts'
import { type BankSetup, beginBankSetup } from '../../../worker/integrations/stripe/bank-accounts.ts'
import type { AccountRef } from '../../../worker/integrations/stripe/settings.ts'
import { STRIPE_VARS, StripeStandIn } from '../../../worker/local/host/stand-ins/stripe/index.ts'
import { GOOD_NUMBER, TEST_ROUTING } from '../../../worker/local/host/stand-ins/stripe/numbers.ts'

/** Stripe's stand-in in place of the network, with a clock that a test moves. */

export const stripeEnv = { ...STRIPE_VARS } as unknown as Env

type Fetch = (request: Request) => Promise<Response>

export class StripeAccount {
  now = Date.UTC(2026, 10, 20, 18)
  readonly provider = new StripeStandIn({ now: () => this.now, timing: { achMs: 1000, returnMs: 5000 } })
  ref: AccountRef = { env: stripeEnv, accountId: '' }
  financialAccountId = ''
  calls: { method: string; path: string; body: string }[] = []
  /** Answers instead of the provider while it is set. */
  instead: ((request: Request, answer: Fetch) => Promise<Response>) | null = null

  /** For `globalThis.fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { hostname, pathname } = new URL(request.url)
    this.calls.push({ method: request.method, path: pathname, body: await request.clone().text() })
    const answer: Fetch = (asked) =>
      this.provider.standIns.find(({ host }) => host === hostname)?.answer(asked) ??
      Promise.resolve(new Response('unreachable', { status: 502 }))
    return this.instead ? this.instead(request, answer) : answer(request)
  }

  get account() {
    return this.provider.account(this.ref.accountId)
  }

  get money() {
    const found = this.account.financial[this.financialAccountId]
    if (!found) throw new Error('There is no financial account')
    return found
  }

  pass(ms: number): void {
    this.now += ms
    this.provider.settle()
  }

  async open(): Promise<void> {
    const { accountId } = await createAccount(stripeEnv, {
      ...{ companyId: 'company-1', name: 'Acme', idempotencyKey: 'account:company-1' },
    })
    this.ref = { env: stripeEnv, accountId }
    this.provider.activate(this.account)
    this.financialAccountId = (await openFinancialAccount(this.ref, 'financial:company-1')).financialAccountId
  }

  setUp(number = GOOD_NUMBER, accountHolderType: 'COMPANY' | 'INDIVIDUAL' = 'COMPANY'): Promise<BankSetup> {
    return beginBankSetup(this.ref, {
      ...{ accountHolderName: 'Acme Inc.', accountHolderType, bankAccountType: 'CHECKING', accountNumber: number },
      ...{ routingNumber: TEST_ROUTING, email: 'finance@acme.example', idempotencyKey: crypto.randomUUID() },
      acceptance: { ipAddress: '203.0.113.7', userAgent: 'Firefox' },
    })
  }

  /** Confirms on Stripe's page. */
  async confirm({ verificationUrl }: BankSetup, fields: Record<string, string> = { code: 'SM11AA' }): Promise<string> {
    const answer = await this.fetch(verificationUrl ?? '', { method: 'POST', body: new URLSearchParams(fields) })
    return answer.text()
  }

  async verifiedBank(number = GOOD_NUMBER): Promise<string> {
    const setup = await this.setUp(number)
    await this.confirm(setup)
    return setup.paymentMethodId ?? ''
  }

  /** A balance without waiting for a load. */
  give(amountMinor: number): void {
    this.money.cash += amountMinor
  }
}

export const stripeAccount = async (): Promise<StripeAccount> => {
  const account = new StripeAccount()
  globalThis.fetch = account.fetch
  await account.open()
  account.calls = []
  return account
}
