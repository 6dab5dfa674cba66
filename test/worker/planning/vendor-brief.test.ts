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
  // What is newest counts, however much was before.
  const day = (at: string) => Date.parse(`${at}T12:00:00Z`)
  const many = Array.from({ length: 120 }, (_, at) => ({ id: newId(), at: day('2026-09-01') + at }))
  const newest = Array.from({ length: 2 }, () => ({ id: newId(), at: day('2026-11-10') }))
  await run(
    `INSERT INTO vendor_bank_details (id, company_id, erp_vendor_id, state, account_holder_name, account_holder_type,
       account_number_sealed, account_number_key_id, last_four, routing_number, bank_account_type, address1, address2,
       city, address_state, postal_code, country, remittance_email, is_change, held_until, created_by_user_id, created_at, updated_at)
     SELECT value ->> 'id', ?1, ?2, 'REPLACED', 'Acme', 'COMPANY', '', '', '6789', '110000000', 'CHECKING', '', '', '', '', '', '', '',
            1, 0, '', value ->> 'at', value ->> 'at' FROM json_each(?3)`,
    ...[company.id, id, JSON.stringify([...many, ...newest])],
  )
  await run(
    `INSERT INTO check_findings (id, company_id, rule, state, is_blocking, erp_vendor_id, why, found_at, updated_at)
     SELECT value ->> 'id', ?1, 'DUPLICATE', iif(value ->> 'at' = ?3, 'OPEN', 'RELEASED'), 1, ?2, 'Twice', value ->> 'at', 1
       FROM json_each(?4)`,
    ...[company.id, id, day('2026-11-10'), JSON.stringify([...many, ...newest])],
  )
  expect((await briefOf(vendorId)).money).toMatchObject({ openChecks: 2, bankChangedAt: '2026-11-10T12:00:00.000Z' })
  const other = await makeCompany()
  const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
  expect((await stranger.get(`/api/vendors/${vendorId}/brief`)).status).toBe(404)
})
