import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { doors, type Made, makeReadyPayment, set } from '../../../support/worker/payment-doors.ts'
import { confirmGuarded } from '../../../support/worker/payments.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { addDetails } from '../../../support/worker/vendor-bank-details.ts'

/** How long new bank details hold the payments of a vendor that had others. */

describe('the quarantine', () => {
  let made: Made
  let changed: string
  const HOUR = 3_600_000
  beforeAll(async () => {
    made = await makeReadyPayment()
    // As if they were entered through the form a day ago, and confirmed by two people since.
    changed = await addDetails(made.company.id, made.erpVendorId, { createdBy: made.people.clerk.userId })
    await set('vendor_bank_details', "state = 'REPLACED'", made.details)
    await set('vendor_bank_details', "state = 'CONFIRMED', is_change = 1", changed)
  })

  it.each([
    [24 * HOUR - 60_000, 'quarantine'],
    [12 * HOUR, 'quarantine'],
  ])('%d ms after it began it still holds', async (passed, words) => {
    await set('vendor_bank_details', `held_until = ${Date.now() + 24 * HOUR - passed}`, changed)
    expect(await doors.start(made)).toContain(words)
  })

  it('new details are entered with a day of it, which two people can’t shorten', async () => {
    const group = await made.company.add('groups', `Controllers ${newId()}`)
    const approvers = [made.people.colleague, made.people.admin]
    for (const person of approvers) await made.company.addToGroup(group, person.userId)
    await made.admin.post('/api/payments/payment-information-approvers', { groupIds: [group] })
    await confirmGuarded(made.company)
    const before = Date.now()
    const entered = await made.clerk.call('PUT', `/api/erp-vendors/${made.erpVendorId}/payment-information`, {
      body: {
        ...{ accountHolderName: 'Acme', accountHolderType: 'COMPANY', accountNumber: '55512340001' },
        routingNumber: '110000000',
      },
    })
    expect(entered.status).toBe(200)
    for (const client of [made.colleague, made.admin]) {
      const query = `mutation { confirmErpVendorPaymentInformation(id: "${entered.body.id}", shouldConfirm: true) { id } }`
      expect((await client.post('/graphql', { query })).body.errors).toBeUndefined()
    }
    const [row] = await rows<{ state: string; heldUntil: number }>(
      'SELECT state, held_until AS heldUntil FROM vendor_bank_details WHERE id = ?',
      entered.body.id,
    )
    expect(row?.state).toBe('CONFIRMED')
    expect((row?.heldUntil ?? 0) - before).toBeGreaterThanOrEqual(86_400_000)
    expect((row?.heldUntil ?? 0) - Date.now()).toBeLessThanOrEqual(86_400_000)
    await set('vendor_bank_details', `held_until = ${Date.now() + 60_000}`, entered.body.id)
    expect(await doors.start(made)).toContain('quarantine')
    await set('vendor_bank_details', `held_until = ${Date.now() - 1}`, entered.body.id)
    expect(await doors.start(made)).not.toContain('quarantine')
  })
})
