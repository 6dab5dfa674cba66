import { beforeAll, describe, expect, it } from 'vitest'
import {
  formBody,
  makeFormCategory,
  makeVendorFormScene,
  sellAs,
  switchOnVendorForms,
  type VendorFormScene,
} from '../../../support/worker/vendor-forms.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** What a vendor answered one customer is offered in another customer's form. */

let scene: VendorFormScene
let other: TestCompany
let sendElsewhere: (to: object) => Promise<string>
let elsewhere: Client

beforeAll(async () => {
  scene = await makeVendorFormScene()
  other = await makeCompany()
  await switchOnVendorForms(other)
  const person = await other.addPerson({ flags: ['hasAdminAccess'] })
  const admin = await signIn(other, person)
  const vendorId = await other.add('vendors')
  await sellAs(scene.vendorCompany, other, vendorId)
  const intakeCategoryId = await makeFormCategory(admin, person.userId)
  elsewhere = await scene.vendorCompany.signIn(scene.person, other)
  sendElsewhere = async (to) =>
    (await admin.post(`/api/vendor/${vendorId}/send-intake-invitation`, { intakeCategoryId, message: '', ...to })).body
      .intakeSubmissionId
})

const earlier = async (client: Client, id: string) => client.get(`/api/vendor-intake/forms/${id}/earlier-answers`)
const submit = (client: Client, id: string, answers: Record<string, unknown>) =>
  client.post(`/api/vendor-intake/forms/${id}/submit`, formBody(answers, { version: 0 }))

describe('answers given before', () => {
  it('they are offered with their date and the customer, and nothing is filled in', async () => {
    const first = await scene.send({ vendorUserId: scene.person.userId })
    expect((await submit(scene.vendor, first, { policy: 'On our site', mail: 'sec@v.test' })).status).toBe(200)
    const second = await sendElsewhere({ vendorUserId: scene.person.userId })
    const offered = (await earlier(elsewhere, second)).body
    expect(offered).toEqual([
      { questionId: 'policy', value: 'On our site', companyName: expect.any(String), submittedAt: expect.any(String) },
      { questionId: 'mail', value: 'sec@v.test', companyName: expect.any(String), submittedAt: expect.any(String) },
    ])
    const { body } = await elsewhere.get(`/api/vendor-intake/forms/${second}/answers`)
    expect(body.answers.map(({ value }: { value: unknown }) => value)).toEqual([null, null, null])
  })

  it('a draft and what a colleague alone was sent are not offered', async () => {
    const colleague = await scene.vendorCompany.addPerson()
    const alone = await scene.send({ vendorUserId: colleague.userId })
    const theirs = await scene.vendorCompany.signIn(colleague, scene.company)
    expect((await submit(theirs, alone, { policy: 'Only for my colleague' })).status).toBe(200)
    const draft = await scene.send({ vendorUserId: scene.person.userId })
    await scene.vendor.post(
      `/api/vendor-intake/forms/${draft}/submit`,
      formBody({ policy: 'Not sent yet' }, { isDraft: true, version: 0 }),
    )
    const id = await sendElsewhere({ vendorUserId: scene.person.userId })
    const offered = JSON.stringify((await earlier(elsewhere, id)).body)
    expect(offered).not.toContain('Only for my colleague')
    expect(offered).not.toContain('Not sent yet')
  })

  it('another vendor’s person learns nothing', async () => {
    const id = await sendElsewhere({ vendorUserId: scene.person.userId })
    const stranger = await makeVendorFormScene()
    expect((await earlier(stranger.vendor, id)).status).toBe(404)
    expect((await earlier(scene.vendor, id)).status).toBe(404)
  })
})
