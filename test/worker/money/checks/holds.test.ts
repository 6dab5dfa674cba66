import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CHECK_SETTINGS } from '../../../../schema/money/checks/values.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { approvedPayment, makePaidScene, morePayments, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { addErp, bodyOf, enter } from '../../../support/worker/bills.ts'
import { findings } from '../../../support/worker/checks.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { settled } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { addDetails } from '../../../support/worker/vendor-bank-details.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** What findings hold, who may decide on them, and what is heard of them. */

const HELD = 'A check holds this payment (large first payment)'
const LARGE = { totalAmount: 1_000_000, lines: undefined as unknown }

const largeBill = async (scene: PaidScene) => {
  const { accountId, departmentObjectId } = scene
  // One person may start it.
  await run(
    `INSERT OR REPLACE INTO payment_limits (company_id, run_limit_minor, free_below_minor, updated_at)
     VALUES (?, 100000000, 0, 0)`,
    scene.company.id,
  )
  const lines = [{ amount: 1_000_000, erpAccountId: accountId, erpDepartmentMappingId: departmentObjectId }]
  return approvedPayment(scene, { ...LARGE, lines })
}
const start = (client: Client, { bank }: PaidScene, paymentId: string) =>
  client.post(`/api/payments/start-bill-payment-process/${paymentId}/${bank}`)
const decide = (client: Client, id: string, decision = 'RELEASED', note = 'Called them') =>
  client.post(`/api/payments/checks/${id}/decide`, { decision, note })
const first = async (scene: PaidScene, rule = 'FIRST_PAYMENT') => {
  const [found] = await findings(scene.clerk, `&rule=${rule}&filter=ALL`)
  if (!found) throw new Error('Nothing was found')
  return found
}

