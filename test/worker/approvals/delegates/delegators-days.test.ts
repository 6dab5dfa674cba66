import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals, decide, type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** A delegation’s days are those of the person who delegates, wherever they are. */

const OWN = '/api/current-user/delegate-approvers'
const HOUR_MS = 60 * 60 * 1000

/** A zone far ahead of UTC or one far behind: at any time, one of them has another day than UTC. */
const elsewhere = (): { zone: string; today: string; utcToday: string } => {
  const now = Date.now()
  const utcToday = new Date(now).toISOString().slice(0, 10)
  const dayAt = (hours: number) => new Date(now + hours * HOUR_MS).toISOString().slice(0, 10)
  const ahead = dayAt(14)
  return ahead === utcToday
    ? { zone: 'Etc/GMT+12', today: dayAt(-12), utcToday }
    : { zone: 'Pacific/Kiritimati', today: ahead, utcToday }
}

describe('a delegation of someone in another time zone', () => {
  let scene = {} as FilingScene
  const { zone, today, utcToday } = elsewhere()
  beforeAll(async () => {
    scene = await makeFilingScene()
    await run('UPDATE users SET timezone = ? WHERE id = ?', zone, scene.people.approver.userId)
  })
  const delegateOn = async (only: string) => {
    const person = await scene.company.addPerson({ name: `Deli ${only}` })
    const answer = await scene.approver.post(OWN, { userId: person.userId, note: '', startsOn: only, endsOn: only })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return { state: answer.body.state, person, client: await signIn(scene.company, person) }
  }
  const namedOn = async (client: Client, id: string) =>
    (await approvals(client, id)).levels[0].blocks[0].delegates.map(({ name }: { name: string }) => name)

  it('holds on their day at every door, and not on the day of UTC', async () => {
    expect(today).not.toBe(utcToday)
    const [here, there] = [await delegateOn(today), await delegateOn(utcToday)]
    expect([here.state, there.state]).toEqual(['IN_FORCE', zone === 'Etc/GMT+12' ? 'UPCOMING' : 'ENDED'])
    const id = await file(scene.requester, scene.category.id, { title: 'Far away' })
    const waits = async (client: Client) =>
      (await client.get('/api/intake-submissions/needs-attention?filter=approver')).body.length
    expect([await waits(here.client), await waits(there.client)]).toEqual([1, 0])
    expect(await namedOn(scene.requester, id)).toEqual([`Deli ${today}`])
    expect((await there.client.get(`/api/intake-submission/${id}`)).status).toBe(404)
    expect((await decide(here.client, id, 'APPROVED', 1)).status).toBe(200)
  })

  it('it is handed back once their last day is over, not before', async () => {
    const { person } = await delegateOn(today)
    const handedBack = async () =>
      (
        await rows<{ at: number | null }>(
          'SELECT handed_back_at AS at FROM delegate_approvers WHERE delegate_user_id = ?',
          person.userId,
        )
      )[0]?.at
    await runTicks(env)
    expect(await handedBack()).toBeNull()
    const over = [Date.now() - 1, utcToday, person.userId]
    await run('UPDATE delegate_approvers SET ends_at = ?, ends_on = ? WHERE delegate_user_id = ?', ...over)
    await runTicks(env)
    expect(await handedBack()).toEqual(expect.any(Number))
  })
})
