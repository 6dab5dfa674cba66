import { beforeEach, expect, it } from 'vitest'
import { setClock } from '../../../support/clock.ts'
import { addBill } from '../../../support/worker/checks.ts'
import { books, document, line, object } from '../../../support/worker/made-books.ts'
import { admin, company, follow, makeMappingScene, wholeRead } from '../../../support/worker/mapping-scene.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** Who owns the vendors that are made of the accounting system's, without anyone. */

setClock('2026-11-18T15:00:00Z')
beforeEach(makeMappingScene)

const NAMES = ['Cyberdyne', 'Hooli', 'Umbrella']

it('a made vendor belongs to the person who entered most of its bills, and else is found without an owner', async () => {
  const [clerk, other, left] = [await company.addPerson(), await company.addPerson(), await company.addPerson()]
  await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', left.userId)
  for (const name of NAMES) {
    books.objects.push(object('VENDOR', name, { name }))
    books.documents.push(document('BILL', `bill-${name}`, [line('travel', 100, { vendorErpId: name })]))
  }
  await wholeRead()
  const objects = await rows<{ id: string; name: string }>(
    "SELECT id, name FROM erp_objects WHERE company_id = ? AND kind = 'VENDOR'",
    company.id,
  )
  const enter = async (name: string, ...people: (typeof clerk)[]) => {
    const erpVendorId = objects.find((each) => each.name === name)?.id ?? ''
    for (const { userId } of people)
      await addBill({ company, people: { clerk } as never }, { erpVendorId, createdBy: userId })
  }
  await enter('Hooli', other, clerk, clerk, left, left, left)
  await enter('Umbrella', left)
  expect((await admin.post('/api/vendor-links/settings', { isOn: true })).status).toBe(200)
  await follow()
  const found = async (query: string) =>
    (await admin.get(`/api/vendors?first=100&${query}`)).body.edges
      .map(({ node }: { node: { name: string } }) => node.name)
      .filter((name: string) => NAMES.includes(name))
  expect(await found('filter=ALL')).toEqual(NAMES)
  expect(await found(`ownerId=${clerk.userId}`)).toEqual(['Hooli'])
  expect(await found('filter=WITHOUT_OWNER')).toEqual(['Cyberdyne', 'Umbrella'])
  const after = async (name: string) =>
    (
      await rows<{ changeData: string }>(
        `SELECT change_data AS changeData FROM audit_log
          WHERE company_id = ? AND action = 'vendor.created' AND message = 'Created the vendor ' || ?`,
        company.id,
        name,
      )
    ).map(({ changeData }) => JSON.parse(changeData).after)
  const [{ name: clerkName = '' } = {}] = await rows<{ name: string }>(
    "SELECT trim(first_name || ' ' || last_name) AS name FROM users WHERE id = ?",
    clerk.userId,
  )
  const [hooli, umbrella] = [await after('Hooli'), await after('Umbrella')]
  expect(hooli).toEqual([{ name: 'Hooli', owners: [clerkName], source: 'The accounting system' }])
  expect(umbrella).toEqual([{ name: 'Umbrella', owners: [], source: 'The accounting system' }])
})
