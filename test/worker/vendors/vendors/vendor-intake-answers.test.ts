import { beforeAll, describe, expect, it } from 'vitest'
import type { VendorIntakeAnswer } from '../../../../schema/vendors/vendors/endpoints.ts'
import { codeOf } from '../../../support/worker/doors.ts'
import { FORM, file, makeCategory, question, rule, save, saveForm, step } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** A vendor's answers from requests, on the vendor's page. */

const DATA = question('data', 'CUSTOM_SELECT', {
  label: 'Which data does it hold?',
  isMulti: true,
  showOnVendorDetails: true,
  options: ['Personal', 'Payroll'].map((label, ordinal) => ({
    id: label.toLowerCase(),
    label,
    parentId: null,
    ordinal,
  })),
})
const shown = [
  DATA,
  question('where', 'TEXT', { label: 'Where does it run?', showOnVendorDetails: true, allowsNote: true }),
  question('report', 'DOCUMENTS', { label: 'SOC 2 report', isMulti: true, showOnVendorDetails: true }),
  question('hidden', 'TEXT', { label: 'Why now?' }),
]
const formWith = (questions: typeof shown) => [...FORM, step('facts', questions, 9)]

let company: TestCompany
let rita: Client
let olga: Client
let ada: Client
let approverId: string

beforeAll(async () => {
  company = await makeCompany()
  const approver = await company.addPerson()
  approverId = approver.userId
  rita = await signIn(company, await company.addPerson({ name: 'Rita Requester' }))
  olga = await signIn(company, await company.addPerson({ name: 'Olga Outsider' }))
  ada = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})

const make = async () => {
  const levels = [[rule('legal', { approverUserIds: [approverId] })]]
  const category = await makeCategory(ada, { form: formWith(shown), levels })
  return { category, vendor: await company.add('vendors', `Vendor ${category.id}`) }
}
const answersOf = async (client: Client, vendorId: string): Promise<VendorIntakeAnswer[]> => {
  const { status, body } = await client.get(`/api/vendor/${vendorId}/intake-answers`)
  expect(status).toBe(200)
  return body.edges.map(({ node }: { node: VendorIntakeAnswer }) => node)
}

describe('a vendor’s answers from requests', () => {
  it('the newest answer to each shown question appears with its request', async () => {
    const { category, vendor } = await make()
    const report = await makeDocument(rita, 'SOC 2.pdf')
    const older = await file(rita, category.id, {
      ...{ title: 'First', vendor, data: ['personal'], where: 'Dublin', report: [report], hidden: 'Soon' },
    })
    const newer = await file(rita, category.id, { title: 'Second', vendor, data: ['payroll', 'personal'], where: '' })
    await save(rita, category.id, { title: 'Third', vendor, where: 'Nowhere' }, { isDraft: true })
    await file(rita, category.id, { title: 'Of nobody', where: 'Elsewhere' })
    const answers = await answersOf(rita, vendor)
    expect(answers.map(({ questionId, labels, value, request }) => [questionId, labels, value, request.id])).toEqual([
      ['data', ['Payroll', 'Personal'], ['payroll', 'personal'], newer],
      ['where', [], 'Dublin', older],
      ['report', ['SOC 2.pdf'], [report], older],
    ])
    expect(answers[0]).toMatchObject({
      label: 'Which data does it hold?',
      request: { title: 'Second', status: 'PENDING', archived: false },
    })
  })

  it('answers from linked requests are included', async () => {
    const { category, vendor } = await make()
    const id = await file(rita, category.id, { title: 'Linked', where: 'Oslo' })
    expect(await answersOf(rita, vendor)).toEqual([])
    await rita.post(`/api/intake-submission/${id}/vendors`, { vendorIds: [vendor] })
    expect(await answersOf(rita, vendor)).toMatchObject([{ questionId: 'where', value: 'Oslo', request: { id } }])
  })

  it('the form’s current settings apply, and answers read as they were asked', async () => {
    const { category, vendor } = await make()
    await file(rita, category.id, { title: 'First', vendor, data: ['personal'], hidden: 'Soon' })
    const [, ...others] = shown
    const renamed = { ...DATA, label: 'Data?', options: DATA.options.slice(1) }
    await saveForm(ada, category.id, formWith([renamed, ...others]))
    expect(await answersOf(rita, vendor)).toMatchObject([{ label: DATA.label, labels: ['Personal'] }])
    const turned = shown.map((each) => ({ ...each, showOnVendorDetails: each.id === 'hidden' }))
    await saveForm(ada, category.id, formWith(turned))
    expect(await answersOf(rita, vendor)).toMatchObject([{ questionId: 'hidden', value: 'Soon' }])
  })

  it('only answers from requests that the person may see are shown', async () => {
    const { category, vendor } = await make()
    await file(rita, category.id, { title: 'First', vendor, where: 'Dublin' })
    expect(await answersOf(ada, vendor)).toHaveLength(1)
    expect(await answersOf(olga, vendor)).toEqual([])
    const elsewhere = await makeCompany()
    const foreign = await elsewhere.add('vendors', 'Foreign')
    expect(codeOf(await ada.get(`/api/vendor/${foreign}/intake-answers`))).toBe('NOT_FOUND')
  })

  it('answers of a vendor with many requests come in portions, at one round trip each', async () => {
    const { category, vendor } = await make()
    const first = await file(rita, category.id, { title: 'First', vendor, where: 'Dublin', data: ['personal'] })
    await run('UPDATE intake_submissions SET created_at = 5 WHERE id = ?', first)
    const columns = `company_id, intake_category_id, form_version, requestor_user_id, requestor_name, created_by_user_id,
      submitted_at, updated_at, vendor_id, version`
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
       INSERT INTO intake_submissions (id, number, title, created_at, ${columns})
       SELECT 'copy-' || i || ?1, 100000 + i, 'Copy', 1000 + i, ${columns} FROM n, intake_submissions WHERE id = ?1`,
      first,
    )
    await run(
      `INSERT INTO intake_answers (submission_id, version, question_id, company_id, value)
       VALUES ('copy-120' || ?1, 1, 'where', ?2, '"Bergen"')`,
      first,
      company.id,
    )
    const url = `/api/vendor/${vendor}/intake-answers`
    const found: unknown[][] = []
    let cursor = ''
    for (let more = true; more; ) {
      const answer = await ada.get(`${url}${cursor}`)
      const [, trips, read] = /trips=(\d+) queries=\d+ read=(\d+)/.exec(answer.headers.get('Server-Timing') ?? '') ?? []
      expect({ trips: Number(trips) <= 2, read: Number(read) <= 300 }).toEqual({ trips: true, read: true })
      found.push(answer.body.edges.map(({ node }: { node: VendorIntakeAnswer }) => [node.questionId, node.value]))
      more = answer.body.pageInfo.hasNextPage
      cursor = `?cursor=${answer.body.pageInfo.endCursor}`
    }
    expect(found[0]).toEqual([['where', 'Bergen']])
    expect(found.slice(1, -1).flat()).toEqual([])
    expect(found.at(-1)).toEqual([
      ['data', ['personal']],
      ['where', 'Dublin'],
    ])
    expect(codeOf(await ada.get(`${url}?cursor=none`))).toBe('INVALID')
  })
})
