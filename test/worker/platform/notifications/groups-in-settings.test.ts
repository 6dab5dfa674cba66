import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Groups that settings notify aren't deleted under them, and follow a merge: no one would hear, and no one would know. */

let company: TestCompany
let admin: Client
beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})

describe.each([
  ['/api/vendor-notifications-settings', 'Its people get vendor notifications', 'vendors'],
  ['/api/service-period-renewal-reminder-config', 'Its people get renewal reminders', 'reminders'],
])('%s', (path, text, page) => {
  const groups = async () => (await admin.get(path)).body.groupsToSendTo.map(({ id }: { id: string }) => id)
  const send = async (...ids: string[]) => {
    const { version: _, ...settings } = (await admin.get(path)).body
    const saved = await admin.post(path, { ...settings, groupsToSendTo: ids.map((id) => ({ id })) })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  }

  it('the group can’t be deleted until it is taken out', async () => {
    const id = await company.add('groups', `Buyers ${page}`)
    await send(id)
    const refused = await admin.call('DELETE', `/api/groups/${id}`)
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [{ kind: 'NOTIFICATION_SETTING', text, href: `/settings/notifications/${page}` }],
    ])
    await send()
    expect((await admin.call('DELETE', `/api/groups/${id}`)).status).toBe(200)
  })

  it('a merge takes its place, once', async () => {
    const [from, into] = [await company.add('groups', `Old ${page}`), await company.add('groups', `New ${page}`)]
    const last = await company.add('groups', `Last ${page}`)
    await send(from)
    expect((await admin.post(`/api/groups/${from}/merge`, { intoId: into })).status).toBe(200)
    expect(await groups()).toEqual([into])
    await send(into, last)
    expect((await admin.post(`/api/groups/${into}/merge`, { intoId: last })).status).toBe(200)
    expect(await groups()).toEqual([last])
  })
})
