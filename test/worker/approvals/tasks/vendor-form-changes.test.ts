import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { type FormTaskScene, makeFormTaskScene } from '../../../support/worker/form-task-scene.ts'
import { file, saveBody } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { signIn } from '../../../support/worker/world.ts'

/** What becomes of a form that a task sent when its request changes, and who is reminded of it. */

let scene: FormTaskScene

beforeAll(async () => {
  scene = await makeFormTaskScene()
})

const url = (id: string, path = '') => `/api/intake-submission/${id}${path && `/${path}`}`
const open = async (id: string) => (await scene.forms(id)).filter((form) => form.revokedAt === null)
const edit = (id: string, categoryId: string, answers: Record<string, unknown>) =>
  scene.requester.post('/api/intake-submission', {
    ...saveBody(categoryId, answers, { id }),
  })
const makeVendor = async (more: object = {}) =>
  (
    await scene.admin.post('/api/vendors', {
      ...{ name: `Other ${newId()}`, owners: [scene.adminPerson.userId], paymentMethod: 'ACH', ...more },
    })
  ).body.id as string

describe('when the request changes', () => {
  it('withdrawing closes the form, and a copy has none', async () => {
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    await scene.requester.post(`/api/approvals/INTAKE_SUBMISSION/${id}/withdraw`, {})
    await scene.settle()
    expect((await scene.vendor.get(`/api/vendor-intake/forms/${form.intakeSubmissionId}`)).status).toBe(404)
    const copy = await scene.requester.post(url(id, 'duplicate'), {})
    await scene.settle()
    const sent = await rows(`SELECT 1 FROM vendor_form_invitations WHERE source_target_id = '${copy.body.id}'`)
    expect(sent).toEqual([])
  })

  it('archiving closes it, and unarchiving opens it again', async () => {
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    const path = `/api/vendor-intake/forms/${form.intakeSubmissionId}`
    await scene.admin.call('PUT', url(id, 'archived'), { body: { archived: true } })
    await scene.settle()
    expect((await scene.vendor.get(path)).status).toBe(404)
    await scene.admin.call('PUT', url(id, 'archived'), { body: { archived: false } })
    await scene.settle()
    expect((await scene.vendor.get(path)).status).toBe(200)
    expect(await scene.forms(id)).toHaveLength(1)
  })

  it('restarting keeps the form that is out, and what was submitted', async () => {
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    await scene.admin.post(url(id, 'restart'), {})
    await scene.settle()
    expect(await open(id)).toMatchObject([{ intakeSubmissionId: form.intakeSubmissionId }])
    expect((await scene.block(id)).workStatus).toBe('WAITING_ON_VENDOR')
    await scene.submit(form.intakeSubmissionId)
    await scene.settle()
    await scene.admin.post(url(id, 'restart'), {})
    await scene.settle()
    expect(await scene.forms(id)).toMatchObject([{ intakeSubmissionId: form.intakeSubmissionId, status: 'PENDING' }])
    expect((await scene.block(id)).automatic.state).toBe('ANSWERED')
  })

  it('another vendor in the answers gets the form, and the first one’s is closed', async () => {
    const { id: categoryId } = await scene.category()
    const id = await file(scene.requester, categoryId, { title: 'Atlas', vendor: scene.vendorId })
    await scene.settle()
    const [first] = await open(id)
    const email = `${newId()}@vendor.example`
    const other = await makeVendor({ externalPointOfContact: { email } })
    const edited = await edit(id, categoryId, { title: 'Atlas', vendor: other })
    expect(edited.status).toBe(200)
    await scene.settle()
    expect(await open(id)).toMatchObject([{ vendor: { id: other }, email }])
    expect((await scene.vendor.get(`/api/vendor-intake/forms/${first.intakeSubmissionId}`)).status).toBe(404)
    await edit(id, categoryId, { title: 'Atlas', vendor: scene.vendorId })
    await scene.settle()
    expect(await open(id)).toMatchObject([{ intakeSubmissionId: first.intakeSubmissionId }])
  })

  it('bypassing the step, or moving the request to a workflow without it, closes the form', async () => {
    const bypassed = await scene.ask()
    const [form] = await scene.forms(bypassed)
    const { id: blockId } = await scene.block(bypassed)
    await scene.admin.post(url(bypassed, 'bypass'), { levelGroupStatusId: blockId, approverNote: 'Known vendor' })
    await scene.settle()
    await expect
      .poll(
        async () => {
          await runTicks(env)
          return (await scene.vendor.get(`/api/vendor-intake/forms/${form.intakeSubmissionId}`)).status
        },
        { timeout: 20_000 },
      )
      .toBe(404)
  })

  it('a reviewer who joins after the vendor submitted reads the answers too', async () => {
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    await scene.submit(form.intakeSubmissionId)
    await scene.settle()
    const person = await scene.company.addPerson({ name: 'Nia Newcomer' })
    const newcomer = await signIn(scene.company, person)
    const page = url(form.intakeSubmissionId)
    expect((await newcomer.get(page)).status).toBe(404)
    const { id: levelGroupStatusId } = await scene.block(id)
    const replaced = await scene.admin.post('/api/replace-lgs-approvers', {
      ...{ levelGroupStatusId, approverUserIds: [person.userId] },
    })
    expect(replaced.status).toBe(200)
    await scene.settle()
    expect((await newcomer.get(page)).status).toBe(200)
  })

  it('deleting the request closes the form', async () => {
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    expect((await scene.admin.call('DELETE', url(id))).status).toBe(204)
    await scene.settle()
    expect((await scene.vendor.get(`/api/vendor-intake/forms/${form.intakeSubmissionId}`)).status).toBe(404)
  })
})

