import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../../worker/core/clock.ts'
import { setClock } from '../../support/clock.ts'
import { admin, company, makeMappingScene, member, rowOf, saved } from '../../support/worker/mapping-scene.ts'
import { run } from '../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../support/worker/world.ts'

// The books of this test have 150.00 for Acme in May 2026.
setClock('2026-11-18T15:00:00Z')

beforeEach(makeMappingScene)

const briefOf = async (vendorId: string, client = admin) => {
  const { status, body } = await client.get(`/api/vendors/${vendorId}/brief`)
  expect([status, body]).toMatchObject([200, {}])
  return body
}

it('a vendor’s page begins with what it cost, what ends next and what waits, as far as the person may know', async () => {
  const vendorId = await company.add('vendors', 'Acme Corp')
  await run("UPDATE companies SET flags = json_set(flags, '$.isErpLinked', json('true')) WHERE id = ?", company.id)
  const { id } = await rowOf('VENDOR', 'Acme')
  await saved('VENDOR', [{ id, vendorId }])
  const serviceId = newId()
  await run(
    `INSERT INTO services (id, company_id, name, vendor_id, vendor_key, last_end_date, created_at, version)
     VALUES (?, ?, 'Hosting', ?, 'acme corp', '2026-12-31', 0, 1)`,
    ...[serviceId, company.id, vendorId],
  )
  await run(
    `INSERT INTO check_findings (id, company_id, rule, state, is_blocking, erp_vendor_id, why, found_at, updated_at)
     VALUES (?, ?, 'DUPLICATE', 'OPEN', 1, ?, 'Twice', 1, 1)`,
    ...[newId(), company.id, id],
  )
  const brief = await briefOf(vendorId)
  expect(brief.spend.total).toEqual({ value: 15_000, currency: 'USD' })
  expect(brief.spend.yearBefore).toEqual({ value: 0, currency: 'USD' })
  expect(brief.spend.months).toHaveLength(12)
  expect(brief.spend.months[5]).toMatchObject({ month: '2026-05', spent: { value: 15_000 } })
  expect(brief.nextRenewal).toEqual({ serviceId, serviceName: 'Hosting', endDate: '2026-12-31' })
  // Without payments there is no one who works with them.
  expect(brief.money).toBe(null)
  await run("UPDATE companies SET flags = json_set(flags, '$.paymentsEnabled', json('true')) WHERE id = ?", company.id)
  expect((await briefOf(vendorId)).money).toEqual({
    billsToApprove: 0,
    paymentsToSend: 0,
    openChecks: 1,
    bankDetailsWait: false,
    bankChangedAt: null,
  })
  expect((await briefOf(vendorId, member)).money).toBe(null)
  const other = await makeCompany()
  const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
  expect((await stranger.get(`/api/vendors/${vendorId}/brief`)).status).toBe(404)
})
