import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { rows } from '../../../support/worker/sessions.ts'
import {
  addRuleSet,
  always,
  blocksOf,
  bodyOf,
  decide,
  file,
  fromCost,
  lineOf,
  makeSpendScene,
  read,
  type SpendScene,
} from '../../../support/worker/spend.ts'
import { signIn } from '../../../support/worker/world.ts'

let scene: SpendScene

beforeAll(async () => {
  scene = await makeSpendScene()
  const { approver, finance } = scene.people
  await addRuleSet(scene.company, {
    name: 'Every purchase',
    levels: [always('Owner', approver.userId), fromCost(5_000_000, 'Finance', finance.userId)],
  })
})

const labels = async (id: string) =>
  (await blocksOf(scene.admin, id)).map((block: { label: string; reason: string }) => block.label)

describe('filing a spend request', () => {
  it('every matching rule set plans it, and the page says what was filed', async () => {
    const id = await file(scene, {
      lines: [lineOf(scene, 1_000_000, { description: 'Seats' }), lineOf(scene, 200_001)],
    })
    const shown = await read(scene.requester, id)
    expect(shown).toMatchObject({
      status: 'PENDING',
      estimatedCost: { value: 1_200_001, currency: 'USD' },
      vendor: { id: scene.vendorId, name: 'Acme Cloud', signer: null },
      requestor: { id: scene.people.requester.userId, firstName: 'Rita' },
      categories: [{ name: 'Software' }],
      departments: [{ name: 'Engineering' }],
      displayName: 'Acme Cloud: Team plan',
      version: 1,
      canEdit: true,
      canModify: false,
      approved: null,
      conversion: null,
    })
    expect(shown.readableId).toMatch(/^SR-\d+$/)
    expect(
      shown.spendRequestLines.map((line: { estimatedCost: { value: number } }) => line.estimatedCost.value),
    ).toEqual([1_000_000, 200_001])
    // A twelfth each month; the last month takes the remainder.
    expect(shown.months).toHaveLength(12)
    expect(shown.months[0]).toEqual({ month: '2027-01', amount: 100_000 })
    expect(shown.months[11]).toEqual({ month: '2027-12', amount: 100_001 })
    expect(shown.amortizedCost).toEqual({ value: 100_000, currency: 'USD' })
    expect(await labels(id)).toEqual(['Owner'])
    expect(await labels(await file(scene, { lines: [lineOf(scene, 5_000_000)] }))).toEqual(['Owner', 'Finance'])
  })

  it('without a matching rule set it is approved on submission', async () => {
    const other = await makeSpendScene()
    const id = await file(other)
    expect(await read(other.requester, id)).toMatchObject({ status: 'APPROVED', progress: 100 })
  })

  it.each([
    ['no vendor', { vendorId: '' }, 'vendorId', 'Required'],
    ['no start', { serviceStartDate: '' }, 'serviceStartDate', 'Required'],
    [
      'a day that does not exist',
      { serviceStartDate: '2027-02-30' },
      'serviceStartDate',
      'There is no February 30. February 2027 has 28 days',
    ],
    ['an end before its start', { serviceEndDate: '2026-12-31' }, 'serviceEndDate', 'The end is before the start'],
    ['no lines', { lines: [] }, 'lines', 'Add at least one line'],
    ['a vendor that does not exist', { vendorId: 'nobody' }, 'vendorId', 'This isn’t a valid option'],
  ])('one with %s is refused beside the field, and nothing is filed', async (_, more, field, message) => {
    const before = await rows('SELECT COUNT(*) AS n FROM spend_requests WHERE company_id = ?', scene.company.id)
    const answer = await scene.requester.post('/api/spend-requests', bodyOf(scene, more))
    expect([answer.status, fieldsOf(answer)[field]]).toEqual([400, message])
    expect(await rows('SELECT COUNT(*) AS n FROM spend_requests WHERE company_id = ?', scene.company.id)).toEqual(
      before,
    )
  })

  it.each([
    ['amount', 'Required'],
    ['categoryId', 'Required'],
    ['departmentId', 'Required'],
  ])('a line without %s is refused beside its field', async (key, message) => {
    const { [key]: _, ...line } = lineOf(scene, 100) as Record<string, unknown>
    const answer = await scene.requester.post('/api/spend-requests', bodyOf(scene, { lines: [line] }))
    expect([answer.status, fieldsOf(answer)[`lines.0.${key}`]]).toEqual([400, message])
  })

  it('units and vendors of another company are refused', async () => {
    const other = await makeSpendScene()
    const lines = [lineOf(other, 100)]
    const answer = await scene.requester.post('/api/spend-requests', bodyOf(scene, { vendorId: other.vendorId, lines }))
    expect(Object.keys(fieldsOf(answer)).sort()).toEqual(['lines.0.categoryId', 'lines.0.departmentId', 'vendorId'])
  })

  it('only people who submit for others can file for someone else, who then is the requester', async () => {
    const requestorId = scene.people.finance.userId
    const refused = await scene.requester.post('/api/spend-requests', bodyOf(scene, { requestorId }))
    expect(refused.status).toBe(403)
    const id = await file(scene, { requestorId }, scene.admin)
    expect(await read(scene.finance, id)).toMatchObject({
      requestor: { id: requestorId },
      submittedByUser: { id: scene.people.admin.userId },
    })
  })

  it('a repeated command files once', async () => {
    const commandId = newId()
    const send = () => scene.requester.call('POST', '/api/spend-requests', { body: bodyOf(scene), commandId })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.id).toBe(first.body.id)
  })

  it('people without access to spend requests can’t file one, and companies without them have none', async () => {
    expect((await scene.approver.post('/api/spend-requests', bodyOf(scene))).status).toBe(403)
    const other = await makeSpendScene(['enableIntakeRequests'])
    expect((await other.admin.get('/api/spend-requests')).status).toBe(403)
  })
})

