import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { approvedPayment, makePaidScene, morePayments, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { mailAbout, run } from '../../../support/worker/sessions.ts'
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
