import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { approvedPayment, makePaidScene, morePayments, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import {
  addBank,
  createAccount,
  deliver,
  onboard,
  passAtStripe,
  payingCompany,
  settled,
  stripeThere,
} from '../../../support/worker/payments.ts'
import { mailAbout, rows, run } from '../../../support/worker/sessions.ts'
import type { Client } from '../../../support/worker/world.ts'

/** Who is told when a payment, a run or bank details need someone, and where they see it. */

const start = (client: Client, { bank }: PaidScene, paymentId: string) =>
  client.post(`/api/payments/start-bill-payment-process/${paymentId}/${bank}`)
const attention = async (client: Client) => (await client.get('/api/payments/attention')).body
const DETAILS = {
  ...{ accountHolderName: 'Acme', accountHolderType: 'COMPANY', accountNumber: '000987654321' },
  ...{ routingNumber: '110000000' },
}
const enterDetails = (client: Client, { erpVendorId }: PaidScene) =>
  client.call('PUT', `/api/erp-vendors/${erpVendorId}/payment-information`, { body: DETAILS })

describe('alarms about payments', () => {
  it('everyone with payments access is told that a payment failed, with the reason and the page', async () => {
    const scene = await makePaidScene({ cash: 0 })
    const { paymentId } = await approvedPayment(scene)
    await start(scene.colleague, scene, paymentId)
    await settled()
    for (const person of [scene.people.clerk, scene.people.colleague]) {
      const mail = await mailAbout(person.email, 'The payment of $1,200.00 to Acme Cloud Inc failed')
      expect(mail.text).toContain('balance is too low')
      expect(mail.text).toContain(`/payments/bill-payments/${paymentId}`)
    }
    expect(sentMails(scene.people.approver.email).filter(({ subject }) => subject.includes('failed'))).toEqual([])
    const told = async (client: Client) =>
      (await client.get('/api/notifications')).body.edges.flatMap(
        ({ node }: { node: { kind: string; path: string } }) => (node.kind === 'PAYMENT' ? [node.path] : []),
      )
    expect(await told(scene.clerk)).toEqual([`/payments/bill-payments/${paymentId}`])
    expect(await told(scene.approver)).toEqual([])
    expect((await attention(scene.clerk)).payments).toMatchObject([
      { id: paymentId, status: 'FAILED', reason: expect.stringContaining('too low') },
    ])
    scene.money.cash = 500_000
    await start(scene.colleague, scene, paymentId)
    expect((await attention(scene.clerk)).payments).toEqual([])
  })

  it('everyone with payments access is told why a payment came back', async () => {
    const scene = await makePaidScene({ accountNumber: '000111111113' })
    const { paymentId } = await approvedPayment(scene)
    await start(scene.colleague, scene, paymentId)
    await settled()
    passAtStripe(60_000)
    await deliver(stripeThere())
    passAtStripe(600_000)
    await deliver(stripeThere())
    const mail = await mailAbout(
      scene.people.clerk.email,
      'The bank returned the payment of $1,200.00 to Acme Cloud Inc',
    )
    expect(mail.text).toContain('The bank account is closed.')
  })

  it('the approvers’ groups are told of new bank details without the number, except for the person who entered them', async () => {
    const scene = await makePaidScene()
    const groupId = await scene.company.add('groups', 'Treasury')
    for (const name of ['clerk', 'colleague'] as const)
      await scene.company.addToGroup(groupId, scene.people[name].userId)
    await run(
      'INSERT INTO payment_information_approvers (company_id, group_id) VALUES (?, ?)',
      scene.company.id,
      groupId,
    )
    await enterDetails(scene.clerk, scene)
    await runTicks(env)
    const mail = await mailAbout(scene.people.colleague.email, 'Bank details of Acme Cloud Inc wait for confirmation')
    expect(mail.text).toContain('••••4321')
    expect(mail.text).toContain('two people')
    expect(JSON.stringify(mail)).not.toContain('000987654321')
    const about = (email: string) => sentMails(email).filter(({ subject }) => subject.startsWith('Bank details'))
    expect([about(scene.people.clerk.email), about(scene.people.admin.email)]).toEqual([[], []])
    expect((await attention(scene.colleague)).paymentInformation).toMatchObject([{ canDecide: true }])
    expect((await attention(scene.clerk)).paymentInformation).toMatchObject([{ canDecide: false }])
  })

  it('admins are told of new bank details where no groups are chosen', async () => {
    const scene = await makePaidScene()
    await enterDetails(scene.clerk, scene)
    await runTicks(env)
    const { subject } = await mailAbout(scene.people.admin.email, 'wait for confirmation')
    expect(subject).toMatch(/^Bank details of .+ wait for confirmation$/)
  })

  it('people who can confirm a run are told that it waits', async () => {
    const scene = await makePaidScene()
    const payments = await morePayments(scene, await approvedPayment(scene), 3)
    await run(
      'INSERT INTO payment_limits (company_id, run_limit_minor, free_below_minor, updated_at) VALUES (?, 0, 0, 0)',
      scene.company.id,
    )
    const { body } = await scene.colleague.post('/api/payments/payment-runs', {
      ...{ billPaymentIds: payments, paymentMethodId: scene.bank },
    })
    await runTicks(env)
    const mail = await mailAbout(
      scene.people.clerk.email,
      'Carl Colleague asks someone to confirm 3 payments of $300.03',
    )
    expect(mail.text).toContain(`/payments/transactions?run=${body.id}`)
    expect(sentMails(scene.people.colleague.email).filter(({ subject }) => subject.includes('confirm'))).toEqual([])
    expect((await attention(scene.clerk)).runs).toMatchObject([{ id: body.id, decisionFault: null }])
    expect((await attention(scene.colleague)).runs).toMatchObject([{ decisionFault: expect.any(String) }])
  })

  it('another company sees none of it', async () => {
    const scene = await makePaidScene({ cash: 0 })
    const { paymentId } = await approvedPayment(scene)
    await start(scene.colleague, scene, paymentId)
    await enterDetails(scene.clerk, scene)
    await settled()
    const other = await makePaidScene()
    expect(await attention(other.admin)).toEqual({
      approversFault: null,
      paymentInformation: [],
      runs: [],
      payments: [],
    })
  })
})

/** Why money didn't arrive: the same words on the page, in emails and in the history. */

describe('a transfer that ended without its money', () => {
  it.each([
    ['WITHDRAWAL', 'FAILED', 'insufficient_funds', 'The payments balance was too low.', 'Moving back $50.00 failed'],
    ['LOAD', 'FAILED', 'insufficient_funds', 'There wasn’t enough money in the bank account.', 'Adding $50.00 failed'],
    ['LOAD', 'RETURNED', 'account_closed', 'The bank account is closed.', 'Adding $50.00 was undone by the bank'],
    ['LOAD', 'FAILED', null, 'The bank gave no reason.', 'Adding $50.00 failed'],
  ])('%s, %s, %s: the page and the email say the same', async (kind, state, code, reason, title) => {
    const scene = await payingCompany()
    await createAccount(scene)
    await onboard(scene)
    const paymentMethodId = await addBank(scene)
    const { body } = await scene.payer.post('/api/payments/load-funds', { paymentMethodId, amount: 5000 })
    await run(
      'UPDATE payment_transfers SET kind = ?2, state = ?3, fail_code = ?4 WHERE id = ?1',
      ...[body.id, kind, state, code],
    )
    await run(
      `INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at)
       VALUES (?1, ?2, 'payments.alarm', json_object('what', 'TRANSFER', 'id', ?3), 1, 1)`,
      ...[newId(), scene.company.id, body.id],
    )
    await settled()
    const { edges } = (await scene.payer.get('/api/payments/transfers')).body
    expect(edges[0].node).toMatchObject({ id: body.id, status: state, reason })
    const [payer] = await rows<{ email: string }>(
      `SELECT u.email FROM company_memberships m JOIN users u ON u.id = m.user_id
        WHERE m.company_id = ? AND m.has_payments_access = 1`,
      scene.company.id,
    )
    expect((await mailAbout(payer?.email ?? '', title)).text).toContain(reason)
  })
})

describe('a payment that failed', () => {
  it('its history has the reason of its page', async () => {
    const scene = await makePaidScene({ cash: 0 })
    const { paymentId } = await approvedPayment(scene)
    await scene.colleague.post(`/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`)
    await settled()
    const { body } = await scene.clerk.get(`/api/payments/bill-payments/${paymentId}`)
    expect(body).toMatchObject({ status: 'FAILED', outboundPaymentFailReason: expect.stringContaining('too low') })
    const told = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND message LIKE 'Could not pay%'",
      scene.company.id,
    )
    expect(told.map(({ message }) => message.split(': ').at(-1))).toEqual([body.outboundPaymentFailReason])
  })
})
