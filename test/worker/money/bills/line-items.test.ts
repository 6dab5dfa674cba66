import { beforeAll, describe, expect, it } from 'vitest'
import { type BillScene, bookedOf, enter, makeBillScene } from '../../../support/worker/bills.ts'
import { run } from '../../../support/worker/sessions.ts'

/** The report of bills' lines, and its file. */

const PATH = '/api/payments/bills/line-items'
let scene: BillScene
let first: string
beforeAll(async () => {
  scene = await makeBillScene()
  first = await enter(scene, {
    ...{ invoiceNumber: 'TWO-LINES', totalAmount: 150_000 },
    lines: [
      { amount: 120_000, memo: 'Servers', ...bookedOf(scene) },
      { amount: 30_000, memo: '=Support', erpAccountId: scene.accountId },
    ],
  })
  await enter(scene, { invoiceNumber: 'CREDIT', isCredit: true, invoiceDate: '2026-01-05', dueDate: null })
})

interface Edge {
  node: { number: number; memo: string; bill: { invoiceNumber: string } }
}
const read = async (query = '', client = scene.clerk) => (await client.get(`${PATH}?${query}`)).body
const found = async (query = ''): Promise<string[]> =>
  (await read(query)).edges.map(({ node }: Edge) => `${node.bill.invoiceNumber} ${node.number}`)

describe('line items', () => {
  it('each line says its amount and currency, where it is booked, and what its bill is', async () => {
    const { edges } = await read('search=servers')
    expect(edges).toMatchObject([
      {
        node: {
          ...{ number: 1, memo: 'Servers', amount: { value: 120_000, currency: 'USD' } },
          erpAccount: { name: 'Software', generalLedgerAccountNumber: '6100' },
          erpDepartmentMapping: { name: 'R&D' },
          ...{ category: { name: 'Software' }, department: { name: 'Engineering' }, businessUnit: null },
          bill: {
            ...{ id: first, displayName: 'Acme Cloud Inc TWO-LINES', isCredit: false, status: 'APPROVED' },
            ...{ erpVendor: { name: 'Acme Cloud Inc' }, erpEntity: { name: 'Acme US' } },
            totalAmount: { value: 150_000, currency: 'USD' },
            currency: { symbol: 'USD', exchangeRate: 1 },
          },
        },
      },
    ])
  })

  it.each([
    ['', ['CREDIT 1', 'TWO-LINES 2', 'TWO-LINES 1']],
    ['orderBy[by][]=invoiceDate&orderBy[dir][]=ASC', ['CREDIT 1', 'TWO-LINES 1', 'TWO-LINES 2']],
    ['isCredit=true', ['CREDIT 1']],
    ['invoicedFrom=2026-06-01', ['TWO-LINES 2', 'TWO-LINES 1']],
    ['status=PENDING', []],
    ['search=two-lines', ['TWO-LINES 2', 'TWO-LINES 1']],
    ['search=two-lines&filter=ALL&orderBy[by][]=createdAt&orderBy[dir][]=ASC&first=2', ['TWO-LINES 1', 'TWO-LINES 2']],
  ])('asked by “%s” it has those lines, in order', async (query, lines) => {
    expect(await found(query)).toEqual(lines)
  })

  it('lines are found by what their accounts and departments are mapped to', async () => {
    expect(await found(`departmentId=${scene.departmentId}&isCredit=false`)).toEqual(['TWO-LINES 1'])
    expect(await found(`categoryId=${scene.categoryId}&isCredit=false`)).toEqual(['TWO-LINES 2', 'TWO-LINES 1'])
    expect(await found(`vendorId=${scene.vendorId}`)).toHaveLength(3)
  })

  it('pages continue where they end, in the middle of a bill too', async () => {
    const { edges, pageInfo } = await read('first=2')
    expect(edges).toHaveLength(2)
    const next = await read(`first=2&cursor=${encodeURIComponent(pageInfo.endCursor)}`)
    expect(next.edges.map(({ node }: Edge) => node.memo)).toEqual(['Servers'])
    expect(next.pageInfo.hasNextPage).toBe(false)
  })

  it('the file has every line with the same filters, and no cell is a formula', async () => {
    const lines = String((await scene.clerk.get(`${PATH}.csv?isCredit=false`)).body)
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('Vendor,Invoice number,Invoice date')
    expect(lines[1]).toContain("'=Support,300.00,USD,1,6100,Software")
    expect(lines[2]).toContain('Servers,1200.00,USD,1,6100,Software,R&D')
  })

  it('archived and deleted bills, and those of others, aren’t in it', async () => {
    const other = await makeBillScene()
    expect((await read('', other.clerk)).edges).toEqual([])
    expect((await scene.member.get(PATH)).status).toBe(403)
    const gone = await enter(other)
    const kept = await enter(other, { invoiceNumber: 'KEPT' })
    await other.clerk.call('DELETE', `/api/payments/bills/${gone}`)
    await other.clerk.call('PUT', `/api/payments/bills/${kept}/archived`, { body: { archived: true } })
    expect((await read('', other.clerk)).edges).toEqual([])
    expect((await read('filter=ARCHIVED', other.clerk)).edges).toHaveLength(1)
  })

  it('a bill in another currency says its rate', async () => {
    const other = await makeBillScene()
    await other.admin.post('/api/currency-rates', { base: 'EUR', date: '2026-11-01', rate: '1.25' })
    await enter(other, { currency: 'EUR' })
    const { edges } = await read('', other.clerk)
    expect(edges[0].node).toMatchObject({ amount: { currency: 'EUR' }, bill: { currency: { exchangeRate: 1.25 } } })
    await run('DELETE FROM currency_rates WHERE company_id = ?', other.company.id)
  })
})
