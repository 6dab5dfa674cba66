import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { type FormTaskScene, makeFormTaskScene } from '../../../support/worker/form-task-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { mailTo, rows, run } from '../../../support/worker/sessions.ts'
import { formBody } from '../../../support/worker/vendor-forms.ts'
import { signIn } from '../../../support/worker/world.ts'

/** Tasks that send a form to a vendor and wait for the answers. */

let scene: FormTaskScene

beforeAll(async () => {
  scene = await makeFormTaskScene()
})

const url = (id: string, path = '') => `/api/intake-submission/${id}${path && `/${path}`}`
const open = async (id: string) => (await scene.forms(id)).filter((form) => form.revokedAt === null)
const complete = async (id: string, client = scene.clerk) =>
  client.post(url(id, 'complete-task'), { levelGroupStatusId: (await scene.block(id)).id, comment: 'Read' })
const decideForm = async (formId: string, status: 'APPROVED' | 'REJECTED') => {
  const reviewer = await signIn(scene.company, scene.reviewer)
  const { body } = await reviewer.get(url(formId, 'approvals'))
  return reviewer.post(url(formId, 'status'), {
    ...{ status, levelGroupStatusId: body.levels[0].blocks[0].id, seenVersion: body.version },
  })
}
const makeVendor = async (more: object = {}) =>
  (
    await scene.admin.post('/api/vendors', {
      ...{ name: `Other ${newId()}`, owners: [scene.adminPerson.userId], paymentMethod: 'ACH', ...more },
    })
  ).body.id as string

