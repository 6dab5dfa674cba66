import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals, decide } from '../../../support/worker/filing-scene.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { send } from '../../../support/worker/uploads.ts'
import { formBody } from '../../../support/worker/vendor-forms.ts'
import { FIELDS, makeService, makeUpdatesScene, type UpdatesScene } from '../../../support/worker/vendor-updates.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** Answers of approved vendor forms become values of the vendor, its service and the service's periods. */

let scene: UpdatesScene
beforeAll(async () => {
  scene = await makeUpdatesScene()
})

const PERIOD_1 = 'service-period-1::seats'
const PERIOD_2 = 'service-period-2::seats'

const historyOf = (targetId: string) =>
  rows<{ message: string; actor: string | null; data: string; action: string }>(
    `SELECT message, actor_user_id AS actor, change_data AS data, action FROM audit_log WHERE target_id = ?
      ORDER BY occurred_at, id`,
    targetId,
  )
const newest = async (targetId: string, action: string) =>
  (await historyOf(targetId)).filter((entry) => entry.action === action).at(-1)

describe('an approved form', () => {
  it('it updates the vendor, the service and each period, and the histories name form, vendor person and approver', async () => {
    const id = await scene.ask()
    await scene.answer(id, {
      ...{ region: 'eu', mail: 'Sec@Kestrel.test', motto: 'Always up', hosting: 'Frankfurt' },
      ...{ [PERIOD_1]: 10, [PERIOD_2]: 25 },
    })
    expect(await scene.vendorAnswers()).toEqual({})
    await scene.approve(id)
    // A field that is only asked stays with the form.
    expect(await scene.vendorAnswers()).toEqual({ region: 'eu', mail: 'sec@kestrel.test' })
    const service = await scene.service()
    expect(service.answers).toEqual({ hosting: 'Frankfurt' })
    expect(service.servicePeriods.map(({ startDate, answers }) => [startDate, answers.seats])).toEqual([
      ['2026-01-01', 10],
      ['2027-01-01', 25],
    ])
    const ofVendor = await newest(scene.vendorId, 'vendor.changed')
    expect(ofVendor?.actor).toBe(scene.reviewer.userId)
    expect(ofVendor?.message).toMatch(/by the form Security review .* that .+ filled in, approved by Rob Reviewer: /)
    expect(JSON.parse(ofVendor?.data ?? '{}')).toMatchObject({
      before: { 'Data region': null },
      after: { 'Data region': ['EU'], 'Security contact': 'sec@kestrel.test', approvedBy: 'Rob Reviewer' },
    })
    expect((await newest(scene.serviceId, 'service.changed'))?.message).toContain('Hosted in')
    expect((await newest(id, 'intake-submission.vendor-updated'))?.message).toContain('Seats')
    expect(await scene.updates(id)).toMatchObject({ state: 'DONE', digest: '', canChoose: false })
    expect(await scene.outcome(id)).toMatchObject({ 'Data region': 'EU', 'Hosted in': 'Frankfurt' })
  })

  it('it happens once, however often the job runs, and twice for two approvals', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'once@kestrel.test' })
    await scene.approve(id)
    await scene.setVendor({ mail: 'staff@kestrel.test' })
    await run(
      `UPDATE outbox SET done_at = NULL, available_at = 0 WHERE topic = 'vendor-form.update-vendor' AND company_id = ?`,
      scene.company.id,
    )
    await runTicks(env)
    expect((await scene.vendorAnswers()).mail).toBe('staff@kestrel.test')
    const entries = await historyOf(id)
    expect(entries.filter(({ action }) => action === 'intake-submission.vendor-updated')).toHaveLength(1)
  })

  it('what the vendor left blank erases nothing, and a form that changes nothing says nothing', async () => {
    await scene.setVendor({ mail: 'kept@kestrel.test' })
    const id = await scene.ask()
    await scene.answer(id, { mail: 'kept@kestrel.test' })
    const before = await historyOf(scene.vendorId)
    await scene.approve(id)
    expect((await scene.vendorAnswers()).mail).toBe('kept@kestrel.test')
    expect(await historyOf(scene.vendorId)).toEqual(before)
    expect(await scene.updates(id)).toMatchObject({ state: 'DONE', rows: [] })
    expect(await newest(id, 'intake-submission.vendor-updated')).toBeUndefined()
  })

  it('an undone approval changes nothing', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'undone@kestrel.test' })
    const { body } = await decide(scene.approver, id, 'APPROVED', 1)
    const undone = await scene.approver.post(`/api/intake-submission/${id}/undo-decision`, { sequence: body.sequence })
    expect(undone.status).toBe(200)
    await scene.follow()
    expect((await scene.vendorAnswers()).mail).not.toBe('undone@kestrel.test')
    expect((await scene.updates(id)).state).toBe('PREVIEW')
  })
})

