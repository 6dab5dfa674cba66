import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { FORM, file, makeCategory, question, rule, save } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { create, makeDocument, receivedUpload } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

const WRONG = 'Every document must be of a type that this question asks for'

let requester: Client
let categoryId: string
/** Its requests are waiting for an approval, so that they can be edited. */
let reviewedId: string

beforeAll(async () => {
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  requester = await signIn(company, await company.addPerson())
  const [first] = FORM
  const asked = question('contract', 'DOCUMENTS', { documentTypes: ['MSA', 'NDA'], isMulti: true })
  const form = [{ ...first, questions: [...(first?.questions ?? []), asked] }] as typeof FORM
  categoryId = (await makeCategory(admin, { form, levels: [] })).id
  const approver = await company.addPerson()
  const levels = [[rule('legal', { approverUserIds: [approver.userId] })]]
  reviewedId = (await makeCategory(admin, { form, levels })).id
})

const ofType = async (...type: string[]): Promise<string> =>
  (await create(requester, { name: await receivedUpload(requester), type })).body.data.createDocument.id

describe('a question that asks for documents of certain types', () => {
  it('a document of another type is refused beside the question, also among allowed ones', async () => {
    const good = await ofType('NDA')
    for (const wrong of [await makeDocument(requester), await ofType('INVOICE')]) {
      const answer = await save(requester, categoryId, { title: 'Laptops', contract: [good, wrong] })
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer)).toEqual({ contract: WRONG })
    }
  })

  it('a document with one of the types is accepted, whatever its other types', async () => {
    const contract = [await ofType('INVOICE', 'MSA'), await ofType('NDA')]
    expect(await file(requester, categoryId, { title: 'Laptops', contract })).toBeTruthy()
  })

  it('a draft keeps any document until it is submitted', async () => {
    const contract = [await makeDocument(requester)]
    const draft = await save(requester, categoryId, { title: 'Laptops', contract }, { isDraft: true })
    expect(draft.status).toBe(200)
    const sent = await save(requester, categoryId, { title: 'Laptops', contract }, { id: draft.body.id })
    expect(fieldsOf(sent)).toEqual({ contract: WRONG })
  })

  it('an edit refuses other types, except documents attached before', async () => {
    const before = await ofType('NDA')
    const id = await file(requester, reviewedId, { title: 'Laptops', contract: [before] })
    const wrong = await makeDocument(requester)
    const edit = (contract: string[]) => save(requester, reviewedId, { title: 'More', contract }, { id, version: 1 })
    expect(fieldsOf(await edit([before, wrong]))).toEqual({ contract: WRONG })
    await run("UPDATE documents SET types = '[]' WHERE id = ?", before)
    expect((await edit([before])).status).toBe(200)
  })
})