describe('a task that sends a form', () => {
  it('its form goes to the vendor’s people once, and the step waits for them', async () => {
    const id = await scene.ask()
    const block = await scene.block(id)
    expect(block).toMatchObject({ status: 'PENDING', workStatus: 'WAITING_ON_VENDOR', canComplete: false })
    const [form, ...others] = await scene.forms(id)
    expect(others).toEqual([])
    expect(form).toMatchObject({
      ...{ recipient: 'VENDOR_COMPANY', status: 'UNSUBMITTED', message: 'Before we sign, please' },
      vendor: { id: scene.vendorId },
    })
    expect(block.sendVendorForm).toMatchObject({
      ...{ toVendorId: scene.vendorId, pocEmail: null, emailCopy: 'Before we sign, please' },
      formsToSend: [{ id: scene.categoryId }],
      submissions: [{ intakeSubmissionId: form.intakeSubmissionId, status: 'UNSUBMITTED' }],
    })
    const mail = await mailTo(scene.person.email)
    expect(mail.text).toContain('Before we sign, please')
    // The same delivery again, and another look at the request.
    await run(`UPDATE outbox SET done_at = NULL WHERE topic = 'task.run' AND payload ->> 'blockId' = ?`, block.id)
    await scene.settle()
    expect((await scene.forms(id)).map(({ intakeSubmissionId }) => intakeSubmissionId)).toEqual([
      form.intakeSubmissionId,
    ])
  })

  it('a draft of the vendor changes nothing, and the submission brings the step back to its people, once', async () => {
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    await scene.vendor.post(
      `/api/vendor-intake/forms/${form.intakeSubmissionId}/submit`,
      formBody({ policy: 'Soon' }, { isDraft: true }),
    )
    await scene.settle()
    expect((await scene.block(id)).workStatus).toBe('WAITING_ON_VENDOR')
    expect((await scene.submit(form.intakeSubmissionId)).status).toBe(200)
    await scene.settle()
    expect(await scene.block(id)).toMatchObject({ status: 'PENDING', workStatus: 'PENDING', isAwaited: true })
    const asClerk = await scene.clerk.get(url(id, 'approvals'))
    expect(asClerk.body.levels[0].blocks[0]).toMatchObject({ canComplete: true })
    // The people of the step read the answers, which others approve.
    expect((await scene.clerk.get(url(form.intakeSubmissionId))).status).toBe(200)
    expect(await scene.forms(id)).toMatchObject([{ status: 'PENDING' }])
    // The same news again.
    await run(
      `UPDATE outbox SET done_at = NULL WHERE topic = 'vendor-form.changed' AND payload ->> 'submissionId' = ?`,
      form.intakeSubmissionId,
    )
    await scene.settle()
    const { body } = await scene.admin.get(`/api/level-group-statuses/${(await scene.block(id)).id}/history`)
    expect(
      body.entries.filter(({ message }: { message: string }) => message === 'The vendor answered “forms”'),
    ).toHaveLength(1)
    expect(body.blockStatuses.map(({ blockStatus }: { blockStatus: string }) => blockStatus)).toEqual([
      ...['PENDING', 'WAITING_ON_VENDOR', 'PENDING'],
    ])
    expect((await complete(id)).body.status).toBe('APPROVED')
  })

  it('a second submission of the vendor is shown and asks no one again', async () => {
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    await scene.submit(form.intakeSubmissionId)
    await scene.settle()
    await scene.submit(form.intakeSubmissionId, { policy: 'Moved to the wiki' })
    await scene.settle()
    expect(await scene.block(id)).toMatchObject({ workStatus: 'PENDING', automatic: { state: 'ANSWERED' } })
    expect(await scene.forms(id)).toHaveLength(1)
  })

  it('a delegate of its reviewer completes it', async () => {
    const delegate = await scene.company.addPerson({ name: 'Dee Delegate' })
    await run(
      `INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?, ?, ?, 0)`,
      ...[scene.company.id, scene.clerkId, delegate.userId],
    )
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    await scene.submit(form.intakeSubmissionId)
    await scene.settle()
    const answer = await complete(id, await signIn(scene.company, delegate))
    expect(answer.body.status).toBe('APPROVED')
  })

  it('without a reviewer, the forms’ own approvals complete it', async () => {
    const id = await scene.ask({}, { approverType: 'NO_APPROVERS', approverUserIds: [] })
    const [form] = await scene.forms(id)
    await scene.submit(form.intakeSubmissionId)
    await scene.settle()
    expect(await scene.block(id)).toMatchObject({ status: 'PENDING', workStatus: 'IN_PROGRESS', isAwaited: true })
    await decideForm(form.intakeSubmissionId, 'APPROVED')
    await scene.settle()
    await expect.poll(async () => (await scene.admin.get(url(id))).body.status, { timeout: 20_000 }).toBe('APPROVED')
  })

  it('without a reviewer, a rejected form leaves it to someone, until the vendor submits again', async () => {
    const id = await scene.ask({}, { approverType: 'NO_APPROVERS', approverUserIds: [] })
    const [form] = await scene.forms(id)
    await scene.submit(form.intakeSubmissionId)
    await decideForm(form.intakeSubmissionId, 'REJECTED')
    await scene.until(id, 'FAILED')
    expect((await scene.block(id)).automatic.error).toMatch(/was rejected/)
    await scene.submit(form.intakeSubmissionId, { policy: 'Now at the right place' })
    await scene.until(id, 'REVIEWED')
  })

  it('sending the form back returns the step to the vendor, who is told what to change', async () => {
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    await scene.submit(form.intakeSubmissionId)
    await scene.settle()
    const reviewer = await signIn(scene.company, scene.reviewer)
    const { body } = await reviewer.get(url(form.intakeSubmissionId, 'approvals'))
    const sentBack = await reviewer.post(`/api/level-group-statuses/${body.levels[0].blocks[0].id}/send-back`, {
      message: 'Add the year of the audit',
    })
    expect(sentBack.status).toBe(200)
    await scene.settle()
    expect((await scene.block(id)).workStatus).toBe('WAITING_ON_VENDOR')
    await expect
      .poll(() => sentMails(scene.person.email).some(({ text }) => text.includes('Add the year of the audit')))
      .toBe(true)
    await scene.submit(form.intakeSubmissionId, { policy: 'Audited 2026' })
    await scene.settle()
    expect((await scene.block(id)).workStatus).toBe('PENDING')
  })

  it('two forms are both waited for', async () => {
    const other = await scene.admin.post('/api/intake-categories', { name: `Second ${newId()}`, type: 'VENDOR' })
    await run(`UPDATE intake_categories SET type = 'CUSTOM_VENDOR_FORM', form_version = 1 WHERE id = ?`, other.body.id)
    await run(
      `INSERT INTO intake_form_versions (intake_category_id, version, company_id, definition, created_by_user_id, created_at)
       SELECT ?1, 1, company_id, definition, created_by_user_id, 0 FROM intake_form_versions
        WHERE intake_category_id = ?2 ORDER BY version DESC LIMIT 1`,
      ...[other.body.id, scene.categoryId],
    )
    const id = await scene.ask({ intakeCategoryIds: [scene.categoryId, other.body.id] })
    const sent = await scene.forms(id)
    expect(sent).toHaveLength(2)
    await scene.submit(sent[0].intakeSubmissionId)
    await scene.settle()
    expect((await scene.block(id)).workStatus).toBe('WAITING_ON_VENDOR')
    await scene.submit(sent[1].intakeSubmissionId)
    await scene.settle()
    expect((await scene.block(id)).workStatus).toBe('PENDING')
  })
})

