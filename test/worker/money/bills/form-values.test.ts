import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { addErp, type BillScene, bookedOf, enter, makeBillScene } from '../../../support/worker/bills.ts'
import { run } from '../../../support/worker/sessions.ts'

const ASKED = `query ($billId: ID) { billFormValues(billId: $billId) {
  needsAccounts needsEntity hasAccounts hasDepartments hasClasses entities { name } accountingPeriods { name } taxCodes { name }
  currencies { symbol } customFields { scriptId name options { label value } } customSegments { scriptId } } }`

describe('what the form of a bill offers', () => {
  let scene: BillScene
  const values = async (billId?: string) => {
    const { body } = await scene.clerk.graphql(ASKED, { billId })
    expect(body.errors, JSON.stringify(body)).toBeUndefined()
    return body.data.billFormValues
  }
  const add = (kind: string, name: string, more = {}) =>
    addErp(scene.company.id, kind, name, { connection_id: scene.connectionId, ...more })
  const details = (value: object) => ({ details: JSON.stringify(value) })
  const putOnBills = (objectId: string) =>
    run(
      'INSERT INTO erp_bill_fields (object_id, company_id, is_on_bills) VALUES (?, ?, 1)',
      ...[objectId, scene.company.id],
    )

  beforeAll(async () => {
    scene = await makeBillScene()
  })

  it('open months newest first, tax codes, currencies, and only custom fields that are on bills', async () => {
    await add('ACCOUNTING_PERIOD', 'Oct 2026', details({ startDay: '2026-10-01', isPosting: true, isClosed: true }))
    await add('ACCOUNTING_PERIOD', 'Nov 2026', details({ startDay: '2026-11-01', isPosting: true, isClosed: false }))
    await add('ACCOUNTING_PERIOD', 'Dec 2026', details({ startDay: '2026-12-01', isPosting: true, isClosed: false }))
    await add('ACCOUNTING_PERIOD', 'FY 2026', details({ startDay: '2026-01-01', isPosting: false, isYear: true }))
    await add('TAX_CODE', 'VAT 21%')
    await add('CURRENCY', 'Euro', { number: 'EUR' })
    const options = [{ erpId: '1', name: 'Alpha' }]
    await putOnBills(await add('CUSTOM_FIELD', 'Project', details({ scriptId: 'custbody_project', options })))
    await add('CUSTOM_FIELD', 'Hidden', details({ scriptId: 'custbody_hidden' }))
    expect(await values()).toEqual({
      ...{ needsAccounts: true, needsEntity: true, hasAccounts: true, hasDepartments: true, hasClasses: false },
      entities: [{ name: 'Acme US' }],
      accountingPeriods: [{ name: 'Dec 2026' }, { name: 'Nov 2026' }],
      taxCodes: [{ name: 'VAT 21%' }],
      currencies: [{ symbol: 'EUR' }],
      customFields: [{ scriptId: 'custbody_project', name: 'Project', options: [{ label: 'Alpha', value: '1' }] }],
      customSegments: [],
    })
  })

  it('reads its page of months out of ten years of periods', async () => {
    const own = await makeBillScene()
    const periods = Array.from({ length: 120 }, (_, at) => {
      const [year, month] = [2017 + Math.floor(at / 12), String((at % 12) + 1).padStart(2, '0')]
      const isClosed = at < 110
      return addErp(own.company.id, 'ACCOUNTING_PERIOD', `${year}-${month}`, {
        ...{ connection_id: own.connectionId },
        details: JSON.stringify({ startDay: `${year}-${month}-01`, isPosting: true, isClosed }),
      })
    })
    await Promise.all(periods)
    const answer = await own.clerk.graphql(ASKED)
    expect(answer.body.data.billFormValues.accountingPeriods).toHaveLength(10)
    const [, trips, read] = /trips=(\d+) .*read=(\d+)/.exec(answer.headers.get('Server-Timing') ?? '') ?? []
    expect(Number(trips)).toBeLessThanOrEqual(2)
    expect(Number(read)).toBeLessThan(150)
  })

  it('what a bill names stays among the options after it became inactive', async () => {
    const erpTaxCodeId = await add('TAX_CODE', 'VAT 19%')
    const id = await enter(scene, { lines: [{ amount: 120_000, ...bookedOf(scene), erpTaxCodeId }] })
    await run('UPDATE erp_objects SET is_active = 0 WHERE id = ?', erpTaxCodeId)
    expect((await values()).taxCodes).not.toContainEqual({ name: 'VAT 19%' })
    expect((await values(id)).taxCodes).toContainEqual({ name: 'VAT 19%' })
  })

  it('another company’s bill, and one that doesn’t exist, are not found', async () => {
    const other = await makeBillScene()
    for (const billId of [await enter(other), newId()])
      expect((await scene.clerk.graphql(ASKED, { billId })).body.errors[0].extensions.code).toBe('NOT_FOUND')
  })

  it('accounts are found by name and by number, and shown with both', async () => {
    await add('ACCOUNT', 'Travel', { number: '6300' })
    for (const search of ['trav', '630']) {
      const { body } = await scene.clerk.get(`/api/payments/bills/options/account?search=${search}`)
      expect(body.edges.map(({ node }: { node: { label: string } }) => node.label)).toEqual(['6300 Travel'])
    }
  })

  it('accounts that a line can’t have are not offered, neither by page nor in GraphQL', async () => {
    await add('ACCOUNT', 'Checking of lines', { classification: 'Bank' })
    await add('ACCOUNT', 'Sales of lines', { account_type: 'REVENUE' })
    await add('ACCOUNT', 'Tools of lines', { classification: 'Expense', account_type: 'EXPENSE' })
    const { body } = await scene.clerk.get('/api/payments/bills/options/account?search=of%20lines')
    expect(body.edges.map(({ node }: { node: { label: string } }) => node.label)).toEqual(['Tools of lines'])
    const asked = '{ erpOptions(search: "of lines") { accounts { name } } }'
    expect((await scene.clerk.graphql(asked)).body.data.erpOptions.accounts).toEqual([{ name: 'Tools of lines' }])
  })

  it('a company without an accounting system needs neither accounts nor an entity', async () => {
    const plain = await makeBillScene({ connected: false })
    const { body } = await plain.clerk.graphql(ASKED)
    expect(body.data.billFormValues).toMatchObject({ needsAccounts: false, needsEntity: false })
  })
})
