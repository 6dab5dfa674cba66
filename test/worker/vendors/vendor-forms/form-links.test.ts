import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { run } from '../../../support/worker/sessions.ts'
import { send } from '../../../support/worker/uploads.ts'
import { formBody, makeVendorFormScene, type VendorFormScene } from '../../../support/worker/vendor-forms.ts'
import { anonymous } from '../../../support/worker/world.ts'

/** A form filled in by the link in its email, without an account. */

let scene: VendorFormScene

beforeAll(async () => {
  scene = await makeVendorFormScene()
})

const linked = async () => {
  const email = `${newId()}@nobody.test`
  const id = await scene.send({ email })
  return { id, email, token: await scene.tokenFor(email) }
}
const open = (token: string) => anonymous.get(`/public-api/vendor-forms/${encodeURIComponent(token)}`)
const save = (token: string, body: object) =>
  anonymous.post(`/public-api/vendor-forms/${encodeURIComponent(token)}/submit`, body)

it.each([{ vendorUserId: 'someone' }, { allVendorCompanyUsers: true }])(
  'a form for an address and %j is refused, because only one of them would get it',
  async (more) => {
    const refused = await scene.sendAnswer({ email: 'a@acme.test', ...more })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { email: 'Give one of “email”, “vendorUserId” and “allVendorCompanyUsers”' },
    ])
  },
)

describe('a form by its link', () => {
  it('an address of someone with an account gets no link, and their session opens the form', async () => {
    const id = await scene.send({ email: scene.person.email.toUpperCase() })
    expect((await scene.vendor.get(`/api/vendor-intake/forms/${id}`)).status).toBe(200)
    const { body } = await scene.admin.get(`/api/vendor-forms/${id}`)
    expect(body).toMatchObject({ recipient: 'VENDOR_USER', expiresAt: null })
  })

  it('anyone who has the link saves a draft, continues and submits it, and sees nothing else', async () => {
    const { id, email, token } = await linked()
    const { status, body } = await open(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email,
      form: { intakeSubmissionId: id, status: 'UNSUBMITTED', version: 0, canEdit: true },
    })
    expect(JSON.stringify(body)).not.toContain(scene.vendorId)
    expect((await save(token, formBody({ mail: 'sec@nobody.test' }, { isDraft: true, version: 0 }))).body.version).toBe(
      1,
    )
    expect((await open(token)).body.answers[1].value).toBe('sec@nobody.test')
    expect((await save(token, formBody({ policy: 'x' }, { isDraft: true, version: 0 }))).status).toBe(409)
    const sent = await save(token, { name: 'Nora Nobody', ...formBody({ policy: 'On our site' }, { version: 1 }) })
    expect(sent.body).toMatchObject({ complete: true, version: 2 })
    expect((await open(token)).body.form).toMatchObject({ status: 'PENDING', version: 2 })
    const request = (await scene.admin.get(`/api/intake-submission/${id}`)).body
    expect(request.contact).toEqual({ name: 'Nora Nobody', email })
    expect((await anonymous.get(`/api/vendor-intake/forms/${id}`)).status).toBe(401)
  })

  it('a link stops working when the form is closed, sent again, deleted or expired', async () => {
    const closed = await linked()
    await scene.admin.post(`/api/vendor-forms/${closed.id}/revoke`)
    expect((await open(closed.token)).body).toMatchObject({ code: 'NOT_FOUND', reason: 'LINK_REVOKED' })
    expect((await save(closed.token, formBody({ policy: 'x' }))).status).toBe(404)
    await scene.admin.post(`/api/vendor-forms/${closed.id}/resend`)
    expect((await open(closed.token)).status).toBe(404)
    expect((await open(await scene.tokenFor(closed.email, 2))).status).toBe(200)
    const deleted = await linked()
    await scene.admin.call('DELETE', '/api/vendor-forms/delete-submission', { body: { submissionId: deleted.id } })
    expect((await open(deleted.token)).status).toBe(404)
    const old = await linked()
    await run('UPDATE vendor_form_invitations SET expires_at = 1 WHERE intake_submission_id = ?', old.id)
    expect((await open(old.token)).body.reason).toBe('LINK_EXPIRED')
    expect((await open(`${newId()}${newId()}`)).status).toBe(404)
  })

  it('files of one link can’t be sent with another', async () => {
    const [mine, other] = [await linked(), await linked()]
    const path = `/public-api/vendor-forms/${encodeURIComponent(mine.token)}/signed-upload-url`
    const { body } = await anonymous.post(path, { fileName: 'iso.pdf' })
    const { id } = (await send(anonymous, { url: body.url, ...JSON.parse(body.fieldsJson) })).body
    const stolen = await save(other.token, formBody({ policy: 'x', proof: [id] }))
    expect(stolen.status).toBe(400)
    expect((await save(mine.token, formBody({ policy: 'x', proof: [id] }))).status).toBe(200)
  })
})