describe('who gets it', () => {
  it('the address in an answer, with a link of its own', async () => {
    const contact = `${newId()}@vendor.example`
    const id = await scene.ask(
      { recipient: { source: 'QUESTION', questionId: 'contact' } },
      {},
      {
        vendor: scene.vendorId,
        contact,
      },
    )
    expect(await scene.forms(id)).toMatchObject([{ recipient: 'EMAIL', email: contact }])
    expect((await mailTo(contact)).text).toContain('/public/vendor-forms/')
    expect((await scene.block(id)).sendVendorForm.pocEmail).toBe(contact)
  })

  it('the vendor’s contact, if no one there has an account', async () => {
    const email = `${newId()}@vendor.example`
    const vendor = await makeVendor({ externalPointOfContact: { firstName: 'Iris', email } })
    const id = await scene.ask({}, {}, { vendor })
    expect(await scene.forms(id)).toMatchObject([{ recipient: 'EMAIL', email }])
  })

  it.each<[string, Parameters<FormTaskScene['ask']>, RegExp]>([
    ['a request without a vendor', [{}, {}, {}], /The request doesn’t name a vendor/],
    [
      'an address that isn’t answered',
      [{ recipient: { source: 'QUESTION', questionId: 'contact' } }],
      /No recipient: “Their address” isn’t answered/,
    ],
    [
      'a vendor question that isn’t answered',
      [{ vendor: { source: 'QUESTION', questionId: 'vendor' } }, {}, {}],
      /No vendor: “vendor” isn’t answered/,
    ],
  ])('%s leaves the step to its people, with what to do', async (_, given, reason) => {
    const id = await scene.ask(...given)
    const block = await scene.block(id)
    expect(block).toMatchObject({ automatic: { state: 'FAILED' }, workStatus: 'PENDING', canRetry: true })
    expect(block.automatic.error).toMatch(reason)
    expect(await scene.forms(id)).toEqual([])
  })

  it('an archived vendor, one without an address, and a form that was removed can’t be asked', async () => {
    const lonely = await makeVendor()
    expect((await scene.block(await scene.ask({}, {}, { vendor: lonely }))).automatic.error).toMatch(
      /has no contact with an email address/,
    )
    const gone = await makeVendor({ externalPointOfContact: { email: `${newId()}@vendor.example` } })
    const { id: categoryId } = await scene.category()
    const request = await (async () => {
      await run('UPDATE intake_categories SET deleted_at = 1 WHERE id = ?', scene.categoryId)
      const filed = await file(scene.requester, categoryId, { title: 'Atlas', vendor: gone })
      await scene.settle()
      await run('UPDATE intake_categories SET deleted_at = NULL WHERE id = ?', scene.categoryId)
      return filed
    })()
    expect((await scene.block(request)).automatic.error).toMatch(/A form was removed/)
    await run('UPDATE vendors SET archived_at = 1 WHERE id = ?', gone)
    const block = await scene.block(request)
    await scene.admin.post(`/api/level-group-statuses/${block.id}/retry`, {})
    await scene.settle()
    await expect.poll(async () => (await scene.block(request)).automatic.error).toMatch(/is archived/)
  })
})

describe('sending by hand', () => {
  it('someone chooses who gets it, and the step waits for them', async () => {
    const id = await scene.ask({}, {}, {})
    const { id: blockId } = await scene.block(id)
    const send = `/api/level-group-statuses/${blockId}/send-vendor-forms`
    expect(fieldsOf(await scene.clerk.post(send, {}))).toHaveProperty('email')
    const email = `${newId()}@vendor.example`
    expect(fieldsOf(await scene.clerk.post(send, { email })).vendorId).toBe('The request doesn’t name a vendor.')
    expect(codeOf(await scene.requester.post(send, { email, vendorId: scene.vendorId }))).toBe('FORBIDDEN')
    const answer = await scene.clerk.post(send, { email, vendorId: scene.vendorId, message: 'Please' })
    expect(answer.status).toBe(200)
    expect(await scene.block(id)).toMatchObject({ workStatus: 'WAITING_ON_VENDOR' })
    expect(await scene.forms(id)).toMatchObject([{ email, message: 'Please', owner: { id: scene.clerkId } }])
    expect((await mailTo(email)).text).toContain('Please')
    // Another look at the request doesn't send what the task would.
    await scene.settle()
    expect(await scene.forms(id)).toHaveLength(1)
  })

  it('sending it to someone else closes the one that is out', async () => {
    const id = await scene.ask()
    const [before] = await scene.forms(id)
    const { id: blockId } = await scene.block(id)
    const email = `${newId()}@vendor.example`
    await scene.clerk.post(`/api/level-group-statuses/${blockId}/send-vendor-forms`, { email })
    await scene.settle()
    expect(await open(id)).toMatchObject([{ email }])
    expect((await scene.vendor.get(`/api/vendor-intake/forms/${before.intakeSubmissionId}`)).status).toBe(404)
    const [form] = await open(id)
    await scene.admin.post(`/api/vendor-forms/${form.intakeSubmissionId}/revoke`, {})
    await scene.until(id, 'FAILED')
    expect((await scene.block(id)).automatic.error).toMatch(/was closed before the vendor answered/)
    expect(await open(id)).toEqual([])
    await scene.admin.post(`/api/vendor-forms/${form.intakeSubmissionId}/resend`, {})
    await scene.until(id, 'SENT')
  })

  it('forms that were submitted aren’t sent again', async () => {
    const id = await scene.ask()
    const [form] = await scene.forms(id)
    await scene.submit(form.intakeSubmissionId)
    await scene.settle()
    const { id: blockId } = await scene.block(id)
    const again = await scene.clerk.post(`/api/level-group-statuses/${blockId}/send-vendor-forms`, {
      email: `${newId()}@vendor.example`,
    })
    expect([again.status, again.body.error?.reason ?? again.body.reason]).toEqual([409, 'ALREADY_SUBMITTED'])
  })
})