describe('files in the answers', () => {
  const upload = async (fileName: string): Promise<string> => {
    const { body } = await scene.vendor.post('/api/v/signed-upload-url', { fileName })
    return (await send(scene.vendor, { url: body.url, ...JSON.parse(body.fieldsJson) })).body.id
  }

  it('they become the vendor’s with the approval, and then everyone who sees the vendor can open them', async () => {
    const member = await signIn(scene.company, await scene.company.addPerson())
    const [first, second] = [await upload('iso-2026.pdf'), await upload('soc-2026.pdf')]
    const id = await scene.ask()
    await scene.answer(id, { proof: [first, second] })
    const [row] = (await scene.updates(id)).rows
    expect([row?.label, row?.now.labels, row?.answer.labels.toSorted()]).toEqual([
      ...['Certificates', [], ['iso-2026.pdf', 'soc-2026.pdf']],
    ])
    expect((await member.get(`/api/documents/${first}`)).status).toBe(404)
    await scene.approve(id)
    expect((await scene.vendorAnswers()).proof).toEqual([first, second])
    expect((await member.get(`/api/documents/${first}`)).body).toMatchObject({ displayName: 'iso-2026.pdf' })
    const { message } = (await newest(scene.vendorId, 'vendor.changed')) ?? { message: '' }
    expect(message).toContain('Certificates')
  })

  it('new ones replace the ones before, which stay with the form that brought them', async () => {
    const before = await upload('iso-2027.pdf')
    const first = await scene.ask()
    await scene.answer(first, { proof: [before] })
    await scene.approve(first)
    const after = await upload('iso-2028.pdf')
    const second = await scene.ask()
    await scene.answer(second, { proof: [after] })
    const [row] = (await scene.updates(second)).rows
    expect([row?.now.labels, row?.answer.labels]).toEqual([['iso-2027.pdf'], ['iso-2028.pdf']])
    await scene.approve(second)
    expect((await scene.vendorAnswers()).proof).toEqual([after])
    expect((await scene.approver.get(`/api/documents/${before}`)).status).toBe(200)
  })

  it('another company’s file and a deleted one are never the vendor’s', async () => {
    const kept = (await scene.vendorAnswers()).proof
    const stranger = await makeUpdatesScene()
    const granted = (await stranger.vendor.post('/api/v/signed-upload-url', { fileName: 'theirs.pdf' })).body
    const theirs = (await send(stranger.vendor, { url: granted.url, ...JSON.parse(granted.fieldsJson) })).body.id
    const id = await scene.ask()
    const refused = await scene.vendor.post(`/api/vendor-intake/forms/${id}/submit`, formBody({ proof: [theirs] }))
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['proof']])
    const gone = await upload('gone.pdf')
    await scene.answer(id, { proof: [gone], mail: 'files@kestrel.test' })
    await run('UPDATE documents SET deleted_at = 1 WHERE id = ?', gone)
    await scene.approve(id)
    expect(await scene.vendorAnswers()).toMatchObject({ proof: kept, mail: 'files@kestrel.test' })
    expect((await scene.outcome(id)).Certificates).toBe('INVALID')
  })
})

