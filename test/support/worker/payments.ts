import { env, exports } from 'cloudflare:workers'
import { vi } from 'vitest'
import {
  type Account,
  type FinancialAccount,
  StripeStandIn,
} from '../../../worker/local/host/stand-ins/stripe/index.ts'
import { GOOD_NUMBER, TEST_ROUTING } from '../../../worker/local/host/stand-ins/stripe/numbers.ts'
import { runTicks } from './jobs/ticks.ts'
import { standIn } from './outside.ts'
import { rows, run } from './sessions.ts'
import { type Client, makeCompany, ORIGIN, signIn, type TestCompany, type TestPerson } from './world.ts'

/** A company that pays, and Stripe's stand-in with a clock that the test moves. */

let there: StripeStandIn | undefined
let ahead = 0

/** It is one for all tests of a runtime, because queues may still deliver what an earlier one left. */
export const stripeThere = (): StripeStandIn => {
  there ??= new StripeStandIn({ now: () => Date.now() + ahead, timing: { achMs: 60_000, returnMs: 600_000 } })
  for (const each of there.standIns) standIn(each.host, { answer: (request) => each.answer(request) })
  return there
}

/** Time passes at Stripe. */
export const passAtStripe = (ms: number): void => {
  ahead += ms
  there?.settle()
}

export const BANK = {
  ...{ accountHolderName: 'Acme Inc.', accountHolderType: 'COMPANY', bankAccountType: 'CHECKING' },
  ...{ accountNumber: GOOD_NUMBER, routingNumber: TEST_ROUTING },
}

export interface PayingCompany {
  company: TestCompany
  stripe: StripeStandIn
  adminPerson: TestPerson
  admin: Client
  payer: Client
  payerPerson: TestPerson
}

export const payingCompany = async (more: Parameters<typeof makeCompany>[0] = []): Promise<PayingCompany> => {
  const stripe = stripeThere()
  // What other tests left would be waited for.
  await run("DELETE FROM outbox WHERE topic IN ('payments.follow', 'webhook.handle') AND done_at IS NULL")
  const company = await makeCompany(['paymentsEnabled', ...(more ?? [])])
  const adminPerson = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  const payerPerson = await company.addPerson({ name: 'Pat Payer', flags: ['hasPaymentsAccess'] })
  const [admin, payer] = [await signIn(company, adminPerson), await signIn(company, payerPerson)]
  return { company, stripe, adminPerson, admin, payer, payerPerson }
}

export const createAccount = async ({ admin }: PayingCompany): Promise<string> => {
  const { body } = await admin.post('/graphql', { query: 'mutation { createPaymentsAccount { id onboardingUrl } }' })
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data.createPaymentsAccount.onboardingUrl
}

export const accountOf = async ({ company, stripe }: PayingCompany): Promise<Account> => {
  const [row] = await rows<{ id: string }>(
    'SELECT account_id AS id FROM payments_accounts WHERE company_id = ?',
    company.id,
  )
  return stripe.account(row?.id ?? '')
}

export const moneyOf = async (scene: PayingCompany): Promise<FinancialAccount> => {
  const [money] = Object.values((await accountOf(scene)).financial)
  if (!money) throw new Error('There is no financial account')
  return money
}

/** On Stripe's own pages, as a person does. */
export const visit = (stripe: StripeStandIn, url: string, fields: Record<string, string> = {}): Promise<Response> => {
  const { hostname } = new URL(url)
  const page = stripe.standIns.find(({ host }) => host === hostname)
  if (!page) throw new Error(`No page at ${url}`)
  return page.answer(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }))
}

export const onboard = async (scene: PayingCompany): Promise<void> => {
  await visit(scene.stripe, await createAccount(scene))
  const { body } = await scene.admin.post('/api/payments/account/check')
  if (body.state !== 'ACTIVE') throw new Error(`Not active: ${JSON.stringify(body)}`)
}

/** A verified bank account. */
export const addBank = async (scene: PayingCompany, more: Partial<typeof BANK> = {}): Promise<string> => {
  const { body } = await scene.admin.post('/api/payments/payment-methods/setup-intent', { ...BANK, ...more })
  await visit(scene.stripe, body.microdepositVerificationLink, { code: 'SM11AA' })
  await deliver(scene.stripe)
  return body.id
}

/** What Stripe has to tell, in the order that the test wants. */
export const deliver = async (
  stripe: StripeStandIn,
  order: (events: StripeStandIn['events']['waiting']) => StripeStandIn['events']['waiting'] = (events) => events,
): Promise<void> => {
  stripe.settle()
  const events = order(stripe.events.waiting.splice(0))
  for (const event of events) {
    const request = await stripe.events.requestOf(event)
    await exports.default.fetch(`${ORIGIN}/api/webhooks/stripe`, {
      ...{ method: 'POST', headers: request.headers, body: await request.text() },
    })
  }
  await settled()
}

const LATELY_MS = 5_000

/** Until nothing is due any more. */
export const settled = (): Promise<void> =>
  vi.waitFor(
    async () => {
      await runTicks(env)
      const [left] = await rows<{ count: number }>(
        `SELECT COUNT(*) AS count FROM outbox WHERE topic IN ('payments.follow', 'webhook.handle') AND done_at IS NULL
            AND dead_at IS NULL AND available_at <= ?`,
        // What another test left is tried again long after this one.
        Date.now() + LATELY_MS,
      )
      if (left?.count) throw new Error(`${left.count} effects are left`)
    },
    { timeout: 10_000, interval: 30 },
  )

/** As after a while in which no event came. */
export const longAgo = async ({ company }: PayingCompany): Promise<void> => {
  for (const table of ['payments_accounts', 'payment_methods', 'payment_transfers'])
    await run(`UPDATE ${table} SET ask_at = 0 WHERE company_id = ? AND ask_at IS NOT NULL`, company.id)
}

/** A second admin confirms everything that waits, and leaves again. */
export const confirmGuarded = async (company: TestCompany): Promise<void> => {
  const person = await company.addPerson({ name: 'Vera Second', flags: ['hasAdminAccess'] })
  const client = await signIn(company, person)
  const { body } = await client.get('/api/payments/guarded-changes')
  for (const { id } of body as { id: string }[]) {
    const answer = await client.post(`/api/payments/guarded-changes/${id}/decide`, { shouldConfirm: true })
    if (answer.status !== 200) throw new Error(`Confirming answered ${JSON.stringify(answer.body)}`)
  }
  await run(
    'UPDATE company_memberships SET disabled_at = 1, has_admin_access = 0 WHERE company_id = ? AND user_id = ?',
    ...[company.id, person.userId],
  )
}
