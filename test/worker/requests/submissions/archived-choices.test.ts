import { beforeAll, describe, expect, it } from 'vitest'
import type { QuestionType } from '../../../../schema/requests/forms/form.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { file, makeCategory, question, rule, save, step } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import {
  type Answer,
  type Client,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

/** Archived means archived for what attaches, too, at every door; what was chosen before stays. */

let company: TestCompany
let admin: Client
let approver: TestPerson

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableSpendRequests'])
  approver = await company.addPerson({ name: 'Abe Approver' })
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess', 'hasSpendRequestAccess'] }))
})

const levels = () => [[rule('legal', { approverUserIds: [approver.userId] })]]
const categoryAsking = (type: QuestionType) =>
  makeCategory(admin, {
    form: [step('what', [question('title', 'REQUEST_TITLE'), question('asked', type, { label: 'Asked' })])],
    levels: levels(),
  })

const archive = (table: 'vendors' | 'services', id: string) =>
  run(`UPDATE ${table} SET archived_at = 1 WHERE id = ?`, id)

const makeService = async (vendorId: string): Promise<string> => {
  const { body } = await admin.post('/api/services', { name: 'Figma', vendorId })
  return body.id
}

const words = (name: string) => `${name} is archived. Unarchive it first, or choose another one.`

describe.each(['VENDOR_SELECT', 'SERVICE_SELECT', 'MEMBER_SELECT'] as const)('an answer to %s', (type) => {
  const choice = async (): Promise<{ id: string; retire: () => Promise<unknown>; refusal: string }> => {
    if (type === 'MEMBER_SELECT') {
      const { userId } = await company.addPerson({ name: 'Olga Old' })
      const retire = () =>
        run('UPDATE company_memberships SET disabled_at = 1 WHERE company_id = ? AND user_id = ?', company.id, userId)
      return { id: userId, retire, refusal: 'Olga Old was disabled. Choose someone else.' }
    }
    const vendor = await company.add('vendors', `Kestrel ${type} ${Math.random()}`)
    if (type === 'VENDOR_SELECT')
      return {
        id: vendor,
        retire: () => archive('vendors', vendor),
        refusal: expect.stringMatching(/^Kestrel .+ is archived\. /),
      }
    const id = await makeService(vendor)
    return { id, retire: () => archive('services', id), refusal: words('Figma') }
  }

  it('a request can’t choose what is archived, whether filed at once or from a draft, and an edit keeps what was chosen', async () => {
    const { id: categoryId } = await categoryAsking(type)
    const { id, retire, refusal } = await choice()
    const filed = await file(admin, categoryId, { title: 'Before', asked: id })
    const draft = (await save(admin, categoryId, { title: 'Draft', asked: id }, { isDraft: true })).body.id
    await retire()
    const refused: Answer[] = [
      await save(admin, categoryId, { title: 'New', asked: id }),
      await save(admin, categoryId, { title: 'Draft', asked: id }, { id: draft }),
    ]
    for (const answer of refused) {
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer)).toEqual({ asked: refusal })
    }
    expect((await save(admin, categoryId, { title: 'After', asked: id }, { id: filed, version: 1 })).status).toBe(200)
  })
})

describe('spend requests', () => {
  it('none can be filed for an archived vendor', async () => {
    const vendorId = await company.add('vendors', 'Old Supplier')
    const categoryId = await company.add('spend_categories')
    await run('UPDATE spend_categories SET is_enabled_for_spend_requests = 1 WHERE id = ?', categoryId)
    const input = {
      vendorId,
      description: 'Laptops',
      serviceStartDate: '2026-01-01',
      serviceEndDate: '2026-12-31',
      lines: [{ categoryId, departmentId: await company.add('departments'), amount: 10_000 }],
    }
    const create = () =>
      admin.graphql('mutation ($input: CreateSpendRequestInput!) { createSpendRequest(input: $input) { id } }', {
        input,
      })
    await archive('vendors', vendorId)
    const refused = await create()
    expect(fieldsOf(refused)).toEqual({ vendorId: words('Old Supplier') })
  })

  it('none can be raised from an archived request', async () => {
    const { id: categoryId } = await categoryAsking('TEXT')
    const id = await file(admin, categoryId, { title: 'Laptops' })
    const archived = await admin.call('PUT', `/api/intake-submission/${id}/archived`, { body: { archived: true } })
    expect(archived.status, JSON.stringify(archived.body)).toBe(200)
    const refused = await admin.post(`/api/intake-submission/${id}/spend-request`, {
      vendorId: await company.add('vendors'),
      serviceStartDate: '2026-01-01',
      serviceEndDate: '2026-12-31',
      lines: [
        {
          categoryId: await company.add('spend_categories'),
          departmentId: await company.add('departments'),
          amount: 100,
        },
      ],
    })
    expect({ status: refused.status, message: refused.body.message }).toEqual({
      status: 409,
      message: 'The request is archived. Unarchive it first.',
    })
  })
})

describe('services', () => {
  it('none can be made for an archived vendor, and one of a vendor that was archived since can be changed', async () => {
    const vendorId = await company.add('vendors', 'Former')
    const id = await makeService(vendorId)
    await archive('vendors', vendorId)
    const refused = await admin.post('/api/services', { name: 'More', vendorId })
    expect(fieldsOf(refused)).toEqual({ vendorId: words('Former') })
    const changed = await admin.call('PUT', `/api/services/${id}`, { body: { name: 'Figma Pro', vendorId } })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  })

  it('an archived one can’t be linked to a request', async () => {
    const id = await makeService(await company.add('vendors'))
    await archive('services', id)
    const { id: categoryId } = await categoryAsking('TEXT')
    const request = await file(admin, categoryId, { title: 'Laptops' })
    const refused = await admin.post(`/api/intake-submission/${request}/services`, { serviceIds: [id] })
    expect(fieldsOf(refused)).toEqual({ serviceIds: words('Figma') })
  })
})
