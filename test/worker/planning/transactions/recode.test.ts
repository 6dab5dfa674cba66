import { beforeEach, describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { books, connect, document, line, object, sync, workOn } from '../../../support/worker/made-books.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { addTransactions, linkBooks, sumMonths } from '../../../support/worker/transactions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Changing the vendor and the category of transactions. */

let company = {} as TestCompany
let admin = {} as Client
let analyst = {} as Client
let acme = ''
let globex = ''
let software = ''
let sales = ''

beforeEach(async () => {
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  company = await makeCompany()
  await linkBooks(company.id)
  admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  analyst = await signIn(company, await company.addPerson({ flags: ['hasFinancialAnalysisAccess'] }))
  acme = await company.add('vendors', 'Acme')
  globex = await company.add('vendors', 'Globex')
  software = await company.add('spend_categories', 'Software')
  sales = await company.add('revenue_categories', 'Sales')
})

const add = async (...lines: Parameters<typeof addTransactions>[1]) => addTransactions(company.id, lines)
const update = (transactionId: string, body: object, client = admin) =>
  client.post('/api/update-transaction', { transactionId, ...body })
const recode = (body: object, client = admin) => client.post('/api/transactions/recode', body)
const undo = (recodeId: string, client = admin) => client.post(`/api/transaction-recodes/${recodeId}/undo`)
const stored = (id: string) =>
  rows<{ vendor: string | null; category: string | null; isVendorSet: number; isCategorySet: number; version: number }>(
    `SELECT vendor_id AS vendor, category_id AS category, is_vendor_set AS isVendorSet, is_category_set AS isCategorySet,
            version FROM transactions WHERE id = ?`,
    id,
  ).then(([row]) => row)
/** The runs that a change started have the time of the Worker's clock. */
const follow = async (): Promise<void> => {
  books.companyId = company.id
  books.now = Math.max(books.now, Date.now()) + 60_000
  await workOn(company.id, books.now)
}
/** What the sums say, beside what the lines add up to. */
const sums = async () => {
  const kept = await rows(
    `SELECT dimension, value, month, SUM(amount_minor) AS amount, SUM(lines) AS lines FROM transaction_sums
      WHERE company_id = ? AND dimension IN ('vendor', 'category') GROUP BY 1, 2, 3 HAVING SUM(lines) <> 0 ORDER BY 1, 2, 3`,
    company.id,
  )
  await sumMonths(company.id)
  const summed = await rows(
    `SELECT dimension, value, month, SUM(amount_minor) AS amount, SUM(lines) AS lines FROM transaction_sums
      WHERE company_id = ? AND dimension IN ('vendor', 'category') GROUP BY 1, 2, 3 HAVING SUM(lines) <> 0 ORDER BY 1, 2, 3`,
    company.id,
  )
  return { kept, summed }
}

describe('changing one transaction', () => {
  it('sets the vendor and the category, with who changed what from what, and sums that follow', async () => {
    const [id = ''] = await add({ vendorId: acme, amountMinor: 500 }, { vendorId: acme, amountMinor: 70 })
    const answer = await update(id, { vendorId: globex, spendCategoryId: software })
    expect([answer.status, answer.body]).toMatchObject([200, { id, recodeId: expect.any(String) }])
    expect(await stored(id)).toMatchObject({ vendor: globex, category: software, isVendorSet: 1, isCategorySet: 1 })
    const { kept, summed } = await sums()
    expect(kept).toEqual(summed)
    const history = await admin.get(`/api/transactions/${id}/recodes`)
    expect(history.body).toMatchObject([
      {
        madeBy: { firstName: 'Ada' },
        vendor: { from: { name: 'Acme' }, to: { name: 'Globex' } },
        category: { from: null, to: { name: 'Software' } },
        undoneAt: null,
      },
    ])
    const log = await admin.get(`/api/audit-logs?targetType=TRANSACTION&targetId=${id}`)
    expect(log.body.edges[0].node).toMatchObject({
      message: 'Changed the vendor and category of Acme on May 10, 2026',
      changeData: { before: { vendor: 'Acme', category: null }, after: { vendor: 'Globex', category: 'Software' } },
    })
  })

  it('changes only what is named, and null is none', async () => {
    const [id = ''] = await add({ vendorId: acme, categoryId: software })
    await update(id, { vendorId: null })
    expect(await stored(id)).toMatchObject({ vendor: null, category: software, isVendorSet: 1, isCategorySet: 0 })
  })

  it('revenue has a revenue category, and expenses have a spend category', async () => {
    const [expense = '', revenue = ''] = await add({}, { type: 'revenue', accountType: 'REVENUE' })
    expect(fieldsOf(await update(revenue, { spendCategoryId: software }))).toEqual({
      spendCategoryId: 'Revenue has a revenue category, not a spend category',
    })
    expect(fieldsOf(await update(expense, { revenueCategoryId: sales }))).toEqual({
      revenueCategoryId: 'Expenses have a spend category, not a revenue category',
    })
    expect((await update(revenue, { revenueCategoryId: sales })).status).toBe(200)
    expect(await stored(revenue)).toMatchObject({ category: sales, isCategorySet: 1 })
  })

  it('another company’s vendors, categories and lines are refused', async () => {
    const other = await makeCompany()
    const [id = ''] = await add({})
    const foreign = await other.add('vendors', 'Foreign')
    expect(fieldsOf(await update(id, { vendorId: foreign }))).toEqual({ vendorId: 'Choose a vendor of your company' })
    const [theirs = ''] = await addTransactions(other.id, [{}])
    expect((await update(theirs, { vendorId: acme })).status).toBe(404)
  })

  it('a version that is no longer the newest is a conflict, and without one the last write wins', async () => {
    const [id = ''] = await add({ vendorId: acme })
    await update(id, { vendorId: globex, version: 1 })
    expect((await update(id, { vendorId: null, version: 1 })).status).toBe(409)
    expect((await update(id, { vendorId: null })).status).toBe(200)
  })

  it('analysts change what they see, which is no payroll, and leads and vendor admins change nothing', async () => {
    const department = await company.add('departments', 'IT')
    const leading = await company.addPerson({ flags: ['hasDepartmentAccess', 'hasDepartmentPayrollAccess'] })
    await company.addToDepartment(department, leading.userId)
    const lead = await signIn(company, leading)
    const vendorAdmin = await signIn(company, await company.addPerson({ flags: ['hasVendorAdminAccess'] }))
    const [id = '', salary = ''] = await add(
      { departmentId: department },
      { departmentId: department, isPayroll: true },
    )
    expect((await update(id, { vendorId: acme }, analyst)).status).toBe(200)
    expect((await update(salary, { vendorId: acme }, analyst)).status).toBe(404)
    expect((await update(id, { vendorId: globex }, lead)).status).toBe(403)
    expect((await update(id, { vendorId: globex }, vendorAdmin)).status).toBe(403)
    expect((await recode({ transactionIds: [id, salary], vendorId: acme }, analyst)).status).toBe(404)
  })

  it('undoing gives back what the line had, and a line that changed since keeps what it has', async () => {
    const [id = '', kept = ''] = await add({ vendorId: acme }, { vendorId: acme })
    const { recodeId } = (await recode({ transactionIds: [id, kept], vendorId: globex })).body
    await update(kept, { vendorId: null })
    const undone = await undo(recodeId)
    expect(undone.body).toMatchObject({ state: 'UNDONE', restored: 1, kept: 1 })
    expect(await stored(id)).toMatchObject({ isVendorSet: 0 })
    expect(await stored(kept)).toMatchObject({ vendor: null, isVendorSet: 1 })
    expect((await undo(recodeId)).status).toBe(422)
    const { kept: now, summed } = await sums()
    expect(now).toEqual(summed)
  })

  it('only its maker and admins undo a change', async () => {
    const other = await signIn(company, await company.addPerson({ flags: ['hasFinancialAnalysisAccess'] }))
    const [id = ''] = await add({})
    const { recodeId } = (await update(id, { vendorId: acme }, analyst)).body
    expect((await undo(recodeId, other)).status).toBe(404)
    expect((await other.get(`/api/transaction-recodes/${recodeId}`)).status).toBe(404)
    expect((await other.get('/api/transaction-recodes')).body).toEqual([])
    expect((await undo(recodeId, admin)).status).toBe(200)
  })
})

describe('what a person set on a line', () => {
  const wholeRead = async () => {
    await run('UPDATE erp_connections SET is_full_wanted = 1 WHERE id = ?', books.connectionId)
    books.now += 60_000
    await sync()
  }
  const theLine = async () => {
    const [row] = await rows<{ id: string }>('SELECT id FROM transactions WHERE company_id = ?', company.id)
    return row?.id ?? ''
  }
  const objectId = async (erpId: string) => {
    const [row] = await rows<{ id: string }>(
      'SELECT id FROM erp_objects WHERE company_id = ? AND erp_id = ?',
      company.id,
      erpId,
    )
    return row?.id ?? ''
  }
  const map = async (kind: string, erpId: string, target: object) => {
    const answer = await admin.post(`/api/erp-mappings/${kind}`, {
      changes: [{ id: await objectId(erpId), ...target }],
    })
    expect(answer.status).toBe(200)
    await follow()
  }

  beforeEach(async () => {
    await connect(company.id)
    books.objects = [object('ACCOUNT', 'travel', { name: 'Travel' }), object('VENDOR', 'acme', { name: 'Acme Inc' })]
    books.documents = [document('BILL', 'b1', [line('travel', 12_000, { vendorErpId: 'acme' })])]
    await sync()
    await linkBooks(company.id)
  })

  it('a vendor set by hand stays when the books are read again and when mappings change, until it is given back', async () => {
    const id = await theLine()
    await map('VENDOR', 'acme', { vendorId: acme })
    expect(await stored(id)).toMatchObject({ vendor: acme, isVendorSet: 0 })
    await update(id, { vendorId: globex, spendCategoryId: software })
    await wholeRead()
    await map('VENDOR', 'acme', { vendorId: null })
    await map('VENDOR', 'acme', { vendorId: acme })
    expect(await stored(id)).toMatchObject({ vendor: globex, category: software })
    const back = await update(id, { fromMapping: ['vendor'] })
    expect(back.status).toBe(200)
    expect(await stored(id)).toMatchObject({ vendor: acme, isVendorSet: 0, category: software, isCategorySet: 1 })
    await map('VENDOR', 'acme', { vendorId: globex })
    expect(await stored(id)).toMatchObject({ vendor: globex, isVendorSet: 0 })
  })

  it('undoing gives a line back to the mapping as it is then', async () => {
    const id = await theLine()
    await map('VENDOR', 'acme', { vendorId: acme })
    const { recodeId } = (await update(id, { vendorId: null })).body
    await map('VENDOR', 'acme', { vendorId: globex })
    await undo(recodeId)
    expect(await stored(id)).toMatchObject({ vendor: globex, isVendorSet: 0 })
  })
})

describe('vendors that are merged after a change', () => {
  const merge = (fromVendorId: string, into: string) =>
    admin.post(`/api/vendors/${into}/merge`, { fromVendorId, version: 1, fromVersion: 1 })

  it('undoing gives a line back to the vendor that remains of the one before', async () => {
    const initech = await company.add('vendors', 'Initech')
    const [id = ''] = await add({ vendorId: acme })
    await update(id, { vendorId: initech })
    const { recodeId } = (await update(id, { vendorId: globex })).body
    expect((await merge(initech, acme)).status).toBe(200)
    expect((await undo(recodeId)).body).toMatchObject({ restored: 1, kept: 0 })
    expect(await stored(id)).toMatchObject({ vendor: acme, isVendorSet: 1 })
  })

  it('a change to the vendor that is gone can be undone, and one to another vendor since stays', async () => {
    const initech = await company.add('vendors', 'Initech')
    const [id = '', other = ''] = await add({ vendorId: acme }, { vendorId: acme })
    const { recodeId } = (await recode({ transactionIds: [id, other], vendorId: initech })).body
    expect((await merge(initech, globex)).status).toBe(200)
    expect(await stored(id)).toMatchObject({ vendor: globex, isVendorSet: 1 })
    await update(other, { vendorId: acme })
    expect((await undo(recodeId)).body).toMatchObject({ restored: 1, kept: 1 })
    expect(await stored(id)).toMatchObject({ isVendorSet: 0 })
    expect(await stored(other)).toMatchObject({ vendor: acme, isVendorSet: 1 })
  })
})

describe('changing several', () => {
  const range = { type: 'expense', startYearMonth: '2026-01', endYearMonth: '2026-12' }

  it('all that match filters are changed, and no others', async () => {
    const [one = '', two = '', other = ''] = await add({ vendorId: acme }, { vendorId: acme }, { vendorId: globex })
    const answer = await recode({ filters: { ...range, inVendorIds: [acme] }, spendCategoryId: software })
    expect(answer.body).toMatchObject({ state: 'DONE', total: 2 })
    expect(await stored(one)).toMatchObject({ category: software })
    expect(await stored(two)).toMatchObject({ category: software })
    expect(await stored(other)).toMatchObject({ category: null })
  })

  it('many are changed by a job, whose progress can be followed, and undone by one', async () => {
    const ids = await add(...Array.from({ length: 620 }, () => ({ vendorId: acme, amountMinor: 10 })))
    const [salary = ''] = await add({ vendorId: acme, isPayroll: true })
    const answer = await recode({ filters: range, vendorId: globex, spendCategoryId: software }, analyst)
    expect(answer.body).toMatchObject({ state: 'RUNNING', total: 620 })
    const { recodeId } = answer.body
    expect((await undo(recodeId, analyst)).status).toBe(422)
    await follow()
    expect((await analyst.get(`/api/transaction-recodes/${recodeId}`)).body).toMatchObject({
      ...{ state: 'DONE', total: 620, done: 620, changed: 620 },
      ...{ vendor: { name: 'Globex' }, category: { name: 'Software' } },
    })
    expect(await stored(ids[619] ?? '')).toMatchObject({ vendor: globex, category: software })
    expect(await stored(salary)).toMatchObject({ vendor: acme })
    const after = await sums()
    expect(after.kept).toEqual(after.summed)
    const audits = await rows(
      "SELECT message FROM audit_log WHERE company_id = ? AND action LIKE 'transaction.reco%' ORDER BY id",
      company.id,
    )
    expect(audits.map(({ message }) => message)).toEqual([
      'Began to change the vendor to Globex and the category to Software for 620 transactions',
      'Changed what 500 transactions belong to',
      'Changed what 120 transactions belong to',
    ])
    await update(ids[3] ?? '', { vendorId: null })
    expect((await undo(recodeId, analyst)).body).toMatchObject({ state: 'UNDOING' })
    await follow()
    expect((await analyst.get(`/api/transaction-recodes/${recodeId}`)).body).toMatchObject({
      ...{ state: 'UNDONE', restored: 619, changed: 620 },
    })
    expect(await stored(ids[619] ?? '')).toMatchObject({ vendor: null, isVendorSet: 0, category: null })
    const undone = await sums()
    expect(undone.kept).toEqual(undone.summed)
  })

  it('a change without transactions, or without anything to change, is refused beside the field', async () => {
    const [id = ''] = await add({})
    expect(fieldsOf(await recode({ transactionIds: [id] }))).toEqual({ vendorId: 'Choose a vendor or a category' })
    expect(fieldsOf(await recode({ vendorId: acme }))).toEqual({ transactionIds: 'Choose transactions, or filters' })
    expect(fieldsOf(await recode({ filters: { ...range, type: 'revenue' }, spendCategoryId: software }))).toEqual({
      spendCategoryId: 'Revenue has a revenue category, not a spend category',
    })
  })
})

describe('undoing a change after a merge', () => {
  const mergeCategory = async (from: string, into: string) =>
    expect((await admin.post(`/api/spend-categories/${from}/merge`, { intoId: into })).status).toBe(200)

  it('gives back the category that took over, at once and by a job, and names it in the history', async () => {
    const [tools, licences, office] = [
      await company.add('spend_categories', 'Tools'),
      await company.add('spend_categories', 'Licences'),
      await company.add('spend_categories', 'Office'),
    ]
    const [id = ''] = await add({})
    await update(id, { spendCategoryId: tools })
    const { recodeId } = (await update(id, { spendCategoryId: software })).body
    const many = await add(...Array.from({ length: 120 }, () => ({ vendorId: acme })))
    const inAcme = { type: 'expense', startYearMonth: '2026-01', endYearMonth: '2026-12', inVendorIds: [acme] }
    await recode({ filters: inAcme, spendCategoryId: tools })
    await follow()
    const whole = (await recode({ filters: inAcme, spendCategoryId: office })).body
    await follow()
    // What they had is merged twice, and what they got once.
    await mergeCategory(tools, licences)
    await mergeCategory(software, office)
    await mergeCategory(licences, await company.add('spend_categories', 'All tools'))
    const [kept] = await rows<{ id: string }>("SELECT id FROM spend_categories WHERE name = 'All tools'")
    const [change] = (await admin.get(`/api/transactions/${id}/recodes`)).body
    expect(change.category).toMatchObject({ from: { name: 'All tools' }, to: { name: 'Office' } })
    expect((await undo(recodeId)).body).toMatchObject({ state: 'UNDONE', restored: 1, kept: 0 })
    expect(await stored(id)).toMatchObject({ category: kept?.id, isCategorySet: 1 })
    await undo(whole.recodeId)
    await follow()
    expect((await admin.get(`/api/transaction-recodes/${whole.recodeId}`)).body).toMatchObject({ restored: 120 })
    expect(await stored(many[119] ?? '')).toMatchObject({ category: kept?.id })
    const { kept: sumsKept, summed } = await sums()
    expect(sumsKept).toEqual(summed)
  })

  it('gives back the vendor that took over', async () => {
    const [id = ''] = await add({})
    await update(id, { vendorId: acme })
    const { recodeId } = (await update(id, { vendorId: null })).body
    const merged = await admin.post(`/api/vendors/${globex}/merge`, { fromVendorId: acme, version: 1, fromVersion: 1 })
    expect(merged.status).toBe(200)
    expect((await undo(recodeId)).body).toMatchObject({ restored: 1 })
    expect(await stored(id)).toMatchObject({ vendor: globex })
  })
})

describe('a vendor’s expenses', () => {
  const MODIFY = `mutation ($v: ID!, $a: [ID!]!, $r: [ID!]!) {
    modifyTransactionsOnVendor(vendorId: $v, transactionIdsToAdd: $a, transactionIdsToRemove: $r) { id recodeIds } }`
  const modify = (a: string[], r: string[], client = admin) => client.graphql(MODIFY, { v: acme, a, r })
  const expenses = async (client = admin) =>
    (
      await client.graphql(
        `query ($v: [ID!]!) { expensesInVendor(startYearMonth: "2026-01", endYearMonth: "2026-12", inVendorIds: $v) {
           edges { node { id transactionType } } } }`,
        { v: [acme] },
      )
    ).body.data.expensesInVendor.edges.map(({ node }: { node: { id: string } }) => node.id)

  it('expenses are moved to a vendor and off it, and only those that the person sees are shown', async () => {
    const [mine = '', theirs = '', salary = ''] = await add(
      { vendorId: acme },
      { vendorId: globex },
      { vendorId: acme, isPayroll: true },
      { vendorId: acme, type: 'revenue', accountType: 'REVENUE' },
    )
    expect(new Set(await expenses())).toEqual(new Set([mine, salary]))
    expect(await expenses(analyst)).toEqual([mine])
    const answer = await modify([theirs], [mine])
    expect(answer.body.data.modifyTransactionsOnVendor).toMatchObject({ id: acme })
    expect(await stored(theirs)).toMatchObject({ vendor: acme, isVendorSet: 1 })
    expect(await stored(mine)).toMatchObject({ vendor: null })
    const { kept, summed } = await sums()
    expect(kept).toEqual(summed)
  })

  it('what isn’t the vendor’s can’t be moved off it', async () => {
    const [theirs = ''] = await add({ vendorId: globex })
    expect(fieldsOf(await modify([], [theirs]))).toEqual({
      transactionIdsToRemove: 'Choose transactions of this vendor',
    })
  })

  it('expenses without payroll add up to what the vendor cost in the last twelve months', async () => {
    const month = new Date().toISOString().slice(0, 7)
    const day = `${month}-01`
    const [id = ''] = await add(
      { vendorId: acme, date: day, amountMinor: 700 },
      { vendorId: acme, date: day, amountMinor: 30, isPayroll: true },
      { vendorId: acme, date: '2019-01-01', amountMinor: 5 },
    )
    await update(id, { vendorId: globex })
    const spendOf = async (vendorId: string) => (await admin.get(`/api/vendors/${vendorId}`)).body.last12Spend
    expect(await spendOf(globex)).toEqual({ value: 700, currency: 'USD' })
    expect(await spendOf(acme)).toEqual({ value: 0, currency: 'USD' })
    const list = await admin.get('/api/vendors?orderBy[by][]=last12Spend&orderBy[dir][]=DESC')
    expect(list.body.edges.map(({ node }: { node: { name: string } }) => node.name)).toEqual(['Globex', 'Acme'])
  })
})