describe('reminders', () => {
  it('a reminder from the step goes to the vendor', async () => {
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    const { id: levelGroupStatusId } = await scene.block(id)
    const note = `Friday, please ${newId()}`
    const told = () => sentMails(scene.person.email).filter(({ text }) => text.includes(note))
    const asClerk = (await scene.clerk.get(url(id, 'approvals'))).body.levels[0].blocks[0]
    expect(asClerk.canRemind).toBe(true)
    expect((await scene.clerk.post(url(id, 'remind'), { levelGroupStatusId, note })).status).toBe(200)
    await scene.settle()
    await expect.poll(() => told().length).toBe(1)
    expect(told()[0]?.subject).toMatch(/^Reminder: /)
    await scene.submit(form.intakeSubmissionId)
    await scene.settle()
    await scene.admin.post(url(id, 'remind'), { levelGroupStatusId, note })
    await scene.settle()
    expect(told()).toHaveLength(1)
  })

  it('the company’s reminders go to the vendor once, and stop when it has submitted', async () => {
    const note = `Gentle nudge ${newId()}`
    const told = () => sentMails(scene.person.email).filter(({ text }) => text.includes(note))
    const waiting = await scene.ask()
    const done = await scene.ask()
    const DAY = 86_400_000
    const since = Date.now() - DAY - 60_000
    for (const id of [waiting, done])
      await run('UPDATE vendor_form_invitations SET sent_at = ? WHERE source_target_id = ?', since, id)
    await scene.submit((await scene.forms(done))[0].intakeSubmissionId)
    await run(
      `INSERT INTO notification_reminders (id, company_id, days_after_notification, note, created_at, checked_at)
       VALUES (?, ?, 1, ?, 0, ?)`,
      ...[newId(), scene.company.id, note, Date.now() - 10 * 60_000],
    )
    await scene.settle()
    await expect.poll(() => told().length).toBe(1)
    await run('UPDATE notification_reminders SET checked_at = ? WHERE company_id = ?', since, scene.company.id)
    await scene.settle()
    expect(told()).toHaveLength(1)
    await run('DELETE FROM notification_reminders WHERE company_id = ?', scene.company.id)
  })
})
