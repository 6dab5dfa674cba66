import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { codeOf, isRest, testDoors } from '../../../support/worker/doors.ts'
import { addPurchaseOrder, orderContent } from '../../../support/worker/fixtures/purchase-orders.ts'
import { FORM, file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Orders follow their request and department; payments, admins and those who see everything read all. */

const VIEWERS = [
  ...['rita', 'approver', 'delegate', 'lead', 'unitLead', 'otherLead', 'spender', 'payer', 'viewer', 'member'],
] as const
type Viewer =
  | 'rita'
  | 'approver'
  | 'delegate'
  | 'lead'
  | 'unitLead'
  | 'otherLead'
  | 'spender'
  | 'payer'
  | 'viewer'
  | 'member'
const FLAGS: Partial<Record<Viewer, string[]>> = {
  lead: ['hasDepartmentAccess'],
  otherLead: ['hasDepartmentAccess'],
  unitLead: ['hasBusinessUnitAccess'],
  spender: ['hasSpendRequestAccess'],
  payer: ['hasPaymentsAccess'],
  viewer: ['hasSuperViewerAccess'],
}
const ORDERS = [
  'ofRequest',
  'ofSpender',
  'ofDepartment',
  'ofLine',
  'ofBooksDepartment',
  'ofUnit',
  'made',
  'loose',
  'ofDeleted',
] as const
type Name = (typeof ORDERS)[number]

/** Written out, not taken from the rule. */
const READS: Record<Viewer, readonly Name[]> = {
  rita: ['ofRequest'],
  approver: ['ofRequest', 'ofSpender'],
  delegate: ['ofRequest', 'ofSpender'],
  lead: ['ofDepartment', 'ofLine', 'ofBooksDepartment'],
  unitLead: ['ofUnit'],
  otherLead: [],
  spender: ['ofSpender'],
  payer: [...ORDERS],
  viewer: [...ORDERS],
  member: ['made'],
}

const as = {} as Record<Viewer | 'admin', Client>
const ids = {} as Record<Viewer, string>
const orders = {} as Record<Name, string>
let company: TestCompany

const named = (id: string) => ({ id, name: 'Engineering' })

beforeAll(async () => {
  company = await makeCompany([
    'enableIntakeRequests',
    'enableNetsuitePurchaseOrder',
    'enableBusinessUnits',
    'paymentsEnabled',
  ])
  for (const name of VIEWERS as readonly Viewer[]) {
    const person = await company.addPerson({ name: `${name} P`, flags: (FLAGS[name] ?? []) as never })
    as[name] = await signIn(company, person)
    ids[name] = person.userId
  }
  as.admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  const [department, other, unit] = [
    await company.add('departments'),
    await company.add('departments'),
    await company.add('business_units'),
  ]
  await company.addToDepartment(department, ids.lead)
  await company.addToDepartment(other, ids.otherLead)
  // Belonging to a department isn't leading it.
  await company.addToDepartment(department, ids.member)
  await company.addToBusinessUnit(unit, ids.unitLead)
  const delegated = await as.approver.post('/api/current-user/delegate-approvers', { userId: ids.delegate, note: '' })
  expect(codeOf(delegated)).toBe('OK')
  const category = await makeCategory(as.admin, {
    form: FORM,
    levels: [[rule('approve', { approverUserIds: [ids.approver] })]],
  })
  const requests = {
    rita: await file(as.rita, category.id, { title: 'Laptops' }),
    spender: await file(as.spender, category.id, { title: 'Phones' }),
    deleted: await file(as.rita, category.id, { title: 'Withdrawn' }),
  }
  const booksDepartment = newId()
  await run(
    `INSERT INTO erp_objects (id, company_id, connection_id, kind, mapped_kind, erp_id, name, name_key, is_active,
       created_at, updated_at, department_id) VALUES (?1, ?2, 'books', 'DEPARTMENT', 'DEPARTMENT', '7', 'Eng', 'eng', 1, 1, 1, ?3)`,
    ...[booksDepartment, company.id, department],
  )
  const [line] = orderContent().lines
  const of = (id: string) => ({ more: { intake_submission_id: id } })
  const made: Record<Name, Parameters<typeof addPurchaseOrder>[1]> = {
    ofRequest: of(requests.rita),
    ofSpender: of(requests.spender),
    ofDepartment: { content: { department: named(department) } },
    ofLine: { content: { lines: [line, { ...line, id: 'line-2', department: named(department) }] } },
    ofBooksDepartment: { content: { department: named(booksDepartment) } },
    ofUnit: { content: { classification: named(unit) } },
    made: { more: { created_by_user_id: ids.member } },
    loose: {},
    ofDeleted: of(requests.deleted),
  }
  for (const name of ORDERS) orders[name] = await addPurchaseOrder(company.id, made[name])
  await run('UPDATE intake_submissions SET deleted_at = 1 WHERE id = ?', requests.deleted)
})

const isRead = async (viewer: Viewer, name: Name): Promise<boolean> =>
  (await as[viewer].get(`/api/purchase-orders/${orders[name]}`)).status === 200

const listed = async (viewer: Viewer, more = ''): Promise<string[]> => {
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await as[viewer].get(`/api/purchase-orders?first=2${more}${cursor}`)
    found.push(...body.edges.map(({ node }: { node: { id: string } }) => node.id))
    if (!body.pageInfo.hasNextPage) return found
    cursor = `&cursor=${encodeURIComponent(body.pageInfo.endCursor)}`
  }
}
const namesOf = (found: readonly string[]) => ORDERS.filter((name) => found.includes(orders[name]))

