import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExternalUpload } from '../../../../schema/requests/external-requests/endpoints.ts'
import { approvalFor } from '../../../../worker/objects/approval/client.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, makeCategory, rule } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { signInAsStaff } from '../../../support/worker/platform-staff.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

interface Scene {
  company: TestCompany
  admin: Client
  requester: Client
  person: TestPerson
  approver: TestPerson
  category: Category
  vendorId: string
}

let staff: Client
beforeAll(async () => {
  staff = await signInAsStaff()
})

const scene = async (): Promise<Scene> => {
  const company = await makeCompany(['enableIntakeRequests', 'enableCurrencies'])
  const admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  const person = await company.addPerson({ name: 'Rita Requester' })
  const approver = await company.addPerson({ name: 'Abe Approver' })
  const category = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [approver.userId] })]] })
  const vendorId = await company.add('vendors', 'Atlas Analytics')
  return { company, admin, requester: await signIn(company, person), person, approver, category, vendorId }
}

const HEADER = 'Reference,Title,Requester email,Status,Submitted on,Decided,Amount,Supplier,Department'
const lines = (...more: string[]) => [HEADER, ...more].join('\n')
const good = ({ person }: Scene, reference: string, status = 'Approved') =>
  `${reference},Team plan ${reference},${person.email},${status},2025-03-02,2025-03-09,1250.00 EUR,atlas analytics,Legal`

const upload = ({ company, category }: Scene, text: string, more: Record<string, string> = {}) => {
  const form = new FormData()
  const fields = { companyId: company.id, intakeCategoryId: category.id, system: 'Coupa', ...more }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([text], 'coupa.csv'))
  return staff.call('POST', '/api/super-admin/external-requests-upload', { body: form })
}
const base = ({ company }: Scene) => `/api/super-admin/company/${company.id}/external-requests`
const read = async (s: Scene, id: string): Promise<ExternalUpload> => {
  const { body } = await staff.get(base(s))
  return body.edges.map(({ node }: { node: ExternalUpload }) => node).find((each: ExternalUpload) => each.id === id)
}
const rowsOf = async (s: Scene, id: string, filter = 'ALL') =>
  (await staff.get(`${base(s)}/${id}/rows?filter=${filter}`)).body.edges.map(({ node }: { node: unknown }) => node)