describe('a form that isn’t approved', () => {
  it('a rejected form changes nothing, and its second submission does once approved', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'first@kestrel.test' })
    await decide(scene.approver, id, 'REJECTED', 1)
    await scene.follow()
    expect((await scene.vendorAnswers()).mail).not.toBe('first@kestrel.test')
    expect(await scene.updates(id)).toMatchObject({ state: 'NONE', rows: [] })
    await scene.answer(id, { mail: 'second@kestrel.test' }, { version: 1 })
    await scene.approve(id, 2)
    expect((await scene.vendorAnswers()).mail).toBe('second@kestrel.test')
  })

  it('a form that was sent back changes nothing until the corrected one is approved', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'typo@kestrel.test' })
    const [level] = (await approvals(scene.approver, id)).levels
    await scene.approver.post(`/api/level-group-statuses/${level.blocks[0].id}/send-back`, { message: 'A typo?' })
    await scene.follow()
    expect((await scene.vendorAnswers()).mail).not.toBe('typo@kestrel.test')
    await scene.answer(id, { mail: 'right@kestrel.test' }, { version: 1 })
    await scene.approve(id, 2)
    expect((await scene.vendorAnswers()).mail).toBe('right@kestrel.test')
  })
})

describe('what can’t be written', () => {
  it('a period that was removed since is skipped, and the others keep their places', async () => {
    const serviceId = await makeService(scene)
    const id = await scene.ask({ serviceId })
    const { servicePeriods } = await scene.service(serviceId)
    await scene.answer(id, {
      [PERIOD_1]: 3,
      [PERIOD_2]: 4,
      'service-period-2::more': true,
      'service-period-3::seats': 5,
    })
    const kept = await scene.admin.call('PUT', `/api/services/${serviceId}`, {
      body: {
        servicePeriods: [
          {
            id: servicePeriods[1]?.id,
            startDate: '2027-01-01',
            endDate: '2027-12-31',
            totalServicePeriodCost: 120_000,
          },
        ],
      },
    })
    expect(kept.status).toBe(200)
    await scene.approve(id)
    expect((await scene.service(serviceId)).servicePeriods).toMatchObject([{ answers: { seats: 4 } }])
    const { rows: made } = await scene.updates(id)
    expect(made.map(({ period, skip }) => [period, skip?.reason ?? null])).toEqual([
      [1, 'PERIOD_GONE'],
      [2, null],
      [3, 'NO_PERIOD'],
    ])
    expect((await newest(id, 'intake-submission.vendor-updated'))?.message).toMatch(
      /changed .*period 2.*Not changed: .*period 1.*the period was removed.*period 3.*no such period/,
    )
  })

  it('a service that was removed, or went to another vendor, is skipped, and the vendor is updated', async () => {
    for (const lose of [
      (serviceId: string) => scene.admin.call('DELETE', `/api/services/${serviceId}`),
      async (serviceId: string) => {
        const vendorId = await scene.company.add('vendors')
        return scene.admin.call('PUT', `/api/services/${serviceId}`, { body: { vendorId } })
      },
    ]) {
      const serviceId = await makeService(scene)
      const id = await scene.ask({ serviceId })
      const mail = `${serviceId}@kestrel.test`
      await scene.answer(id, { mail, hosting: 'Paris' })
      const lost = await lose(serviceId)
      expect(lost.status, JSON.stringify(lost.body)).toBe(200)
      await scene.approve(id)
      expect((await scene.vendorAnswers()).mail).toBe(mail)
      expect(await scene.outcome(id)).toMatchObject({ 'Hosted in': 'SERVICE_GONE', 'Security contact': mail })
    }
  })

  it('a field that was removed, or has another type or other options, is skipped', async () => {
    const own = await makeUpdatesScene()
    const id = await own.ask()
    await own.answer(id, { region: 'us', reason: 'Customers', mail: 'new@kestrel.test', hosting: 'Oslo' })
    const [region, reason, mail] = FIELDS.vendorFormFields
    const saved = await own.admin.post('/api/custom-form-fields', {
      ...FIELDS,
      vendorFormFields: [
        { ...region, options: region?.options.slice(0, 1) },
        { ...reason, conditionAnyOfs: [] },
        { ...mail, type: 'TEXT' },
      ],
      serviceFormFields: [],
    })
    expect(saved.status).toBe(200)
    await own.approve(id)
    expect(await own.vendorAnswers()).toEqual({})
    expect(await own.outcome(id)).toEqual({
      ...{ 'Data region': 'INVALID', 'Security contact': 'TYPE_CHANGED', 'Hosted in': 'FIELD_GONE' },
    })
  })

  it('a field that no longer says so is left alone, and one that says so since is updated', async () => {
    const own = await makeUpdatesScene()
    const id = await own.ask()
    await own.answer(id, { mail: 'new@kestrel.test', motto: 'Always up' })
    await own.admin.post('/api/custom-form-fields', {
      ...FIELDS,
      vendorFormFields: FIELDS.vendorFormFields.map((field) => ({
        ...field,
        inVendorForms: field.id === 'motto' ? 'UPDATES' : 'ASKED',
      })),
    })
    await own.approve(id)
    expect(await own.vendorAnswers()).toEqual({ motto: 'Always up' })
  })

  it('a value that staff changed after the vendor answered stays if no approver saw it', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'vendor@kestrel.test', region: 'eu' })
    await scene.setVendor({ mail: 'later@kestrel.test' })
    await scene.approve(id)
    expect((await scene.vendorAnswers()).mail).toBe('later@kestrel.test')
    expect(await scene.outcome(id)).toMatchObject({ 'Security contact': 'CHANGED' })
  })

  it('a value that goes because of another one is shown before and cleared', async () => {
    await scene.setVendor({ region: 'us', reason: 'Our customers' })
    const id = await scene.ask()
    await scene.answer(id, { region: 'eu' })
    expect((await scene.updates(id)).rows.map(({ label, isCleared }) => [label, isCleared])).toEqual([
      ['Data region', false],
      ['Why the US?', true],
    ])
    await scene.approve(id)
    const answers = await scene.vendorAnswers()
    expect(answers).toMatchObject({ region: 'eu' })
    expect(answers).not.toHaveProperty('reason')
  })
})