describe('deciding on a spend request', () => {
  it('its approvers decide level by level, and the history says who', async () => {
    const id = await file(scene, { lines: [lineOf(scene, 6_000_000)] })
    expect((await decide(scene.finance, id)).status).toBe(404)
    expect((await decide(scene.approver, id)).body).toMatchObject({ status: 'PENDING' })
    expect((await decide(scene.finance, id, 'APPROVED', { comment: 'In budget' })).body).toMatchObject({
      status: 'APPROVED',
    })
    expect(await read(scene.requester, id)).toMatchObject({
      status: 'APPROVED',
      approvedBy: [{ name: 'Paul Approver' }, { name: 'Fay Finance' }],
      canEdit: false,
      canModify: true,
    })
    const { body } = await scene.requester.get(`/api/audit-logs?targetType=SPEND_REQUEST&targetId=${id}`)
    expect(body.edges.map(({ node }: { node: { message: string } }) => node.message)).toEqual([
      'The spend request was approved',
      'Fay Finance approved “Finance”',
      'Paul Approver approved “Owner”',
      'Rita Requester submitted the spend request',
    ])
  })

  it('a rejection ends it, and the requester can change and submit it again', async () => {
    const id = await file(scene)
    expect((await decide(scene.approver, id, 'REJECTED', { comment: 'Too much' })).body.status).toBe('REJECTED')
    const changed = await scene.requester.call('PUT', `/api/spend-requests/${id}`, {
      body: bodyOf(scene, { lines: [lineOf(scene, 900_000)] }),
    })
    expect(changed.status).toBe(200)
    expect(await read(scene.requester, id)).toMatchObject({ status: 'PENDING', run: 2, version: 2 })
  })

  it('no one approves what they filed, not even as its approver', async () => {
    const { company, people } = scene
    const filer = await signIn(company, people.approver)
    const id = await file(scene, { requestorId: people.requester.userId, lines: [lineOf(scene, 100)] }, scene.admin)
    expect((await decide(filer, id)).status).toBe(200)
    const other = await makeSpendScene()
    await addRuleSet(other.company, { levels: [always('Owner', other.people.requester.userId)] })
    const own = await file(other)
    const [block] = await blocksOf(other.admin, own)
    expect(block.approvers.map(({ userId }: { userId: string }) => userId)).toEqual([other.people.admin.userId])
  })

  it('people who aren’t involved don’t learn that it exists', async () => {
    const id = await file(scene)
    for (const path of ['', '/approvals', '/changes?since=1']) {
      expect((await scene.finance.get(`/api/spend-requests/${id}${path}`)).status).toBe(404)
    }
    const other = await makeSpendScene()
    expect((await other.admin.get(`/api/spend-requests/${id}`)).status).toBe(404)
  })
})

