import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { addErp } from '../../../support/worker/bills.ts'
import { shareAccount } from '../../../support/worker/fixtures/payment-details.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { confirmGuarded, type PayingCompany, payingCompany, settled } from '../../../support/worker/payments.ts'
import { mailTo, rows, run } from '../../../support/worker/sessions.ts'
import { tablesWith } from '../../../support/worker/stored/tables-with.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** Bank details of vendors: entered, confirmed by others, and never shown. */

const CANARY = '90471183552601'
const DETAILS = {
  ...{ accountHolderName: 'Acme Cloud Inc.', accountHolderType: 'COMPANY', bankAccountType: 'CHECKING' },
  ...{ accountNumber: CANARY, routingNumber: '110000000', remittanceEmail: 'remit@acme.test' },
}

let scene: PayingCompany
let erpVendorId: string
let groupId: string
let approvers: Client[]
beforeEach(async () => {
  scene = await payingCompany()
  erpVendorId = await addErp(scene.company.id, 'VENDOR', 'Acme Cloud Inc')
  groupId = await scene.company.add('groups', 'Controllers')
  approvers = []
  for (const name of ['Ann Approver', 'Ben Approver']) {
    const person = await scene.company.addPerson({ name, flags: ['hasPaymentsAccess'] })
    await scene.company.addToGroup(groupId, person.userId)
    approvers.push(await signIn(scene.company, person))
  }
  const saved = await scene.admin.post('/api/payments/payment-information-approvers', { groupIds: [groupId] })
  expect(saved.status).toBe(200)
  await confirmGuarded(scene.company)
})

const [first, second] = [() => approvers[0] as Client, () => approvers[1] as Client]
const enter = (client: Client, more: object = {}) =>
  client.call('PUT', `/api/erp-vendors/${erpVendorId}/payment-information`, { body: { ...DETAILS, ...more } })
const entered = async (client: Client, more: object = {}): Promise<string> => {
  const { status, body } = await enter(client, more)
  expect([status, body]).toEqual([200, { id: expect.any(String) }])
  return body.id
}
const decide = async (client: Client, id: string, shouldConfirm = true) => {
  const query = `mutation { confirmErpVendorPaymentInformation(id: "${id}", shouldConfirm: ${shouldConfirm}) { id } }`
  const { body } = await client.post('/graphql', { query })
  return body.errors ? body.errors[0].message : 'OK'
}
const listed = async (client = scene.payer) =>
  (await client.get(`/api/erp-vendors/${erpVendorId}/payment-methods`)).body.paymentInformation