describe('adding it to a request by hand', () => {
  it('the step starts at once, and a wrong form or recipient is refused beside its field', async () => {
    const { id: categoryId } = await scene.category({}, { type: 'TASK', settings: {} })
    const id = await file(scene.requester, categoryId, { title: 'Atlas', vendor: scene.vendorId })
    const add = (sendVendorForm: unknown) =>
      scene.admin.post(url(id, 'task'), {
        ruleType: 'SEND_VENDOR_FORM',
        details: { approverUserIds: [scene.clerkId], ...(sendVendorForm ? { sendVendorForm } : {}) },
      })
    const settings = {
      ...{ intakeCategoryIds: [scene.categoryId], emailCopy: '' },
      ...{ vendor: { source: 'VENDOR', vendorId: scene.vendorId }, recipient: { source: 'VENDOR' } },
    }
    expect(fieldsOf(await add(null))).toHaveProperty('sendVendorForm')
    expect(fieldsOf(await add({ ...settings, intakeCategoryIds: [categoryId] })).sendVendorForm).toMatch(
      /Choose a vendor form/,
    )
    expect(
      fieldsOf(await add({ ...settings, vendor: { source: 'VENDOR', vendorId: newId() } })).sendVendorForm,
    ).toMatch(/no longer exists/)
    expect(
      fieldsOf(await add({ ...settings, recipient: { source: 'EMAIL', email: 'nobody' } })).sendVendorForm,
    ).toMatch(/email address/)
    expect((await add(settings)).status).toBe(200)
    await scene.settle()
    expect(await scene.forms(id)).toMatchObject([{ status: 'UNSUBMITTED' }])
    expect((await scene.block(id)).createdBy).toMatchObject({ name: 'Ada Admin' })
  })
})

describe('saving a workflow', () => {
  it.each<[string, object, RegExp]>([
    ['no form', { intakeCategoryIds: [] }, /Choose at least one vendor form/],
    ['another company’s form', { intakeCategoryIds: [newId()] }, /no longer exists/],
    ['a question of another kind', { vendor: { source: 'QUESTION', questionId: 'title' } }, /asks for the vendor/],
    ['no address', { recipient: { source: 'EMAIL', email: '' } }, /Enter the email address/],
    [
      'an address question of another kind',
      { recipient: { source: 'QUESTION', questionId: 'title' } },
      /email address/,
    ],
  ])('%s is refused', async (_, settings, message) => {
    const { workflowId } = await scene.category()
    const levels = [{ id: 'one', number: 1, rules: [scene.formsRule(settings)] }]
    const none = { chainOperator: 'AND', conditionAnyOfs: [], conditionNumerics: [], conditionBooleans: [] }
    const answer = await scene.admin.post(`/api/intake-workflow/${workflowId}/levels`, {
      ...{ version: 2, entryPoints: none, levels },
    })
    expect(answer.status).toBe(400)
    expect(Object.values(fieldsOf(answer)).join()).toMatch(message)
  })

  it('a copied category asks its own questions for the vendor and the address', async () => {
    const { id } = await scene.category({
      vendor: { source: 'QUESTION', questionId: 'vendor' },
      recipient: { source: 'QUESTION', questionId: 'contact' },
    })
    const copy = await scene.admin.post(`/api/intake-categories/${id}/duplicate`, {
      ...{ name: `Copy ${newId()}`, includeForm: true, includeWorkflow: true, includeAdvanced: false },
    })
    const [workflow] = await rows(
      `SELECT definition FROM intake_workflows WHERE intake_category_id = '${copy.body.id}'`,
    )
    const { sendVendorForm } = JSON.parse(String(workflow?.definition)).levels[0].rules[0].settings
    expect(sendVendorForm.vendor.questionId).not.toBe('vendor')
    expect(sendVendorForm.recipient.questionId).not.toBe('contact')
  })
})