describe('changing a spend request', () => {
  const change = (id: string, more: Record<string, unknown>, client = scene.requester) =>
    client.call('PUT', `/api/spend-requests/${id}`, { body: bodyOf(scene, more) })

  it('a lower amount keeps decisions, and anything else asks again with the differences', async () => {
    const id = await file(scene, { lines: [lineOf(scene, 9_000_000)] })
    await decide(scene.approver, id)
    const [line] = (await read(scene.requester, id)).spendRequestLines
    await change(id, { lines: [lineOf(scene, 8_000_000, { id: line.id })] })
    expect((await blocksOf(scene.admin, id)).map(({ status }: { status: string }) => status)).toEqual([
      'APPROVED',
      'PENDING',
    ])
    await change(id, { lines: [lineOf(scene, 8_000_000, { id: line.id })], description: 'Other plan' })
    expect((await blocksOf(scene.admin, id)).map(({ status }: { status: string }) => status)).toEqual([
      'PENDING',
      'PENDING',
    ])
    const { body } = await scene.approver.get(`/api/spend-requests/${id}/changes?since=1`)
    expect(body.changes).toEqual([
      {
        questionId: 'total',
        label: 'Total',
        before: { value: 9_000_000, currency: 'USD' },
        after: { value: 8_000_000, currency: 'USD' },
      },
      {
        questionId: `line:${line.id}:amount`,
        label: 'Line 1: amount',
        before: { value: 9_000_000, currency: 'USD' },
        after: { value: 8_000_000, currency: 'USD' },
      },
      { questionId: 'description', label: 'Description', before: 'Team plan', after: 'Other plan' },
    ])
  })

  it('routing is planned again: below a rule’s amount its step goes, above it comes', async () => {
    const id = await file(scene, { lines: [lineOf(scene, 5_000_000)] })
    await change(id, { lines: [lineOf(scene, 4_999_999)] })
    expect(await labels(id)).toEqual(['Owner'])
    await change(id, { lines: [lineOf(scene, 5_000_001)] })
    expect(await labels(id)).toEqual(['Owner', 'Finance'])
  })

  it('an edit that brings another rule set asks its approvers, and one that leaves it no longer does', async () => {
    const sales = await scene.company.add('departments', `Sales ${newId()}`)
    await addRuleSet(scene.company, { departments: [sales], levels: [always('Sales', scene.people.finance.userId)] })
    const labelsOf = async (id: string) =>
      (await blocksOf(scene.requester, id)).map(({ label }: { label: string }) => label)
    const id = await file(scene)
    expect(await labelsOf(id)).not.toContain('Sales')
    const more = { lines: [lineOf(scene, 1_200_000), { ...lineOf(scene, 100), departmentId: sales }] }
    await scene.requester.call('PUT', `/api/spend-requests/${id}`, { body: bodyOf(scene, more) })
    expect(await labelsOf(id)).toContain('Sales')
    await scene.requester.call('PUT', `/api/spend-requests/${id}`, { body: bodyOf(scene) })
    expect(await labelsOf(id)).not.toContain('Sales')
  })

  it('changing an approved one runs its approvals again, and the approved version stays readable', async () => {
    const id = await file(scene)
    await decide(scene.approver, id)
    expect((await change(id, { lines: [lineOf(scene, 2_000_000)], description: 'More seats' })).status).toBe(200)
    expect(await read(scene.approver, id)).toMatchObject({
      status: 'PENDING',
      version: 2,
      description: 'More seats',
      approved: { version: 1, description: 'Team plan', estimatedCost: { value: 1_200_000 } },
    })
    await decide(scene.approver, id)
    expect(await read(scene.requester, id)).toMatchObject({ status: 'APPROVED', version: 2, approved: { version: 1 } })
  })

  it('someone who read an older version gets a conflict with what changed', async () => {
    const id = await file(scene)
    await change(id, { description: 'Second' })
    const late = await change(id, { description: 'Third', version: 1 })
    expect(late).toMatchObject({ status: 409, body: { reason: 'ANSWERS_CHANGED' } })
    expect((await read(scene.requester, id)).description).toBe('Second')
  })

  it('approvers can’t change it, and neither can anyone while it is archived', async () => {
    const id = await file(scene)
    expect((await change(id, {}, scene.approver)).status).toBe(403)
    await scene.requester.call('PUT', `/api/spend-requests/${id}/archived`, {
      body: { archived: true, message: 'Later' },
    })
    expect(await read(scene.requester, id)).toMatchObject({ archived: true, archiveMessage: 'Later', canEdit: false })
    expect((await change(id, {})).status).toBe(403)
  })
})

describe('amounts in other currencies', () => {
  const pounds = (more = {}) => bodyOf(scene, { currency: 'GBP', lines: [lineOf(scene, 4_000_000)], ...more })

  it('an amount without an exchange rate is refused beside the currency', async () => {
    const refused = await scene.requester.post('/api/spend-requests', { ...pounds(), currency: 'ILS' })
    expect([refused.status, Object.keys(fieldsOf(refused))]).toEqual([400, ['currency']])
  })

  it('an amount is compared in the company’s currency, at a rate that stays with it', async () => {
    const rate = { base: 'GBP', date: new Date().toISOString().slice(0, 10), rate: '1.25' }
    const made = await scene.admin.post('/api/currency-rates', rate)
    const id = await file(scene, pounds())
    // £40,000 are exactly the $50,000 from which finance is asked.
    expect(await labels(id)).toEqual(['Owner', 'Finance'])
    await scene.admin.call('PUT', `/api/currency-rates/${made.body.id}`, { body: { rate: '1' } })
    await scene.requester.call('PUT', `/api/spend-requests/${id}`, { body: pounds({ description: 'Same amount' }) })
    expect(await labels(id)).toEqual(['Owner', 'Finance'])
    expect(await read(scene.requester, id)).toMatchObject({ companyCost: 5_000_000 })
    expect(await labels(await file(scene, pounds()))).toEqual(['Owner'])
  })
})