describe('a payment that a check holds', () => {
  it('the payment does not start, alone or with others, until someone else releases it', async () => {
    const scene = await makePaidScene()
    const { paymentId, billId } = await largeBill(scene)
    expect((await start(scene.colleague, scene, paymentId)).body.message).toContain(HELD)
    const page = (await scene.colleague.get(`/api/payments/bill-payments/${paymentId}`)).body
    expect(page).toMatchObject({ can: { start: false }, startFault: expect.stringContaining(HELD) })
    const ids = { billPaymentIds: [paymentId] }
    expect((await scene.colleague.post('/api/payments/payment-runs/preview', ids)).body.faults).toMatchObject([
      { billPaymentId: paymentId, fault: expect.stringContaining(HELD) },
    ])
    const together = { ...ids, paymentMethodId: scene.bank }
    expect((await scene.colleague.post('/api/payments/payment-runs', together)).status).toBe(400)
    expect((await scene.colleague.get(`/api/payments/bills/${billId}/checks`)).body).toMatchObject({ isHeld: true })

    const { id } = await first(scene)
    expect(await decide(scene.clerk, id)).toMatchObject({ status: 422, body: { reason: 'DUTIES' } })
    expect((await decide(scene.colleague, id)).status).toBe(200)
    expect((await scene.colleague.get(`/api/payments/bills/${billId}/checks`)).body).toMatchObject({ isHeld: false })
    expect((await start(scene.colleague, scene, paymentId)).status).toBe(200)
    const [told] = await rows<{ message: string }>(
      "SELECT full_message AS message FROM audit_log WHERE target_id = ? AND action = 'checks.released'",
      billId,
    )
    expect(told?.message).toContain('Called them')
  })

  it('a run that waits for a second person leaves out what is held by then', async () => {
    const scene = await makePaidScene()
    const { paymentId, billId } = await approvedPayment(scene)
    await scene.admin.call('PUT', '/api/payments/limits', { body: { runLimit: 0, freeBelow: 0 } })
    const [other = ''] = await morePayments(scene, { billId, paymentId }, 1)
    const asked = await scene.colleague.post('/api/payments/payment-runs', {
      ...{ billPaymentIds: [paymentId, other], paymentMethodId: scene.bank },
    })
    expect(asked.body).toMatchObject({ status: 'WAITING' })
    const limits = { ...DEFAULT_CHECK_SETTINGS, firstPaymentLimit: 120_000 }
    await scene.admin.call('PUT', '/api/payments/check-settings', { body: limits })
    await scene.admin.post(`/api/payments/payment-runs/${asked.body.id}/decide`, { shouldConfirm: true })
    const { body } = await scene.admin.get(`/api/payments/payment-runs/${asked.body.id}`)
    expect(body.skipped).toMatchObject([{ billPaymentId: paymentId, fault: expect.stringContaining(HELD) }])
    expect(body.progress).toContainEqual(expect.objectContaining({ status: 'PROCESSING', count: 1 }))
  })

  it('a rejected one stays stopped until someone other than who rejected it releases it', async () => {
    const scene = await makePaidScene()
    const { paymentId } = await largeBill(scene)
    await start(scene.colleague, scene, paymentId)
    const { id } = await first(scene)
    expect((await decide(scene.colleague, id, 'REJECTED')).status).toBe(200)
    expect((await start(scene.colleague, scene, paymentId)).body.message).toContain('someone rejected it')
    expect((await decide(scene.colleague, id, 'REJECTED')).body.reason).toBe('DECIDED')
    const own = await decide(scene.colleague, id)
    expect([own.status, own.body.message]).toEqual([422, 'You rejected this finding, so someone else has to decide.'])
    expect((await scene.colleague.get(`/api/payments/checks/${id}`)).body.decisionFault).toBe(own.body.message)
    expect((await decide(scene.admin, id)).status).toBe(200)
    expect((await start(scene.colleague, scene, paymentId)).status).toBe(200)
    const { rules } = (await scene.clerk.get('/api/payments/check-months')).body
    expect(rules).toContainEqual({ rule: 'FIRST_PAYMENT', found: 1, released: 1, rejected: 0 })
    // The money is on its way, so that nothing is left to stop.
    expect((await scene.colleague.get(`/api/payments/checks/${id}`)).body).toMatchObject({ hasLeft: true })
    expect(await decide(scene.colleague, id, 'REJECTED')).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('has left') },
    })
  })

  it('no one who entered or changed it decides, admins included, and no program does', async () => {
    const scene = await makePaidScene()
    const body = await bodyOf(scene, {
      ...LARGE,
      lines: [{ amount: 1_000_000, erpAccountId: scene.accountId, erpDepartmentMappingId: scene.departmentObjectId }],
    })
    const { body: made } = await scene.admin.post('/api/payments/bills', body)
    await scene.clerk.call('PUT', `/api/payments/bills/${made.id}`, { body: { ...body, description: 'Changed' } })
    await settled()
    const { id } = await first(scene)
    const duties = { status: 422, body: { reason: 'DUTIES' } }
    expect(await decide(scene.admin, id)).toMatchObject(duties)
    expect(await decide(scene.clerk, id)).toMatchObject(duties)
    expect((await scene.clerk.get(`/api/payments/checks/${id}`)).body.decisionFault).toContain('You changed a bill')
    const { body: key } = await scene.admin.post('/api/api-keys', { name: 'robot' })
    const byProgram = await scene.admin.call('POST', `/api/payments/checks/${id}/decide`, {
      ...{ body: { decision: 'RELEASED', note: 'ok' }, headers: { authorization: `Bearer ${key.key}`, cookie: '' } },
    })
    expect(byProgram).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await first(scene)).toMatchObject({ state: 'OPEN' })
    expect((await decide(scene.colleague, id)).status).toBe(200)
  })

  it('a delegate of someone else does not decide on what they entered', async () => {
    const scene = await makePaidScene()
    const { company, people } = scene
    await largeBill(scene)
    await settled()
    await run(
      `INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, note, created_at) VALUES (?, ?, ?, '', 1)`,
      ...[company.id, people.colleague.userId, people.clerk.userId],
    )
    const byDelegate = await decide(await signIn(company, people.clerk), (await first(scene)).id)
    expect(byDelegate).toMatchObject({ status: 422, body: { reason: 'DUTIES' } })
  })
})

