import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { decide, makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { run } from '../../../support/worker/sessions.ts'

it('nothing of a module that is off is told or counted, and it is there again with the module', async () => {
  const { company, requester, approver, category } = await makeFilingScene()
  const turn = (isOn: boolean) =>
    run(
      `UPDATE companies SET flags = json_set(flags, '$.enableIntakeRequests', json(?2)) WHERE id = ?1`,
      ...[company.id, String(isOn)],
    )
  const told = async () => {
    const { body } = await requester.get('/api/notifications?first=100')
    const { unread } = (await requester.get('/api/notifications/unread')).body
    return { kinds: body.edges.map(({ node }: { node: { kind: string } }) => node.kind), unread }
  }
  const id = await file(requester, category.id, { title: 'Atlas', amount: usd(50_000) })
  await decide(approver, id, 'APPROVED', 1)
  await run(
    `UPDATE outbox SET available_at = 0 WHERE company_id = ? AND topic <> 'session.login-link'`,
    ...[company.id],
  )
  await runTicks(env)
  const all = { kinds: ['REQUEST_APPROVED'], unread: 1 }
  expect(await told()).toEqual(all)
  await turn(false)
  expect(await told()).toEqual({ kinds: [], unread: 0 })
  await turn(true)
  expect(await told()).toEqual(all)
})
