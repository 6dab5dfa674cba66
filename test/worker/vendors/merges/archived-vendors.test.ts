import { expect, it } from 'vitest'
import { run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

it('a vendor in use isn’t merged into an archived one; an archived one is into any other', async () => {
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess', 'hasVendorAdminAccess'] }))
  const archived = async (name: string) => {
    const id = await company.add('vendors', name)
    await run('UPDATE vendors SET archived_at = 1 WHERE id = ?', id)
    return id
  }
  const [used, old, older] = [
    await company.add('vendors', 'Acme'),
    await archived('Acme Old'),
    await archived('Acme Older'),
  ]
  const merge = (intoId: string, fromVendorId: string) =>
    admin.post(`/api/vendors/${intoId}/merge`, { fromVendorId, version: 1, fromVersion: 1 })
  const refused = await merge(old, used)
  expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
    409,
    'ARCHIVED',
    'The remaining vendor is archived. Unarchive it first.',
  ])
  expect((await merge(old, older)).status).toBe(200)
  expect((await merge(used, await archived('Acme Oldest'))).status).toBe(200)
})
