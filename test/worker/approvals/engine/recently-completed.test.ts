import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { Database } from '../../../../worker/core/database.ts'
import { forgetCompleted, RECENTLY_COMPLETED_MS } from '../../../../worker/features/approvals/engine/index.ts'
import { decide, type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'

let scene: FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})

const rejected = async (title: string): Promise<string> => {
  const id = await file(scene.requester, scene.category.id, { title, amount: { value: 100, currency: 'USD' } })
  await decide(scene.approver, id, 'REJECTED', 1)
  return id
}
const seen = async (): Promise<string[]> =>
  (await scene.requester.get('/api/intake-submissions/needs-attention?filter=recently-completed')).body.map(
    ({ id }: { id: string }) => id,
  )
const indexed = async (id: string) =>
  (await rows<{ n: number }>('SELECT SUM(is_recent) AS n FROM request_participants WHERE target_id = ?', id))[0]?.n

it('what was completed two weeks ago leaves Home and its index, and what was completed since stays', async () => {
  const [old, young] = [await rejected('Old'), await rejected('Young')]
  expect((await seen()).sort()).toEqual([old, young].sort())
  const shift = 'UPDATE request_participants SET completed_at = completed_at - ? WHERE target_id = ?'
  await env.DB.prepare(shift)
    .bind(RECENTLY_COMPLETED_MS + 1000, old)
    .run()
  await env.DB.prepare(shift)
    .bind(RECENTLY_COMPLETED_MS - 60_000, young)
    .run()
  expect(await seen()).toEqual([young])
  await forgetCompleted({ db: new Database(env.DB, 'first-primary'), clock: { now: () => Date.now() } })
  expect(await seen()).toEqual([young])
  expect(await indexed(old)).toBe(0)
  expect(await indexed(young)).toBeGreaterThan(0)
})