describe('findings', () => {
  it('a release is for its vendor: the same amount for another new vendor is held again', async () => {
    const scene = await makePaidScene()
    const lines = [
      { amount: 1_000_000, erpAccountId: scene.accountId, erpDepartmentMappingId: scene.departmentObjectId },
    ]
    const body = await bodyOf(scene, { ...LARGE, lines })
    const { body: made } = await scene.clerk.post('/api/payments/bills', body)
    await settled()
    expect((await decide(scene.colleague, (await first(scene)).id)).status).toBe(200)
    const erpVendorId = await addErp(scene.company.id, 'VENDOR', 'Another vendor')
    await scene.clerk.call('PUT', `/api/payments/bills/${made.id}`, { body: { ...body, erpVendorId } })
    await settled()
    expect(await findings(scene.clerk, '&rule=FIRST_PAYMENT')).toMatchObject([
      { state: 'OPEN', why: expect.stringContaining('Another vendor') },
    ])
  })

  it('a bill’s findings are made when it is entered, once even if the job runs again, and close when it is deleted', async () => {
    const scene = await makePaidScene()
    const lines = [
      { amount: 1_000_000, erpAccountId: scene.accountId, erpDepartmentMappingId: scene.departmentObjectId },
    ]
    const billId = await enter(scene, { ...LARGE, lines })
    await settled()
    await run(
      "UPDATE outbox SET done_at = NULL, available_at = 0 WHERE company_id = ? AND topic = 'checks.run'",
      scene.company.id,
    )
    await runTicks(env)
    expect(await findings(scene.clerk, '&rule=FIRST_PAYMENT')).toMatchObject([{ bill: { id: billId }, state: 'OPEN' }])
    await scene.clerk.call('DELETE', `/api/payments/bills/${billId}`)
    await settled()
    expect(await first(scene)).toMatchObject({ state: 'CLOSED' })
  })

  it('a silence covers a vendor’s check until its day, but not what its author entered, and can be lifted', async () => {
    const scene = await makePaidScene()
    const { paymentId } = await largeBill(scene)
    await settled()
    const body = {
      rule: 'FIRST_PAYMENT',
      erpVendorId: scene.erpVendorId,
      reason: 'Known',
      until: addDays(utcDayOf(Date.now()), 300),
    }
    const own = await scene.clerk.post('/api/payments/check-silences', body)
    await settled()
    expect(await first(scene)).toMatchObject({ state: 'OPEN' })
    // One at a time, so that two people can't cover what the other one enters.
    expect((await scene.colleague.post('/api/payments/check-silences', body)).body.fields).toEqual({
      rule: expect.stringMatching(/ is silenced until .+ already\. Lift that silence first$/),
    })
    expect((await scene.colleague.call('DELETE', `/api/payments/check-silences/${own.body.id}`)).status).toBe(204)
    for (const until of ['2020-01-01', addDays(utcDayOf(Date.now()), 400)])
      expect((await scene.colleague.post('/api/payments/check-silences', { ...body, until })).body.fields).toEqual({
        until: expect.stringMatching(/^Choose /),
      })
    const { body: made } = await scene.colleague.post('/api/payments/check-silences', body)
    await settled()
    expect(await first(scene)).toMatchObject({ state: 'SILENCED' })
    expect((await scene.clerk.get('/api/payments/check-silences')).body).toMatchObject([{ reason: 'Known' }])
    expect((await scene.colleague.call('DELETE', `/api/payments/check-silences/${made.id}`)).status).toBe(204)
    await settled()
    expect(await first(scene)).toMatchObject({ state: 'OPEN' })
    expect((await start(scene.colleague, scene, paymentId)).status).toBe(422)
  })

  it('what holds payments is mailed to people who work with payments, at most once an hour', async () => {
    const scene = await makePaidScene()
    await largeBill(scene)
    await settled()
    const mails = () => sentMails().filter(({ subject }) => subject.includes('check'))
    const before = mails().length
    await runTicks(env)
    await settled()
    const sent = mails().slice(before)
    expect(sent.map(({ to }) => String(to)).toSorted()).toEqual(
      [scene.people.admin, scene.people.clerk, scene.people.colleague].map(({ email }) => email).toSorted(),
    )
    expect(sent[0]?.text).toContain('first payment')
    const rung = await rows<{ path: string }>(
      "SELECT path FROM notifications WHERE company_id = ? AND kind = 'PAYMENT' AND title = 'A check holds a payment'",
      scene.company.id,
    )
    expect(rung.map(({ path }) => path)).toEqual(Array(3).fill(`/payments/checks/${(await first(scene)).id}`))
    await run('UPDATE check_findings SET mailed_at = NULL WHERE company_id = ?', scene.company.id)
    await runTicks(env)
    await settled()
    expect(mails().length).toBe(before + 3)
    await run('UPDATE check_mails SET sent_at = sent_at - 3600001 WHERE company_id = ?', scene.company.id)
    await runTicks(env)
    await settled()
    expect(mails().length).toBe(before + 6)
  })

  it('bank details that were entered before are compared once a job has marked them', async () => {
    const scene = await makePaidScene()
    const other = await addErp(scene.company.id, 'VENDOR', 'Another vendor')
    const details = [scene.details, await addDetails(scene.company.id, other, { createdBy: scene.people.clerk.userId })]
    const marks = async () =>
      (
        await rows<{ fingerprint: string | null }>(
          'SELECT fingerprint FROM vendor_bank_details WHERE id IN (SELECT value FROM json_each(?))',
          JSON.stringify(details),
        )
      ).map(({ fingerprint }) => fingerprint)
    expect(await marks()).toEqual([null, null])
    expect(await findings(scene.clerk, '&rule=SHARED_ACCOUNT&filter=ALL')).toEqual([])
    await runTicks(env)
    const [mark, same] = await marks()
    expect(mark).toMatch(/^[0-9a-f]{64}$/)
    expect(same).toBe(mark)
    await enter(scene)
    await settled()
    const found = await findings(scene.clerk, '&rule=SHARED_ACCOUNT&filter=ALL')
    expect(found).toMatchObject([
      { bill: null, why: 'Another vendor and Acme Cloud Inc are paid to the same bank account, ••••6789.' },
    ])
    expect(JSON.stringify(found)).not.toContain('000123456789')
  })
})
