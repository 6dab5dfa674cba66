import { beforeEach, describe, expect, it } from 'vitest'
import { addBillField } from '../../../support/worker/fixtures/bill-settings.ts'
import { addErpObject } from '../../../support/worker/fixtures/mappings.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** What bills and payments are written into the accounting system with. */

let company: TestCompany
let admin: Client
let entity: string

beforeEach(async () => {
  company = await makeCompany(['paymentsEnabled'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  entity = await addErpObject(company.id, 'ENTITY', { name: 'Main' })
})

const account = (classification: string, name = classification, of = company.id) =>
  addErpObject(of, null, { kind: 'ACCOUNT', classification, name })
const set = (body: object) => admin.post(`/api/erp-entities/${entity}/sync-accounts`, body)
const faults = async (body: object) => {
  const { status, body: answer } = await set(body)
  return [status, answer.fields]
}
const shown = async () => (await admin.get('/api/erp-entities')).body[0]

describe('the accounts of an entity', () => {
  it('what is given is set, and what is left out stays', async () => {
    const [payables, bank] = [await account('Accounts Payable'), await account('Bank')]
    const all = { syncBills: true, syncBillPayments: true, glBillPayableAccountId: payables, glFundingAccountId: bank }
    expect((await set({ ...all, glClearingAccountId: bank })).status).toBe(200)
    expect((await set({ glClearingAccountId: null })).status).toBe(200)
    expect(await shown()).toMatchObject({ id: entity, ...all, glClearingAccountId: null })
    expect(
      await rows("SELECT message FROM audit_log WHERE company_id = ? AND action LIKE 'accounting.entity%'", company.id),
    ).toHaveLength(2)
  })

  it('an account of another type is refused beside its field, and nothing is set', async () => {
    const [bank, expense] = [await account('Bank', 'Checking'), await account('Expense', 'Travel')]
    const body = { glBillPayableAccountId: bank, glFundingAccountId: expense, glClearingAccountId: bank }
    expect(await faults(body)).toEqual([
      400,
      {
        glBillPayableAccountId: 'Checking isn’t an accounts payable account',
        glFundingAccountId: 'Travel isn’t a bank account',
      },
    ])
    expect(await shown()).toMatchObject({ glClearingAccountId: null })
  })

  it('an account of another company, of other books, of another entity or an inactive one is refused', async () => {
    const other = await makeCompany()
    const words = 'This account isn’t in the same books as the entity'
    expect(await faults({ glFundingAccountId: await account('Bank', 'Theirs', other.id) })).toEqual([
      400,
      { glFundingAccountId: words },
    ])
    const bank = await account('Bank', 'Checking')
    const change = (sql: string) => run(`UPDATE erp_objects SET ${sql} WHERE id = ?`, bank)
    await change("connection_id = 'other books'")
    expect(await faults({ glFundingAccountId: bank })).toEqual([400, { glFundingAccountId: words }])
    await change("connection_id = 'connection', is_active = 0")
    expect(await faults({ glFundingAccountId: bank })).toEqual([
      400,
      { glFundingAccountId: 'Checking is inactive. Choose another account' },
    ])
    await change(`is_active = 1, details = '{"entityErpIds":["another"]}'`)
    expect(await faults({ glFundingAccountId: bank })).toEqual([
      400,
      { glFundingAccountId: 'Main doesn’t have Checking' },
    ])
  })

  it('bills aren’t written without an account that they are owed on, payments not without one they are made from', async () => {
    expect(await faults({ syncBills: true, syncBillPayments: true })).toEqual([
      400,
      {
        glBillPayableAccountId: 'Choose the account that bills are owed on',
        glFundingAccountId: 'Choose the account that payments are made from',
      },
    ])
  })
})

describe('custom fields and segments', () => {
  it('people who enter bills read them, and only admins put them on bills', async () => {
    const field = await addBillField(company.id, 'CUSTOM_FIELD')
    const clerk = await signIn(company, await company.addPerson({ flags: ['hasPaymentsAccess'] }))
    const member = await signIn(company, await company.addPerson({}))
    const paths = ['/api/erp-custom-fields', '/api/erp-custom-segments', `/api/erp-custom-fields/${field}/options`]
    for (const path of paths)
      expect([(await clerk.get(path)).status, (await member.get(path)).status]).toEqual([200, 403])
    const put = await clerk.call('PUT', `/api/erp-custom-fields/${field}/show-on-bill`, { body: { showOnBill: true } })
    expect(put.status).toBe(403)
  })

  it('each is off bills until an admin puts it there, and choices are found by a part of their name', async () => {
    const [field, segment] = [
      await addBillField(company.id, 'CUSTOM_FIELD'),
      await addBillField(company.id, 'CUSTOM_SEGMENT'),
    ]
    const fields = async () => (await admin.get('/api/erp-custom-fields')).body
    const segments = async () => (await admin.get('/api/erp-custom-segments')).body
    expect(await fields()).toMatchObject([{ id: field, showOnBill: false, scriptId: 'custbody_grant' }])
    expect(await segments()).toMatchObject([{ id: segment, enabled: false }])
    const put = (path: string, body: object) => admin.call('PUT', path, { body })
    expect((await put(`/api/erp-custom-fields/${field}/show-on-bill`, { showOnBill: true })).status).toBe(200)
    expect((await put(`/api/erp-custom-segments/${segment}/enabled`, { enabled: true })).status).toBe(200)
    expect(await fields()).toMatchObject([{ showOnBill: true }])
    expect(await segments()).toMatchObject([{ enabled: true }])
    expect((await put(`/api/erp-custom-fields/${segment}/show-on-bill`, { showOnBill: true })).status).toBe(404)
    expect((await admin.get(`/api/erp-custom-fields/${field}/options?search=teach`)).body).toEqual([
      { label: 'Teaching', value: '2' },
    ])
  })
})
