import { expect } from 'vitest'
import type { MappingRow } from '../../../schema/planning/actuals/mapping-values.ts'
import { current } from '../bundle/current.ts'
import { books, connect, document, line, object, sync, workOn } from './made-books.ts'
import { rows, run } from './sessions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from './world.ts'

const MINUTE_MS = 60_000

const made = {} as { company: TestCompany; admin: Client; member: Client }
/** The company of the running test. */
export const company = current(() => made.company)
export const admin = current(() => made.admin)
export const member = current(() => made.member)

/** A company whose books have accounts, units and vendors, none of them mapped, and four lines. */
export const makeMappingScene = async (): Promise<void> => {
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  made.company = await makeCompany(['enableIntakeRequests', 'enableBusinessUnits', 'enableEntities'])
  made.admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  made.member = await signIn(company, await company.addPerson())
  await connect(company.id)
  books.objects = [
    object('ENTITY', 'main', { name: 'Main Ltd' }),
    object('ACCOUNT', 'travel', { name: 'Travel', number: '6100', classification: 'Expense' }),
    object('ACCOUNT', 'hosting', { name: 'Hosting', accountType: 'COGS', classification: 'Cost of Goods Sold' }),
    object('ACCOUNT', 'sales', { name: 'Sales', accountType: 'REVENUE' }),
    object('ACCOUNT', 'bank', { name: 'Bank', accountType: 'OTHER' }),
    object('DEPARTMENT', 'it', { name: ' it ' }),
    object('DEPARTMENT', 'hr', { name: 'Human Resources' }),
    object('LOCATION', 'berlin', { name: 'Berlin' }),
    object('CLASSIFICATION', 'retail', { name: 'Retail' }),
    object('VENDOR', 'acme', { name: 'Acme' }),
    object('VENDOR', 'globex', { name: 'Globex' }),
    object('VENDOR', 'initech', { name: 'Initech' }),
  ]
  books.documents = [
    document(
      'BILL',
      'b1',
      [
        line('travel', 12_000, { vendorErpId: 'acme', departmentErpId: 'it', locationErpId: 'berlin' }),
        line('hosting', 3_000, { vendorErpId: 'acme', classificationErpId: 'retail' }),
        line('bank', -15_000),
      ],
      { entityErpId: 'main' },
    ),
    document('BILL', 'b2', [line('travel', 500, { vendorErpId: 'globex', departmentErpId: 'hr' })], {
      date: '2026-06-30',
    }),
    document('INVOICE', 'i1', [line('sales', -90_000)], { date: '2026-07-31' }),
  ]
  await sync()
}

export const list = async (kind: string, query = '', client = admin): Promise<MappingRow[]> => {
  const answer = await client.get(`/api/erp-mappings/${kind}?first=100${query}`)
  expect(answer.status).toBe(200)
  return answer.body.edges.map(({ node }: { node: MappingRow }) => node)
}
export const rowOf = async (kind: string, name: string): Promise<MappingRow> => {
  const row = (await list(kind)).find((each) => each.name.trim() === name)
  if (!row) throw new Error(`There is no ${name}`)
  return row
}
export const save = (kind: string, changes: object[], client = admin): Promise<Answer> =>
  client.post(`/api/erp-mappings/${kind}`, { changes })
/** A save that has to work, and everything that follows it. */
export const saved = async (
  kind: string,
  changes: object[],
): Promise<{ saveId: string; changedIds: string[]; created: number }> => {
  const { status, body } = await save(kind, changes)
  expect([status, body]).toMatchObject([200, {}])
  await follow()
  return body
}
/** The runs that a save started have the time of the Worker's clock. */
export const follow = async (): Promise<void> => {
  books.now = Math.max(books.now, Date.now()) + MINUTE_MS
  await workOn()
}
export const graphql = async (text: string, variables: object = {}, client = admin) => {
  const { body } = await client.post('/graphql', { query: text, variables })
  return body
}
export const wholeRead = async () => {
  await run('UPDATE erp_connections SET is_full_wanted = 1 WHERE id = ?', books.connectionId)
  books.now += MINUTE_MS
  await sync()
}
export const linesOf = () =>
  rows(
    `SELECT erp_id, line_erp_id, account_type, vendor_id, category_id, department_id, business_unit_id, location_id,
            entity_id, is_payroll, is_tracked FROM transactions WHERE company_id = ? ORDER BY erp_id, line_erp_id`,
    company.id,
  )