describe.each(VIEWERS as readonly Viewer[])('%s', (viewer) => {
  it('reads these orders, and finds the same in the list, its file and its other orders', async () => {
    const read: Name[] = []
    for (const name of ORDERS) if (await isRead(viewer, name)) read.push(name)
    expect(read).toEqual(READS[viewer])
    expect(namesOf(await listed(viewer))).toEqual(read)
    for (const more of [
      '&orderBy[by][]=totalAmount&orderBy[dir][]=DESC',
      '&orderBy[by][]=number',
      '&status=OPEN',
      '&search=Team',
    ])
      expect([more, namesOf(await listed(viewer, more))]).toEqual([more, read])
    const { hash } = (await as[viewer].post('/api/purchase-orders/by-filter', { filters: { status: 'OPEN' } })).body
    const csv = (await as[viewer].get(`/api/purchase-orders/by-filter/${hash}.csv`)).body
    expect(String(csv).match(/^PO-/gm)?.length ?? 0).toBe(read.length)
  })

  it('finds them in search, reads their history and may be told of comments on them, and of no others', async () => {
    for (const name of ORDERS) {
      const reads = READS[viewer].includes(name)
      const number = ORDERS.indexOf(name) + 1
      const hits = (await as[viewer].get(`/api/search?query=PO-${number}`)).body
      const found = hits.some(({ purchaseOrderId }: { purchaseOrderId: string }) => purchaseOrderId === orders[name])
      expect([name, 'search', found]).toEqual([name, 'search', reads])
      const history = await as[viewer].get(`/api/audit-logs?targetType=PURCHASE_ORDER&targetId=${orders[name]}`)
      expect([name, 'history', history.status]).toEqual([name, 'history', reads ? 200 : 404])
      const mentioned = await as.admin.post(`/api/purchase-orders/${orders[name]}/threads`, {
        commentBody: `Look @[${viewer} P](${ids[viewer]})`,
        documentIds: [],
      })
      expect([name, 'mention', mentioned.status]).toEqual([name, 'mention', reads ? 200 : 400])
    }
  })
})

it('shows a file of an order, or of a comment on one, to those who read the order', async () => {
  const [attached, commented] = [await makeDocument(as.admin), await makeDocument(as.admin)]
  await as.admin.post(`/api/purchase-orders/${orders.ofDepartment}/documents`, { documentIds: [attached] })
  const said = await as.admin.post(`/api/purchase-orders/${orders.ofDepartment}/threads`, {
    commentBody: 'The offer',
    documentIds: [commented],
  })
  expect(said.status).toBe(200)
  for (const viewer of VIEWERS as readonly Viewer[])
    for (const id of [attached, commented]) {
      const { status } = await as[viewer].get(`/api/documents/${id}`)
      expect([viewer, status]).toEqual([viewer, READS[viewer].includes('ofDepartment') ? 200 : 404])
    }
})

/** Valid inputs, besides the order. An operation that takes an order has one, or needs none. */
const INPUTS: Record<string, object> = {
  'bills.get-order': {},
  'purchase-orders.create-thread': { commentBody: 'Hello', documentIds: [] },
  'purchase-orders.close': { closed: true },
  'purchase-orders.mail': { email: 'orders@acme-tools.com' },
  'purchase-orders.add-documents': { documentIds: ['a-document'] },
  'purchase-orders.remove-documents': { documentIds: ['a-document'] },
  'purchase-orders.propose-change': {
    ...{ transactionDate: '2026-11-03', memo: 'More', reason: 'More seats' },
    lines: [{ description: 'Seats', amount: 15_000 }],
  },
  'purchase-orders.preview-change': {
    ...{ transactionDate: '2026-11-03', memo: 'More', reason: 'More seats' },
    lines: [{ description: 'Seats', amount: 15_000 }],
  },
  'purchase-orders.decide': { status: 'APPROVED', levelGroupStatusId: 'a-block' },
  'purchase-orders.undo-decision': { sequence: 1 },
  'purchase-orders.remind': { levelGroupStatusId: 'a-block' },
  'purchase-orders.bypass': { levelGroupStatusId: 'a-block', approverNote: 'By phone' },
  'purchase-orders.get-changes-since': { since: 1 },
}
const takesOrder = testDoors.filter(isRest).filter(({ endpoint }) => endpoint.path.includes('{purchaseOrderId}'))

it.each(takesOrder.map((door) => [door.name, door] as const))(
  'answers %s about another’s order as about one that isn’t there',
  async (_, door) => {
    const input = { ...INPUTS[door.operation.id], purchaseOrderId: orders.ofDepartment }
    const isPayments = door.operation.access.startsWith('payments.')
    for (const viewer of ['member', 'spender', 'otherLead', 'unitLead'] as const)
      expect([viewer, codeOf(await door.call(as[viewer], input))]).toEqual([
        viewer,
        isPayments ? 'FORBIDDEN' : 'NOT_FOUND',
      ])
  },
)

it('asks of every operation that takes an order', () => {
  expect(takesOrder.length).toBeGreaterThan(15)
})