describe('entering', () => {
  it('entered details show only the last four, and wait for someone else', async () => {
    const id = await entered(scene.payer)
    const [details] = await listed()
    expect(details).toMatchObject({
      ...{ id, status: 'WAITING', isConfirmed: false, confirmationsNeeded: 1, isQuarantined: false },
      paymentInformation: { accountNumber: '••••2601', lastFourAccountNumber: '2601', accountHolderType: 'COMPANY' },
    })
    expect(JSON.stringify(await listed())).not.toContain(CANARY)
    const attention = await first().get('/api/payments/payment-information/needs-attention')
    expect(attention.body).toMatchObject([{ id, canDecide: true }])
  })

  it.each([
    ['accountNumber', '12'],
    ['routingNumber', '123456789'],
    ['accountHolderType', 'BUSINESS'],
    ['accountHolderName', ' '],
    ['remittanceEmail', 'nobody'],
  ])('a wrong %s is said beside it', async (field, value) => {
    const { status, body } = await enter(scene.payer, { [field]: value })
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('the mutation does the same with exactly the specification’s fields', async () => {
    const { body } = await scene.payer.post('/graphql', {
      query: `mutation ($i: CreateErpVendorPaymentInformationInput!, $v: ID!) {
        createErpVendorPaymentInformation(input: $i, erpVendorId: $v) { id } }`,
      variables: { i: DETAILS, v: erpVendorId },
    })
    expect((await listed())[0].id).toBe(body.data.createErpVendorPaymentInformation.id)
  })

  it('another company’s vendor and details don’t exist', async () => {
    const other = await payingCompany()
    const id = await entered(scene.payer)
    expect((await enter(other.admin)).status).toBe(404)
    expect(await decide(other.admin, id)).toContain('was not found')
    expect((await other.admin.post(`/api/payments/payment-information/${id}/reveal`)).status).toBe(404)
  })

  it('details that a vendor shares in the portal are taken over with their number', async () => {
    const vendorId = await scene.company.add('vendors', 'Acme')
    await run('UPDATE erp_objects SET vendor_id = ? WHERE id = ?', vendorId, erpVendorId)
    const sharedId = await shareAccount(scene.company.id, vendorId)
    const before = (await scene.payer.get(`/api/erp-vendors/${erpVendorId}/payment-methods`)).body
    expect(before.shared).toMatchObject([{ id: sharedId, lastFourAccountNumber: '6789' }])
    const path = `/api/erp-vendors/${erpVendorId}/payment-information/from-portal`
    const taken = await scene.payer.post(path, { vendorCompanyPaymentInformationId: sharedId })
    expect(taken.status).toBe(200)
    const after = (await scene.payer.get(`/api/erp-vendors/${erpVendorId}/payment-methods`)).body
    expect(after).toMatchObject({ shared: [], paymentInformation: [{ isSharedByVendorCompany: true }] })
    const seen = await first().post(`/api/payments/payment-information/${taken.body.id}/reveal`)
    expect(seen.body).toEqual({ accountNumber: '000123456789' })
    const unshared = await scene.payer.post(path, { vendorCompanyPaymentInformationId: newId() })
    expect(unshared.status).toBe(404)
  })
})

describe('confirming', () => {
  it('who entered them, and who isn’t an approver, can’t confirm them, admins included', async () => {
    const id = await entered(first())
    expect(await decide(first(), id)).toContain('someone else has to confirm')
    expect(await decide(scene.admin, id)).toContain('Only approvers')
    expect(await decide(scene.payer, id)).toContain('Only approvers')
    expect(await decide(second(), id)).toBe('OK')
    expect((await listed())[0]).toMatchObject({ status: 'CONFIRMED', confirmedBy: ['Ben Approver'] })
    expect(await decide(second(), id)).toContain('no longer wait')
  })

  it.each([
    ['less than a day ago', 'Only approvers', 24 * 3_600_000 - 60_000],
    ['a day ago', 'OK', 24 * 3_600_000 + 60_000],
  ])('who joined the approvers %s is told: %s', async (_, said, sinceMs) => {
    const id = await entered(scene.payer)
    const joined = Date.now() - sinceMs
    await run(
      'UPDATE group_members SET added_at = ? WHERE company_id = ? AND group_id = ?',
      joined,
      scene.company.id,
      groupId,
    )
    expect(await decide(first(), id)).toContain(said)
  })

  it('without groups admins confirm, but not what they entered', async () => {
    await scene.admin.post('/api/payments/payment-information-approvers', { groupIds: [] })
    await confirmGuarded(scene.company)
    const metadata = async (client: Client) =>
      (await client.get('/api/payments/payment-information-approvers/metadata')).body
    expect(await metadata(scene.admin)).toEqual({ hasApprovers: false, isApprover: true })
    expect(await metadata(scene.payer)).toEqual({ hasApprovers: false, isApprover: false })
    expect(await decide(scene.admin, await entered(scene.admin))).toContain('someone else')
    expect(await decide(scene.admin, await entered(scene.payer))).toBe('OK')
  })

  it('details in place of confirmed ones are quarantined: two people, the old ones stay, the vendor is told', async () => {
    const old = await entered(scene.payer)
    await decide(first(), old)
    const changed = await entered(scene.payer, { accountNumber: '55512340001' })
    const [details] = await listed()
    expect(details).toMatchObject({ id: changed, status: 'WAITING', isQuarantined: true, confirmationsNeeded: 2 })
    const hours = (Date.parse(details.heldUntil) - Date.parse(details.createdAt)) / 3_600_000
    expect(hours).toBe(24)
    expect(await decide(first(), changed)).toBe('OK')
    expect(await decide(first(), changed)).toContain('You confirmed these bank details, so someone else')
    expect(await listed()).toMatchObject([{ status: 'WAITING' }, { id: old, status: 'CONFIRMED' }])
    expect(await decide(second(), changed)).toBe('OK')
    expect(await listed()).toMatchObject([{ id: changed, status: 'CONFIRMED', isQuarantined: true }])
    const told = await rows(
      'SELECT 1 FROM outbox WHERE company_id = ? AND topic = ?',
      scene.company.id,
      'payments.details-changed',
    )
    expect(told).toHaveLength(1)
  })

  it('the vendor is told of other details at the address known before, with both accounts', async () => {
    const [known, later] = [`known-${newId()}@acme.test`, `other-${newId()}@acme.test`]
    await decide(first(), await entered(scene.payer, { remittanceEmail: known, accountNumber: '000111222333' }))
    const id = await entered(scene.payer, { remittanceEmail: later, accountNumber: '000444555666' })
    await settled()
    expect((await mailTo(known)).text).toContain(
      'to the account ••••2333. Someone has now entered the account ••••5666',
    )
    await decide(first(), id)
    await decide(second(), id)
    // An email that goes out only now, when they hold already.
    await run(
      `INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at)
       VALUES (?, ?, 'payments.details-changed', json_object('detailsId', ?), 0, 0)`,
      ...[newId(), scene.company.id, id],
    )
    await settled()
    expect((await mailTo(known, 2)).text).toContain(
      'to the account ••••2333. Someone has now entered the account ••••5666',
    )
    expect(sentMails(later)).toEqual([])
    await entered(scene.payer, { accountNumber: '000777888999' })
    await settled()
    expect((await mailTo(later)).text).toContain(
      'to the account ••••5666. Someone has now entered the account ••••8999',
    )
  })

  it('deleting the confirmed ones first doesn’t avoid the quarantine', async () => {
    const old = await entered(scene.payer)
    await decide(first(), old)
    await scene.payer.post('/graphql', { query: `mutation { deleteErpVendorPaymentInformation(id: "${old}") { id } }` })
    expect(await listed()).toEqual([])
    await entered(scene.payer)
    expect((await listed())[0]).toMatchObject({ isQuarantined: true, confirmationsNeeded: 2 })
  })

  it('rejected ones can be entered again, and new ones replace those that wait', async () => {
    const id = await entered(scene.payer)
    expect(await decide(first(), id, false)).toBe('OK')
    expect(await listed()).toMatchObject([{ status: 'REJECTED' }])
    await entered(scene.payer)
    const newest = await entered(scene.payer)
    expect((await listed()).filter(({ status }: { status: string }) => status === 'WAITING')).toMatchObject([
      { id: newest },
    ])
  })
})

describe('the number', () => {
  it('the number is shown to people who signed in just now, and the history says who saw it', async () => {
    const id = await entered(scene.payer)
    const path = `/api/payments/payment-information/${id}/reveal`
    const seen = await first().call('POST', path, { headers: { 'idempotency-key': newId() } })
    expect(seen.body).toEqual({ accountNumber: CANARY })
    const [entry] = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND action = 'payments.details-revealed'",
      scene.company.id,
    )
    expect(entry?.message).toContain('••••2601')
    await run('UPDATE sessions SET created_at = created_at - 1000000 WHERE company_id = ?', scene.company.id)
    expect(await first().post(path)).toMatchObject({ status: 422, body: { reason: 'SIGN_IN_AGAIN' } })
  })

  it('the number is in no row, mail, log or answer', async () => {
    const logged: unknown[] = []
    for (const level of ['log', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((...given) => void logged.push(given))
    const remittanceEmail = `remit-${newId()}@acme.test`
    const id = await entered(scene.payer, { remittanceEmail })
    await decide(first(), id)
    await enter(scene.payer, { routingNumber: '1' })
    await first().call('POST', `/api/payments/payment-information/${id}/reveal`, {
      headers: { 'idempotency-key': newId() },
    })
    await entered(scene.payer, { accountNumber: `${CANARY}7` })
    await settled()
    expect((await mailTo(remittanceEmail)).text).toContain('••••6017')
    expect(JSON.stringify([sentMails(), logged])).not.toContain(CANARY)
    vi.restoreAllMocks()
    expect(await tablesWith(remittanceEmail)).toContain('vendor_bank_details')
    expect(await tablesWith(CANARY)).toEqual([])
    for (const path of [
      `/api/erp-vendors/${erpVendorId}/payment-methods`,
      '/api/payments/payment-information/needs-attention',
      `/api/audit-logs?targetType=COMPANY&targetId=${scene.company.id}`,
      `/api/search?query=${CANARY}`,
    ]) {
      const { status, body } = await scene.admin.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(JSON.stringify(body)).not.toContain(CANARY)
    }
  })
})