const settled = async (s: Scene, id: string): Promise<ExternalUpload> => {
  for (let tried = 0; tried < 200; tried++) {
    const found = await read(s, id)
    if (found.status === 'DONE' || found.status === 'ROLLED_BACK') return found
    if (tried % 5 === 4) await runTicks(env)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The import did not end')
}
const imported = async (s: Scene, text: string): Promise<string> => {
  const { body } = await upload(s, text)
  expect((await staff.post(`${base(s)}/${body.id}/start`)).status).toBe(200)
  await settled(s, body.id)
  return body.id
}
const requestsOf = async ({ admin }: Scene) =>
  (await admin.get('/api/intake-submissions?first=50')).body.edges.map(({ node }: { node: unknown }) => node)

describe('uploading requests from another system', () => {
  it('the check says what each row would do, and imports nothing', async () => {
    const s = await scene()
    const text = lines(
      good(s, 'PR-1'),
      'PR-1,Twice,nobody@people.test,Pending,March,2025-01-01,a lot,Unknown Ltd,',
      `,,${s.person.email},Rejected,2025-03-02,2025-03-01,,,`,
      `PR-3,Without a vendor,${s.person.email},declined,2025-03-02,,,Unknown Ltd,`,
    )
    const { body } = await upload(s, text)
    expect(await read(s, body.id)).toMatchObject({
      status: 'CHECKED',
      system: 'Coupa',
      fileName: 'coupa.csv',
      rowCount: 4,
      counts: { CREATE: 2, BAD: 2 },
      columns: expect.arrayContaining([
        { header: 'Supplier', field: 'Vendor' },
        { header: 'Department', field: null },
      ]),
    })
    const told = (await rowsOf(s, body.id, 'PROBLEMS')) as { number: number; problems: { message: string }[] }[]
    expect(told.map(({ number, problems }) => [number, problems.map(({ message }) => message)])).toEqual([
      [
        3,
        [
          'Pending is neither approved nor rejected. Requests without a decision can’t be imported',
          'March isn’t a date. Use the format yyyy-mm-dd',
          'a lot isn’t an amount. Use the format 1250.00 USD',
          'Row 2 has the same reference',
          'nobody@people.test is no member of the company',
          'The company has no vendor Unknown Ltd, so the request is imported without a vendor',
        ],
      ],
      [4, ['Required', 'It was decided before it was submitted']],
      [5, ['The company has no vendor Unknown Ltd, so the request is imported without a vendor']],
    ])
    expect(await requestsOf(s)).toEqual([])
  })

  it('a file without a needed column, and a category of another company, are refused', async () => {
    const s = await scene()
    const other = await scene()
    expect(fieldsOf(await upload(s, 'Title,Status\nA,Approved'))).toEqual({
      file: 'The file has no column Requester, Submitted.',
    })
    expect(fieldsOf(await upload(s, lines(good(s, 'PR-1')), { intakeCategoryId: other.category.id }))).toEqual({
      intakeCategoryId: 'The company has no such category',
    })
    expect(Object.keys(fieldsOf(await upload(s, lines(good(s, 'PR-1')), { system: '' })))).toEqual(['system'])
  })

  it('members find the requests as they were decided, and no one is asked or emailed', async () => {
    const s = await scene()
    await imported(s, lines(good(s, 'PR-1'), good(s, 'PR-2', 'Rejected')))
    const listed = (await requestsOf(s)) as { id: string; title: string }[]
    expect(listed).toHaveLength(2)
    expect(listed.find(({ title }) => title === 'Team plan PR-1')).toMatchObject({
      status: 'APPROVED',
      createdAt: '2025-03-02T12:00:00.000Z',
    })
    expect(listed.find(({ title }) => title === 'Team plan PR-2')).toMatchObject({ status: 'REJECTED' })
    const { id } = listed.find(({ title }) => title === 'Team plan PR-1') as { id: string }
    const page = await s.requester.get(`/api/intake-submission/${id}`)
    expect(page.status).toBe(200)
    expect(page.body).toMatchObject({ title: 'Team plan PR-1', status: 'APPROVED' })
    const stored = await rows(
      `SELECT amount_value AS amount, amount_currency AS currency, vendor_id AS vendor, requestor_user_id AS requester,
              completed_at AS completedAt, progress FROM intake_submissions WHERE id = ?`,
      id,
    )
    expect(stored).toEqual([
      {
        amount: 125_000,
        currency: 'EUR',
        vendor: s.vendorId,
        requester: s.person.userId,
        completedAt: Date.parse('2025-03-09T12:00:00Z'),
        progress: 100,
      },
    ])
    expect((await s.requester.get(`/api/intake-submission/${id}/approvals`)).body).toMatchObject({
      levels: [],
      decidedIn: { system: 'Coupa', reference: 'PR-1' },
    })
    expect(await rows('SELECT 1 FROM level_group_statuses WHERE target_id = ?', id)).toEqual([])
    await runTicks(env)
    expect([s.person, s.approver].flatMap(({ email }) => sentMails(email))).toEqual([])
    const history = (await s.admin.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${id}`)).body
    expect(JSON.stringify(history)).toContain('desk (Outlay staff) imported the request from Coupa (PR-1)')
    const log = (await s.admin.get('/api/audit-logs/company')).body.edges.map(
      ({ node }: { node: { message: string } }) => node.message,
    )
    expect(log).toContain('Imported 2 requests from Coupa: coupa.csv')
  })

  it('its object agrees with the database after being rebuilt from its log', async () => {
    const s = await scene()
    await imported(s, lines(good(s, 'PR-1')))
    const [{ id } = { id: '' }] = (await requestsOf(s)) as { id: string }[]
    const before = await rows('SELECT * FROM intake_submissions WHERE id = ?', id)
    expect(await approvalFor(env, 'intake', id).rebuild()).toBe(true)
    const [after] = await rows('SELECT * FROM intake_submissions WHERE id = ?', id)
    expect({ ...after, updated_at: 0 }).toEqual({ ...before[0], updated_at: 0 })
  })

  it('a reference is imported once, until its import is undone', async () => {
    const s = await scene()
    const first = await imported(s, lines(good(s, 'PR-1')))
    const again = (await upload(s, lines(good(s, 'PR-1')))).body.id
    expect(await rowsOf(s, again)).toMatchObject([{ problems: [{ message: 'PR-1 was already imported' }] }])
    expect((await staff.post(`${base(s)}/${again}/start`)).body.reason).toBe('NOTHING_TO_IMPORT')
    const elsewhere = (await upload(s, lines(good(s, 'PR-1')), { system: 'Zip' })).body.id
    expect((await read(s, elsewhere)).counts).toEqual({ CREATE: 1 })
    await staff.post(`${base(s)}/${first}/roll-back`)
    await settled(s, first)
    const third = (await upload(s, lines(good(s, 'PR-1')))).body.id
    expect((await read(s, third)).counts).toEqual({ CREATE: 1 })
  })

  it('undoing removes all, but what someone has touched since stays and is listed', async () => {
    const s = await scene()
    const id = await imported(s, lines(good(s, 'PR-1'), good(s, 'PR-2'), good(s, 'PR-3')))
    const listed = (await requestsOf(s)) as { id: string; title: string }[]
    const requestOf = (reference: string) => listed.find(({ title }) => title.endsWith(reference))?.id ?? ''
    const archived = await s.admin.call('PUT', `/api/intake-submission/${requestOf('PR-2')}/archived`, {
      body: { archived: true },
    })
    expect([archived.status, archived.body]).toMatchObject([200, {}])
    const commented = await s.requester.post(`/api/intake-submission/${requestOf('PR-3')}/threads`, {
      commentBody: 'Still needed',
    })
    expect([commented.status, commented.body]).toMatchObject([200, {}])
    expect((await staff.post(`${base(s)}/${id}/roll-back`)).status).toBe(200)
    expect((await settled(s, id)).counts).toEqual({ REMOVED: 1, KEPT: 2 })
    expect(await rowsOf(s, id, 'PROBLEMS')).toMatchObject([
      { number: 3, outcome: 'KEPT', problems: [{ message: 'The request was changed since.' }] },
      { number: 4, outcome: 'KEPT', problems: [{ message: 'The request has comments' }] },
    ])
    expect((await s.admin.get(`/api/intake-submission/${requestOf('PR-1')}`)).status).toBe(404)
    expect((await s.admin.get(`/api/intake-submission/${requestOf('PR-3')}`)).status).toBe(200)
  })

  it('a job that runs twice imports each row once', async () => {
    const s = await scene()
    const { body } = await upload(s, lines(...Array.from({ length: 7 }, (_, i) => good(s, `PR-${i}`))))
    await staff.post(`${base(s)}/${body.id}/start`)
    await Promise.all([runTicks(env), runTicks(env), settled(s, body.id)])
    await rows("UPDATE external_uploads SET status = 'RUNNING', done_row = 0 WHERE id = ?", body.id)
    await rows("UPDATE external_upload_rows SET outcome = 'CREATE' WHERE upload_id = ?", body.id)
    await rows(
      "UPDATE outbox SET done_at = NULL, available_at = 0 WHERE topic = 'external-requests.run' AND company_id = ?",
      s.company.id,
    )
    await runTicks(env)
    await settled(s, body.id)
    expect(await requestsOf(s)).toHaveLength(7)
  })

  it('an import starts once, and a discarded upload is gone', async () => {
    const s = await scene()
    const { body } = await upload(s, lines(good(s, 'PR-1')))
    const stale = await staff.post(`${base(s)}/${body.id}/start`, { version: 9 })
    expect(stale.body.reason).toBe('STALE_VERSION')
    expect((await staff.call('DELETE', `${base(s)}/${body.id}`)).status).toBe(204)
    expect((await staff.post(`${base(s)}/${body.id}/start`)).status).toBe(404)
    const id = await imported(s, lines(good(s, 'PR-1')))
    expect((await staff.post(`${base(s)}/${id}/start`)).body.reason).toBe('IMPORT_STARTED')
    expect((await staff.call('DELETE', `${base(s)}/${id}`)).body.reason).toBe('IMPORT_STARTED')
    const other = await scene()
    expect((await staff.post(`${base(other)}/${id}/roll-back`)).status).toBe(404)
  })
})
