import { expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { run } from '../../../support/worker/sessions.ts'
import { addBidder, makeDraft } from '../../../support/worker/sourcing-events.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

it('a bidder isn’t said to be an archived vendor, and stays the one that was archived since', async () => {
  const company = await makeCompany(['enableSourcing', 'enableIntakeRequests'])
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const [old, other] = [await company.add('vendors', 'Old Works'), await company.add('vendors', 'Other Works')]
  const archive = (id: string) => run('UPDATE vendors SET archived_at = 1 WHERE id = ?', id)
  await archive(old)
  const { path } = await makeDraft(company, admin)
  const archived = { vendorId: 'Old Works is archived. Unarchive it first, or choose another one.' }
  const invited = await admin.post(`${path}/bidders`, { name: 'Old', email: 'old@works.test', vendorId: old })
  expect([invited.status, fieldsOf(invited)]).toEqual([400, archived])
  const bidder = await addBidder(admin, path, 'Other', { vendorId: other })
  const say = (vendorId: string) => admin.call('PUT', `${path}/bidders/${bidder.id}/vendor`, { body: { vendorId } })
  expect(fieldsOf(await say(old))).toEqual(archived)
  await archive(other)
  expect((await say(other)).status).toBe(200)
})