describe('the list of spend requests', () => {
  const found = async (client: typeof scene.admin, query: string): Promise<string[]> =>
    (await client.get(`/api/spend-requests?${query}`)).body.edges.map(({ node }: { node: { id: string } }) => node.id)

  it('people see what involves them, and its approvers find what waits for them', async () => {
    const mine = await file(scene, { description: 'Unmistakable' })
    const { vendorId } = scene
    const query = `vendorId=${vendorId}&search=unmistakable`
    expect(await found(scene.admin, query)).toEqual([mine])
    expect(await found(scene.requester, query)).toEqual([mine])
    expect(await found(scene.approver, query)).toEqual([mine])
    expect(await found(scene.finance, query)).toEqual([])
    expect(await found(scene.approver, `${query}&filter=ACTION_REQUIRED`)).toEqual([mine])
    expect(await found(scene.requester, `${query}&filter=ACTION_REQUIRED`)).toEqual([])
    await scene.requester.call('PUT', `/api/spend-requests/${mine}/archived`, { body: { archived: true } })
    expect(await found(scene.approver, query)).toEqual([])
    expect(await found(scene.approver, `${query}&filter=ARCHIVED`)).toEqual([mine])
  })

  it('a number finds one spend request, for those who can see it', async () => {
    const id = await file(scene)
    const { readableId } = await read(scene.requester, id)
    expect(await found(scene.admin, `search=${readableId}`)).toEqual([id])
    expect(await found(scene.requester, `search=${readableId.slice(3)}`)).toEqual([id])
    expect(await found(scene.finance, `search=${readableId}`)).toEqual([])
  })

  it('several are archived and reminded at once, each with its own result', async () => {
    const ids = [await file(scene), await file(scene)]
    await scene.admin.call('PUT', `/api/spend-requests/${ids[1]}/archived`, { body: { archived: true } })
    const { body } = await scene.requester.post('/api/spend-requests/remind', { ids, note: 'Please' })
    expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false])
    const archived = await scene.requester.post('/api/spend-requests/archive', { ids, archived: true, message: 'Old' })
    expect(archived.body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true])
  })

  it('the file has the same spend requests as the list', async () => {
    await file(scene, { description: 'In the file' })
    const { body } = await scene.requester.post('/api/spend-requests/by-filter', { filters: { search: 'In the file' } })
    const { body: csv } = await scene.requester.get(`/api/spend-requests/by-filter/${body.hash}.csv`)
    expect(csv).toContain('Acme Cloud,In the file,Pending,Rita Requester,12000.00,1000.00,USD,2027-01-01')
    expect(csv.trim().split('\n')).toHaveLength(2)
  })
})

describe('what belongs to a spend request', () => {
  it('services are linked and unlinked, and its list by service follows', async () => {
    const id = await file(scene)
    const service = (await scene.admin.post('/api/services', { name: `Hosting ${newId()}`, vendorId: scene.vendorId }))
      .body
    const change = (body: object) => scene.requester.post(`/api/spend-requests/${id}/services`, body)
    await change({ serviceIdsToAdd: [service.id] })
    expect((await read(scene.requester, id)).services).toMatchObject([{ id: service.id }])
    const listed = await scene.requester.get(`/api/spend-requests?inServiceIds[]=${service.id}`)
    expect(listed.body.edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual([id])
    await change({ serviceIdsToRemove: [service.id] })
    expect((await read(scene.requester, id)).services).toEqual([])
  })

  it('a vendor that a spend request names can’t be deleted', async () => {
    const vendorId = await scene.company.add('vendors', `Vendor ${newId()}`)
    await file(scene, { vendorId })
    const query = `mutation { deleteVendor(id: "${vendorId}") { id } }`
    const { body } = await scene.admin.post('/graphql', { query })
    expect(body.errors?.[0].extensions.code).toBe('RULE_BROKEN')
  })

  it('deleting it takes it from lists and pages, and its history stays for admins', async () => {
    const id = await file(scene)
    expect((await scene.approver.call('DELETE', `/api/spend-requests/${id}`)).status).toBe(403)
    expect((await scene.requester.call('DELETE', `/api/spend-requests/${id}`)).status).toBe(204)
    expect((await scene.requester.get(`/api/spend-requests/${id}`)).status).toBe(404)
    expect(
      (await scene.approver.get('/api/spend-requests/needs-attention')).body.map((item: { id: string }) => item.id),
    ).not.toContain(id)
  })
})
