import { beforeAll, describe, expect, it } from 'vitest'
import { makeUpdatesScene, shownText, type UpdatesScene } from '../../../support/worker/vendor-updates.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** What the approval of a vendor form changes, as its approver sees it before. */

let scene: UpdatesScene
beforeAll(async () => {
  scene = await makeUpdatesScene()
})

const choose = (client: Client, id: string, leaveOut: string[]) =>
  client.post(`/api/vendor-forms/${id}/updates/choose`, { leaveOut })
const confirm = (client: Client, id: string, digest: string) =>
  client.post(`/api/vendor-forms/${id}/updates/confirm`, { digest })

describe('the preview', () => {
  it('it shows each field with its value now and then, and where it is', async () => {
    await scene.setVendor({ region: 'us' })
    const id = await scene.ask()
    await scene.answer(id, { region: 'eu', hosting: 'Bern', 'service-period-2::seats': 7 })
    const { state, rows } = await scene.updates(id)
    expect(state).toBe('PREVIEW')
    const said = rows.map(({ label, place, dates, now, answer, skip }) => ({
      ...{ label, place, from: dates?.startDate ?? null, now: shownText(now), answer: shownText(answer), skip },
    }))
    expect(said).toEqual([
      { label: 'Data region', place: 'VENDOR', from: null, now: 'US', answer: 'EU', skip: null },
      { label: 'Hosted in', place: 'SERVICE', from: null, now: '', answer: 'Bern', skip: null },
      { label: 'Seats', place: 'PERIOD', from: '2027-01-01', now: '', answer: '7', skip: null },
    ])
  })

  it('it takes two round trips, whatever the form names and however much is refused', async () => {
    const id = await scene.ask()
    await scene.answer(id, { region: 'eu', mail: 'two@kestrel.test', hosting: 'Oslo', 'service-period-1::seats': 3 })
    const { headers, body } = await scene.admin.get(`/api/vendor-forms/${id}/updates`)
    expect(body.rows.length).toBeGreaterThan(3)
    const [, trips, rows] = /trips=(\d+) queries=\d+ read=(\d+)/.exec(headers.get('Server-Timing') ?? '') ?? []
    expect(Number(trips)).toBe(2)
    expect(Number(rows)).toBeLessThan(300)
  })

  it('it marks a value that staff changed after the vendor answered', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'a@kestrel.test', region: 'eu' })
    expect((await scene.updates(id)).rows.map(({ isChangedSince }) => isChangedSince)).toEqual([false, false])
    await scene.setVendor({ mail: 'staff@kestrel.test' })
    const marked = (await scene.updates(id)).rows.filter(({ isChangedSince }) => isChangedSince)
    expect(marked.map(({ label, now }) => [label, shownText(now)])).toEqual([
      ['Security contact', 'staff@kestrel.test'],
    ])
  })

  it('it shows nothing before the vendor submits', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'draft@kestrel.test' }, { isDraft: true })
    expect(await scene.updates(id, scene.admin)).toMatchObject({ state: 'NONE', rows: [] })
  })
})

describe('leaving fields out', () => {
  it('people who can change the vendor leave fields out, and the form says who did', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'out@kestrel.test', hosting: 'Lima' })
    const { body } = await choose(scene.admin, id, ['mail'])
    expect(body.rows).toMatchObject([
      { key: 'mail', skip: { reason: 'LEFT_OUT', detail: 'Ada Admin' } },
      { skip: null },
    ])
    await scene.approve(id)
    expect((await scene.vendorAnswers()).mail).not.toBe('out@kestrel.test')
    expect((await scene.service()).answers.hosting).toBe('Lima')
    const { rows } = await scene.updates(id)
    expect(rows[0]?.skip).toEqual({ reason: 'LEFT_OUT', detail: 'Ada Admin' })
  })

  it('what was left out can be updated after all', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'back@kestrel.test' })
    await choose(scene.admin, id, ['mail'])
    expect((await choose(scene.admin, id, [])).body.rows[0].skip).toBeNull()
    await scene.approve(id)
    expect((await scene.vendorAnswers()).mail).toBe('back@kestrel.test')
  })

  it('an approver who can’t change the vendor leaves nothing out, and their approval changes it', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'rob@kestrel.test' })
    expect((await scene.updates(id)).canChoose).toBe(false)
    expect((await choose(scene.approver, id, ['mail'])).status).toBe(403)
    await scene.approve(id)
    expect((await scene.vendorAnswers()).mail).toBe('rob@kestrel.test')
  })

  it('nothing can be left out of a form that was approved', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'late@kestrel.test' })
    await scene.approve(id)
    const late = await choose(scene.admin, id, ['mail'])
    expect({ status: late.status, reason: late.body.reason }).toEqual({ status: 409, reason: 'ALREADY_DECIDED' })
  })
})

describe('what the approver saw', () => {
  it('a value that staff had changed is replaced if the approver saw it', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'new@kestrel.test' })
    await scene.setVendor({ mail: 'seen@kestrel.test' })
    const { digest } = await scene.updates(id)
    expect((await confirm(scene.approver, id, digest)).status).toBe(200)
    await scene.approve(id)
    expect((await scene.vendorAnswers()).mail).toBe('new@kestrel.test')
  })

  it('a value that changes between the approver’s look and the approval stays, and the others are updated', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'vendor@kestrel.test', hosting: 'Kyiv' })
    const { digest } = await scene.updates(id)
    await confirm(scene.approver, id, digest)
    await scene.setVendor({ mail: 'between@kestrel.test' })
    await scene.approve(id)
    expect((await scene.vendorAnswers()).mail).toBe('between@kestrel.test')
    expect((await scene.service()).answers.hosting).toBe('Kyiv')
    expect(await scene.outcome(id)).toEqual({ 'Security contact': 'CHANGED', 'Hosted in': 'Kyiv' })
  })

  it('an approver is told if something else would be changed than they saw', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'told@kestrel.test' })
    const { digest } = await scene.updates(id)
    await scene.setVendor({ mail: 'other@kestrel.test' })
    const late = await confirm(scene.approver, id, digest)
    expect({ status: late.status, reason: late.body.reason }).toEqual({ status: 409, reason: 'UPDATES_CHANGED' })
  })

  it('what was seen of answers that the vendor changed since counts for nothing', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'one@kestrel.test' })
    await confirm(scene.approver, id, (await scene.updates(id)).digest)
    await scene.answer(id, { mail: 'two@kestrel.test' }, { version: 1 })
    await scene.setVendor({ mail: 'three@kestrel.test' })
    await scene.approve(id, 2)
    expect((await scene.vendorAnswers()).mail).toBe('three@kestrel.test')
  })

  it('only people whose approval is needed say what they saw', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'who@kestrel.test' })
    const { digest } = await scene.updates(id, scene.admin)
    const viewer = await signIn(scene.company, await scene.company.addPerson({ flags: ['hasSuperViewerAccess'] }))
    expect((await confirm(viewer, id, digest)).status).toBe(403)
  })
})
