import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { approvals, decide } from '../../../support/worker/filing-scene.ts'
import { question, step } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { mailTo, rows, run } from '../../../support/worker/sessions.ts'
import { PDF } from '../../../support/worker/uploads.ts'
import { makeVendorCompany } from '../../../support/worker/vendor-companies.ts'
import {
  formBody,
  makeFormCategory,
  makeVendorFormScene,
  sellAs,
  type VendorFormScene,
} from '../../../support/worker/vendor-forms.ts'
import { anonymous, type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** Forms that staff send to a vendor, filled in with an account. */

let scene: VendorFormScene
let reviewer: Client

beforeAll(async () => {
  scene = await makeVendorFormScene()
  reviewer = await signIn(scene.company, scene.reviewer)
})

const toPerson = () => ({ vendorUserId: scene.person.userId })
const submit = (id: string, body: object, client = scene.vendor, key?: string) =>
  client.post(`/api/vendor-intake/forms/${id}/submit`, body, key)
const read = async (id: string, client = scene.vendor) => (await client.get(`/api/vendor-intake/forms/${id}`)).body
const idsOf = async (client: Client, filter = '') =>
  (await client.get(`/api/vendor-intake/forms${filter && `?filter=${filter}`}`)).body.map(
    (form: { intakeSubmissionId: string }) => form.intakeSubmissionId,
  )

describe('sending a form', () => {
  it('a form needs a recipient and a valid address', async () => {
    expect(fieldsOf(await scene.sendAnswer({}))).toEqual({
      email: 'Must provide either an email, a vendor user, or address it to all vendor company users.',
    })
    expect(fieldsOf(await scene.sendAnswer({ email: 'nobody' }))).toEqual({ email: 'Invalid email' })
    const stranger = await (await makeVendorCompany()).addPerson()
    expect(fieldsOf(await scene.sendAnswer({ vendorUserId: stranger.userId }))).toEqual({
      vendorUserId: 'Choose someone who works for this vendor',
    })
    const lonely = (
      await scene.admin.post('/api/vendors', {
        ...{ name: `Lonely ${newId()}`, owners: [scene.adminPerson.userId], paymentMethod: 'ACH' },
      })
    ).body.id
    const all = await scene.admin.post(`/api/vendor/${lonely}/send-intake-invitation`, {
      intakeCategoryId: scene.categoryId,
      allVendorCompanyUsers: true,
    })
    expect(fieldsOf(all)).toEqual({
      allVendorCompanyUsers: 'No one at this vendor has an account yet. Send the form to an email address.',
    })
  })

  it('the vendor’s person gets an email that leads to the form, and the vendor’s page lists it', async () => {
    const id = await scene.send(toPerson(), { message: 'Before Friday, please' })
    await runTicks(env)
    const mail = await mailTo(scene.person.email)
    expect(mail.text).toContain(`/v/forms/${id}`)
    expect(mail.text).toContain('Before Friday, please')
    const { body } = await scene.admin.get(`/api/vendor/${scene.vendorId}/forms`)
    expect(body.find((form: { intakeSubmissionId: string }) => form.intakeSubmissionId === id)).toMatchObject({
      ...{ status: 'UNSUBMITTED', recipient: 'VENDOR_USER', email: scene.person.email, canManage: true },
    })
  })

  it('only people who can change the vendor send forms to it', async () => {
    const member = await signIn(scene.company, await scene.company.addPerson())
    const answer = await member.post(`/api/vendor/${scene.vendorId}/send-intake-invitation`, {
      ...{ intakeCategoryId: scene.categoryId, ...toPerson() },
    })
    expect(answer.status).toBe(403)
    expect((await member.get(`/api/vendor/${scene.vendorId}/forms`)).body).toEqual([])
  })

  it('a form that asks for the company’s own objects isn’t sent', async () => {
    const form = [step('who', [question('boss', 'MEMBER_SELECT', { label: 'Who is your contact?' })])]
    const intakeCategoryId = await makeFormCategory(scene.admin, scene.reviewer.userId, { form })
    const refused = fieldsOf(await scene.sendAnswer({ ...toPerson(), intakeCategoryId }))
    expect(refused.intakeCategoryId).toContain('Who is your contact?')
  })
})

describe('who sees a form', () => {
  it('only the person it was sent to, in the session of the customer that sent it', async () => {
    const id = await scene.send(toPerson())
    expect(await idsOf(scene.vendor)).toContain(id)
    const colleague = await scene.vendorCompany.signIn(await scene.vendorCompany.addPerson(), scene.company)
    const elsewhere = await makeCompany()
    await sellAs(scene.vendorCompany, elsewhere, scene.vendorId)
    const otherCustomer = await scene.vendorCompany.signIn(scene.person, elsewhere)
    const rival = await makeVendorCompany()
    await sellAs(rival, scene.company, await scene.company.add('vendors'))
    await rival.join(scene.person)
    const otherVendor = await rival.signIn(scene.person, scene.company)
    for (const client of [colleague, otherCustomer, otherVendor]) {
      expect(await idsOf(client)).not.toContain(id)
      for (const part of ['', '/steps', '/answers'])
        expect((await client.get(`/api/vendor-intake/forms/${id}${part}`)).status).toBe(404)
      expect((await submit(id, formBody({ policy: 'x' }), client)).status).toBe(404)
    }
    const unchosen = await scene.vendorCompany.signIn(scene.person)
    expect((await unchosen.get('/api/vendor-intake/forms')).status).toBe(403)
  })

  it('everyone at the vendor sees a form for everyone', async () => {
    const id = await scene.send({ allVendorCompanyUsers: true })
    const colleague = await scene.vendorCompany.signIn(await scene.vendorCompany.addPerson(), scene.company)
    expect(await idsOf(colleague)).toContain(id)
    expect((await submit(id, formBody({ policy: 'ours' }, { isDraft: true }), colleague)).status).toBe(200)
    expect(await read(id)).toMatchObject({ isDraft: true, version: 1 })
  })

  it('a closed form is gone for the vendor until it is sent again, and a disabled person sees none', async () => {
    const id = await scene.send(toPerson())
    expect((await scene.admin.post(`/api/vendor-forms/${id}/revoke`)).status).toBe(200)
    expect((await scene.vendor.get(`/api/vendor-intake/forms/${id}`)).status).toBe(404)
    await scene.admin.post(`/api/vendor-forms/${id}/resend`)
    expect((await read(id)).status).toBe('UNSUBMITTED')
    const leaver = await scene.vendorCompany.addPerson()
    const client = await scene.vendorCompany.signIn(leaver, scene.company)
    await run('UPDATE vendor_company_members SET disabled_at = 1 WHERE user_id = ?', leaver.userId)
    expect((await client.get('/api/vendor-intake/forms')).status).toBe(401)
  })

  it('no form is found while the company has vendor forms turned off', async () => {
    const id = await scene.send(toPerson())
    const turn = (on: string) =>
      run(
        `UPDATE companies SET flags = json_set(flags, '$.enableVendorIntake', json(?)) WHERE id = ?`,
        on,
        scene.company.id,
      )
    await turn('false')
    expect((await scene.vendor.get(`/api/vendor-intake/forms/${id}`)).status).toBe(404)
    expect(await idsOf(scene.vendor)).toEqual([])
    await turn('true')
  })
})

describe('choices of a question', () => {
  const optionsOf = async (client: Client, questionId: string, search = '') => {
    const { status, body } = await client.get(`/public-api/intake-questions/${questionId}/options?search=${search}`)
    return status === 200 ? body.map(({ label }: { label: string }) => label) : status
  }

  it('someone who was sent the form finds them by part of their name, and others don’t', async () => {
    const id = `sites-${newId()}`
    const options = ['Bern', 'Lima', 'Oslo'].map((label, ordinal) => ({
      ...{ id: `${id}-${ordinal}`, label, ordinal, parentId: null },
    }))
    const form = [step('sites', [question(id, 'CUSTOM_SELECT', { label: 'Which site?', options })])]
    const intakeCategoryId = await makeFormCategory(scene.admin, scene.reviewer.userId, { form })
    expect(await optionsOf(scene.vendor, id)).toBe(404)
    const sent = await scene.send(toPerson(), { intakeCategoryId })
    expect(await optionsOf(scene.vendor, id)).toEqual(['Bern', 'Lima', 'Oslo'])
    expect(await optionsOf(scene.vendor, id, 'LI')).toEqual(['Lima'])
    const colleague = await scene.vendorCompany.signIn(await scene.vendorCompany.addPerson(), scene.company)
    const unchosen = await scene.vendorCompany.signIn(scene.person)
    for (const client of [colleague, unchosen, anonymous, scene.admin]) expect(await optionsOf(client, id)).toBe(404)
    await scene.admin.post(`/api/vendor-forms/${sent}/revoke`)
    expect(await optionsOf(scene.vendor, id)).toBe(404)
  })
})

describe('filling in a form', () => {
  it('a submitted form starts the category’s approvals, and the vendor sees the decision', async () => {
    const id = await scene.send(toPerson())
    expect(await idsOf(scene.vendor, 'NEEDS_ATTENTION')).toContain(id)
    expect((await submit(id, formBody({ policy: 'On our site', mail: ' Sec@Kestrel.Test ' }))).body).toMatchObject({
      id,
      version: 1,
    })
    expect(await read(id)).toMatchObject({ status: 'PENDING', isDraft: false, version: 1 })
    expect(await idsOf(scene.vendor, 'NEEDS_ATTENTION')).not.toContain(id)
    expect(await idsOf(scene.vendor, 'SUBMITTED')).toContain(id)
    const request = (await reviewer.get(`/api/intake-submission/${id}`)).body
    expect(request).toMatchObject({ status: 'PENDING', vendor: { id: scene.vendorId }, forVendor: true })
    expect((await approvals(reviewer, id)).levels).toHaveLength(1)
    const { answers } = (await reviewer.get(`/api/intake-submission/${id}/answers`)).body
    expect(answers.map(({ value }: { value: unknown }) => value)).toEqual(['On our site', 'sec@kestrel.test', null])
    expect((await decide(reviewer, id, 'APPROVED', 1)).body.status).toBe('APPROVED')
    expect(await read(id)).toMatchObject({ status: 'APPROVED', canEdit: false })
    expect(await idsOf(scene.vendor, 'APPROVED')).toContain(id)
    expect((await submit(id, formBody({ policy: 'Late' }))).status).toBe(409)
    const [log] = await rows<{ message: string; actor: string | null }>(
      `SELECT full_message AS message, actor_user_id AS actor FROM audit_log WHERE target_id = ? AND full_action LIKE '%submitted'`,
      id,
    )
    expect(log).toEqual({ message: `Vera Vendor (${scene.vendorName}) submitted the request`, actor: null })
  })

  it('a form is in neither the members’ nor the public requests, and who sent it may read it', async () => {
    const id = await scene.send(toPerson())
    expect((await scene.admin.get(`/api/intake-submission/${id}`)).status).toBe(404)
    await submit(id, formBody({ policy: 'x' }))
    for (const source of ['', '?source=PUBLIC', `?intakeCategoryId=${scene.categoryId}`]) {
      const { body } = await scene.admin.get(`/api/intake-submissions${source}`)
      expect(JSON.stringify(body)).not.toContain(id)
    }
    expect((await scene.admin.get(`/api/intake-submission/${id}`)).body.watcherUserIds).toEqual([
      scene.adminPerson.userId,
    ])
  })

  it('search finds a form by its number, as one that a vendor filled in', async () => {
    const id = await scene.send(toPerson())
    await submit(id, formBody({ policy: 'x' }))
    const { number } = (await scene.admin.get(`/api/intake-submission/${id}`)).body
    const { body } = await scene.admin.get(`/api/search?query=%23${number}`)
    // Made-up names can begin with the number, too.
    expect(body[0]).toMatchObject({ intakeSubmissionId: id, request: { number, source: 'VENDOR' } })
  })

  it('a wrong answer is refused beside its question, and a draft may be incomplete', async () => {
    const id = await scene.send(toPerson())
    expect(fieldsOf(await submit(id, formBody({ mail: 'nobody' })))).toEqual({
      ...{ policy: 'Required', mail: 'Invalid email' },
    })
    expect((await submit(id, formBody({}, { isDraft: true }))).body).toMatchObject({ version: 1 })
    const answer = await submit(id, formBody({ mail: 'nobody' }, { isDraft: true, version: 1 }))
    expect(fieldsOf(answer)).toEqual({ mail: 'Invalid email' })
  })

  it('answers come in numbered batches, in any order, and the last one saves them', async () => {
    const id = await scene.send(toPerson())
    const transactionId = newId()
    const part = (batch: number, answers: object) =>
      submit(id, formBody(answers as Record<string, unknown>, { transactionId, batch, totalBatches: 2, version: 0 }))
    expect((await part(2, { mail: 'sec@kestrel.test' })).body).toMatchObject({ complete: false })
    expect((await read(id)).status).toBe('UNSUBMITTED')
    expect((await part(1, { policy: 'On our site' })).body).toMatchObject({ complete: true, version: 1 })
    const { answers } = (await scene.vendor.get(`/api/vendor-intake/forms/${id}/answers`)).body
    expect(answers.map(({ value }: { value: unknown }) => value)).toEqual(['On our site', 'sec@kestrel.test', null])
  })

  it('a stale version is refused with the current one, for drafts and for submitted answers', async () => {
    const id = await scene.send(toPerson())
    await submit(id, formBody({ policy: 'first' }, { isDraft: true, version: 0 }))
    const late = await submit(id, formBody({ policy: 'second' }, { isDraft: true, version: 0 }))
    expect({ status: late.status, reason: late.body.reason, details: late.body.details }).toEqual({
      ...{ status: 409, reason: 'STALE_VERSION', details: { version: 1 } },
    })
    expect((await submit(id, formBody({ policy: 'third' }, { version: 1 }))).body.version).toBe(2)
    // A draft’s version is never taken for one of the submitted answers.
    expect((await submit(id, formBody({ policy: 'fourth' }, { version: 1 }))).status).toBe(409)
    expect((await submit(id, formBody({ policy: 'fifth' }, { version: 2 }))).body.version).toBe(3)
  })

  it('two people who submit at the same time file one request, and a repeated command files it once', async () => {
    const id = await scene.send(toPerson())
    const key = newId()
    const sent = await Promise.all([1, 2].map(() => submit(id, formBody({ policy: 'same' }), scene.vendor, key)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect((await submit(id, formBody({ policy: 'same' }), scene.vendor, key)).body.version).toBe(1)
    const both = await scene.send(toPerson())
    const racing = await Promise.all(['a', 'b'].map((policy) => submit(both, formBody({ policy }, { version: 0 }))))
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('a rejected form is submitted again, and one that was sent back is changed by the vendor', async () => {
    const id = await scene.send(toPerson())
    await submit(id, formBody({ policy: 'x' }))
    await decide(reviewer, id, 'REJECTED', 1)
    expect(await read(id)).toMatchObject({ status: 'REJECTED', canEdit: true })
    expect((await submit(id, formBody({ policy: 'better' }, { version: 1 }))).body.version).toBe(2)
    expect((await read(id)).status).toBe('PENDING')
    const [level] = (await approvals(reviewer, id)).levels
    const back = await reviewer.post(`/api/level-group-statuses/${level.blocks[0].id}/send-back`, {
      message: 'Which site?',
    })
    expect(back.status).toBe(200)
    expect((await read(id)).sentBack).toMatchObject({ message: 'Which site?' })
    expect(await idsOf(scene.vendor, 'NEEDS_ATTENTION')).toContain(id)
    await submit(id, formBody({ policy: 'kestrel.test/security' }, { version: 2 }))
    expect(await read(id)).toMatchObject({ status: 'PENDING', sentBack: null, version: 3 })
  })

  it('files belong to the form once it names them, and no one else can attach them', async () => {
    const id = await scene.send(toPerson())
    const granted = await scene.vendor.post('/api/v/signed-upload-url', { fileName: 'iso.pdf' })
    expect(fieldsOf(await scene.vendor.post('/api/v/signed-upload-url', { fileName: 'list.csv' }))).toEqual({
      fileName: 'File type is not allowed.',
    })
    const fields = JSON.parse(granted.body.fieldsJson)
    const early = await scene.vendor.post('/api/v/documents', { name: fields.key })
    expect(fieldsOf(early)).toEqual({ name: 'Error uploading file' })
    const body = new FormData()
    body.set('policy', fields.policy)
    body.set('signature', fields.signature)
    body.set('file', new File([PDF], 'iso.pdf'))
    expect((await scene.vendor.call('POST', granted.body.url, { body })).status).toBe(200)
    const { id: documentId } = (
      await scene.vendor.post('/api/v/documents', { name: fields.key, displayName: 'ISO 27001.pdf' })
    ).body
    const rival = await scene.vendorCompany.addPerson()
    const theirs = await scene.vendorCompany.signIn(rival, scene.company)
    const other = await scene.send({ vendorUserId: rival.userId })
    const stolen = await submit(other, formBody({ policy: 'x', proof: [documentId] }), theirs)
    expect(Object.keys(fieldsOf(stolen))).toEqual(['proof'])
    expect((await submit(id, formBody({ policy: 'x', proof: [documentId] }))).status).toBe(200)
    const { answers } = (await reviewer.get(`/api/intake-submission/${id}/answers`)).body
    expect(answers[2].labels).toEqual(['ISO 27001.pdf'])
  })
})

describe('the company’s own fields', () => {
  it('a form of type VENDOR begins with the fields of vendors, services and each service period', async () => {
    const { admin, vendorId } = scene
    const known = (await admin.get('/api/custom-form-fields')).body
    await admin.post('/api/custom-form-fields', {
      version: known.version,
      vendorFormFields: [
        question('iso', 'YES_NO', { label: 'Certified?', isRequired: true }),
        question('owner', 'MEMBER_SELECT', { label: 'Our contact', isRequired: true, ordinal: 1 }),
      ],
      serviceFormFields: [question('seats', 'NUMBER', { label: 'Seats' })],
      serviceItemFormFields: [question('sla', 'TEXT', { label: 'Service level', isRequired: true })],
    })
    const serviceId = (await admin.post('/api/services', { name: `Suite ${newId()}`, vendorId })).body.id
    const intakeCategoryId = await makeFormCategory(admin, scene.reviewer.userId, { type: 'VENDOR' })
    const id = await scene.send(toPerson(), { intakeCategoryId, serviceId })
    const { steps } = (await scene.vendor.get(`/api/vendor-intake/forms/${id}/steps`)).body
    expect(steps.slice(0, 3).map((one: { label: string; ordinal: number }) => [one.ordinal, one.label])).toEqual([
      [0, 'Vendor fields'],
      [1, 'Service fields'],
      [2, 'Service item fields'],
    ])
    expect(steps[0].questions.map((one: { id: string }) => one.id)).toEqual(['iso'])
    expect(steps[2].questions.map((one: { id: string }) => one.id)).toEqual([
      'service-period-1::sla',
      'service-period-1::more',
    ])
    expect(steps.at(-1).label).toBe('security')
    const answers = { iso: true, seats: 5, 'service-period-1::sla': 'Gold', policy: 'x' }
    expect(fieldsOf(await submit(id, formBody({ ...answers, 'service-period-1::more': true })))).toEqual({
      'service-period-2::sla': 'Required',
    })
    expect((await submit(id, formBody(answers))).status).toBe(200)
    const again = await scene.send(toPerson(), { intakeCategoryId, serviceId })
    const versions = await rows<{ version: number }>(
      'SELECT DISTINCT form_version AS version FROM vendor_form_invitations WHERE intake_submission_id IN (?, ?)',
      ...[id, again],
    )
    expect(versions).toEqual([{ version: 1_000_000 }])
  })
})