describe('other vendors and companies', () => {
  it('after a merge the remaining vendor is updated', async () => {
    const own = await makeUpdatesScene()
    const id = await own.ask()
    await own.answer(id, { mail: 'merged@kestrel.test', hosting: 'Rome' })
    const { body } = await own.admin.post('/api/vendors', {
      ...{ name: 'Kestrel Group', owners: [own.adminPerson.userId], paymentMethod: 'ACH' },
    })
    const merged = await own.admin.post(`/api/vendors/${body.id}/merge`, {
      ...{ fromVendorId: own.vendorId, version: 1, fromVersion: 1, choices: {} },
    })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    await own.approve(id)
    expect(await own.vendorAnswers(body.id)).toEqual({ mail: 'merged@kestrel.test' })
    expect((await own.service()).answers).toEqual({ hosting: 'Rome' })
  })

  it('a form without fields of the company changes nothing, even with questions called like them', async () => {
    const id = await scene.send({ vendorUserId: scene.person.userId })
    const sent = await scene.vendor.post(
      `/api/vendor-intake/forms/${id}/submit`,
      formBody({ policy: 'x', mail: 'policy@kestrel.test' }),
    )
    expect(sent.status).toBe(200)
    expect(await scene.updates(id)).toMatchObject({ state: 'NONE', rows: [] })
    await scene.approve(id)
    expect((await scene.vendorAnswers()).mail).not.toBe('policy@kestrel.test')
  })

  it('another company neither sees nor chooses what a form changes', async () => {
    const id = await scene.ask()
    await scene.answer(id, { mail: 'ours@kestrel.test' })
    const other = await makeCompany()
    await run(
      `UPDATE companies SET flags = (SELECT flags FROM companies WHERE id = ?) WHERE id = ?`,
      scene.company.id,
      other.id,
    )
    const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await stranger.get(`/api/vendor-forms/${id}/updates`)).status).toBe(404)
    expect((await stranger.post(`/api/vendor-forms/${id}/updates/choose`, { leaveOut: [] })).status).toBe(404)
    expect((await stranger.post(`/api/vendor-forms/${id}/updates/confirm`, { digest: 'x' })).status).toBe(404)
  })
})
