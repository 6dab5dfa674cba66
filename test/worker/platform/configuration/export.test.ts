import { expect, it } from 'vitest'
import { CONFIGURATION, configure, makePlace } from '../../../support/worker/configuration-scene.ts'

it('a file has everything by name, twice the same bytes, and neither ids nor secrets', async () => {
  const place = await makePlace()
  const { categoryId, workflowId } = await configure(place)
  const first = await place.file()
  expect(await place.file()).toBe(first)
  for (const id of [categoryId, workflowId, ...Object.values(place.ids), place.company.id])
    expect(first).not.toContain(id)
  expect(first).not.toMatch(/T0K3N|s3cret/)
  expect(first).toContain(place.dana.email)
  expect(first).toContain('hooks.example.com')
})

it('exporting appears in the company’s history, and is for admins', async () => {
  const place = await makePlace()
  await place.file()
  const log = await place.admin.get(`/api/audit-logs?targetType=COMPANY&targetId=${place.company.id}`)
  expect(log.body.edges.map(({ node }: { node: { action: string } }) => node.action)).toContain(
    'configuration.exported',
  )
  expect((await place.member.get(CONFIGURATION)).status).toBe(403)
})
