import { beforeEach, describe, expect, it } from 'vitest'
import { ProviderError } from '../../../../worker/core/provider-error.ts'
import { setClock } from '../../../support/clock.ts'
import {
  books,
  connect,
  document,
  line,
  object,
  objectOf,
  sync,
  transactionsOf,
  workOn,
} from '../../../support/worker/made-books.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany } from '../../../support/worker/world.ts'

// The books of these tests end in 2026, and sums are of the last twelve months.
setClock('2026-11-18T15:00:00Z')

const MINUTE_MS = 60_000

beforeEach(async () => {
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  await connect((await makeCompany()).id)
  books.objects = [
    object('ACCOUNT', 'travel', { name: 'Travel' }),
    object('ACCOUNT', 'sales', { name: 'Sales', accountType: 'REVENUE' }),
    object('ACCOUNT', 'bank', { name: 'Bank', accountType: 'OTHER' }),
    object('DEPARTMENT', 'it', { name: 'IT' }),
    object('VENDOR', 'acme', { name: 'Acme' }),
    object('VENDOR', 'globex', { name: 'Globex' }),
    object('VENDOR', 'initech', { name: 'Initech' }),
  ]
  books.documents = [
    document('BILL', 'b1', [
      line('travel', 12_000, { vendorErpId: 'acme', departmentErpId: 'it' }),
      line('travel', 3_000, { vendorErpId: 'acme' }),
      line('bank', -15_000),
    ]),
    document('BILL', 'b2', [line('travel', 500, { vendorErpId: 'globex' })], { date: '2026-06-30' }),
    document('BILL', 'b3', [line('travel', -200, { vendorErpId: 'globex' })], { date: '2026-07-01' }),
    document('INVOICE', 'i1', [line('sales', -90_000)], { date: '2026-07-31' }),
  ]
})

const monthsOf = async (erpId: string) =>
  rows(
    'SELECT month, amount_minor AS amount FROM erp_object_months WHERE object_id = ? ORDER BY month',
    (await objectOf(erpId)).id,
  )
const countsOf = () =>
  rows(
    'SELECT mapped_kind AS kind, total, unmapped FROM erp_object_counts WHERE company_id = ? ORDER BY kind',
    books.companyId,
  )

describe('reading everything', () => {
  it('lines on accounts of expenses and revenue become transactions, with costs and income as positive amounts', async () => {
    expect(await sync()).toMatchObject({ state: 'COMPLETE', error: null })
    expect(
      (await transactionsOf(books.companyId)).map(({ erpId, line, type, amount }) => [erpId, line, type, amount]),
    ).toEqual([
      ['b1', '1', 'expense', 12_000],
      ['b1', '2', 'expense', 3_000],
      ['b2', '1', 'expense', 500],
      ['b3', '1', 'expense', -200],
      ['i1', '1', 'revenue', 90_000],
    ])
  })

  it('a run counts what it has read, and how many there are', async () => {
    const { counts } = await sync()
    expect(JSON.parse(counts)).toMatchObject({ account: 3, 'account:total': 3, vendor: 3, bill: 3, 'bill:total': 3 })
  })

  it('each object has its sums by month and of the last twelve months', async () => {
    await sync()
    expect(await monthsOf('travel')).toEqual([
      { month: '2026-05', amount: 15_000 },
      { month: '2026-06', amount: 500 },
      { month: '2026-07', amount: -200 },
    ])
    expect((await objectOf('acme')).last12).toBe(15_000)
    expect((await objectOf('sales')).last12).toBe(90_000)
  })

  it('what people should map is counted, without accounts that no actuals are on', async () => {
    await sync()
    expect(await countsOf()).toEqual([
      { kind: 'DEPARTMENT', total: 1, unmapped: 1 },
      { kind: 'EXPENSE_ACCOUNT', total: 1, unmapped: 1 },
      { kind: 'REVENUE_ACCOUNT', total: 1, unmapped: 1 },
      { kind: 'VENDOR', total: 3, unmapped: 3 },
    ])
    await run("UPDATE erp_objects SET is_dismissed = 1 WHERE connection_id = ? AND erp_id = 'acme'", books.connectionId)
    await run(
      "UPDATE erp_objects SET vendor_id = 'v' WHERE connection_id = ? AND erp_id = 'globex'",
      books.connectionId,
    )
    await run(
      "UPDATE erp_objects SET deleted_at = 1 WHERE connection_id = ? AND erp_id = 'initech'",
      books.connectionId,
    )
    expect(await countsOf()).toContainEqual({ kind: 'VENDOR', total: 2, unmapped: 0 })
  })

  it('lines have what their objects are mapped to, and the account’s department where they name none', async () => {
    await sync()
    const map = (erpId: string, set: string) =>
      run(`UPDATE erp_objects SET ${set} WHERE connection_id = ? AND erp_id = ?`, books.connectionId, erpId)
    await map('acme', "vendor_id = 'vendor-acme'")
    await map('it', "department_id = 'department-it'")
    await map('travel', "category_id = 'category-travel', department_id = 'department-account'")
    await run('UPDATE erp_connections SET is_full_wanted = 1 WHERE id = ?', books.connectionId)
    books.now += MINUTE_MS
    await sync()
    expect(await transactionsOf(books.companyId)).toMatchObject([
      { vendorId: 'vendor-acme', categoryId: 'category-travel', departmentId: 'department-it' },
      { vendorId: 'vendor-acme', categoryId: 'category-travel', departmentId: 'department-account' },
      { vendorId: null, categoryId: 'category-travel', departmentId: 'department-account' },
      { vendorId: null, categoryId: 'category-travel' },
      { vendorId: null, categoryId: null },
    ])
  })

  it('lines of accounts that are tracked with a department only count with one, and none of those that aren’t', async () => {
    await sync()
    const track = async (level: string) => {
      await run(
        "UPDATE erp_objects SET tracking_level = ? WHERE connection_id = ? AND erp_id = 'travel'",
        ...[level, books.connectionId],
      )
      await run('UPDATE erp_connections SET is_full_wanted = 1 WHERE id = ?', books.connectionId)
      books.now += MINUTE_MS
      await sync()
      return (await transactionsOf(books.companyId)).map(({ isTracked }) => isTracked)
    }
    expect(await track('TRANSACTIONS_WITH_DEPARTMENT')).toEqual([1, 0, 0, 0, 1])
    expect(await track('NONE')).toEqual([0, 0, 0, 0, 1])
    expect(await track('ALL_TRANSACTIONS')).toEqual([1, 1, 1, 1, 1])
  })
})

describe('reading what changed', () => {
  const change = (page: (typeof books.changes)[number]['page']) => {
    books.now += MINUTE_MS
    books.changes.push({ at: books.now, page })
    books.now += MINUTE_MS
  }

  it('a second run asks for changes only', async () => {
    await sync()
    books.asked = []
    books.now += MINUTE_MS
    expect(await sync()).toMatchObject({ state: 'COMPLETE' })
    expect(books.asked).toEqual(['changes 0'])
  })

  it('a document has the lines that it has now, and the sums of both its months are renewed', async () => {
    await sync()
    change({
      documents: [document('BILL', 'b1', [line('travel', 7_000, { vendorErpId: 'acme' })], { date: '2026-06-01' })],
    })
    await sync()
    expect((await transactionsOf(books.companyId)).filter(({ erpId }) => erpId === 'b1')).toMatchObject([
      { line: '1', amount: 7_000, date: '2026-06-01' },
    ])
    expect(await monthsOf('travel')).toEqual([
      { month: '2026-06', amount: 7_500 },
      { month: '2026-07', amount: -200 },
    ])
  })

  it('a run counts what has changed and gone here, and not what the system only says again', async () => {
    await sync()
    const counts = async () => {
      const counted: unknown = JSON.parse((await sync()).counts)
      // A system says how things are now, and not how they were meanwhile.
      books.changes = []
      return counted
    }
    change({ documents: books.documents, objects: books.objects })
    expect(await counts()).toEqual({ changed: 0, deleted: 0 })
    const [first] = books.objects
    const gone = { deletedDocuments: [{ kind: 'BILL' as const, erpId: 'b2' }] }
    change({ objects: first ? [{ ...first, name: `${first.name} 2` }] : [], ...gone })
    expect(await counts()).toEqual({ changed: 1, deleted: 1 })
    change(gone)
    expect(await counts()).toEqual({ changed: 0, deleted: 0 })
    // Two lines become another one: that is one document.
    change({ documents: [document('BILL', 'b1', [line('travel', 7_000, { vendorErpId: 'acme' })])] })
    expect(await counts()).toEqual({ changed: 1, deleted: 0 })
    const without = books.documents.filter(({ erpId }) => erpId === 'b3').map((each) => ({ ...each, lines: [] }))
    change({ documents: without })
    expect(await counts()).toEqual({ changed: 1, deleted: 0 })
  })

  it('what the system says is deleted goes, and what a run doesn’t see stays', async () => {
    await sync()
    change({ deletedDocuments: [{ kind: 'BILL', erpId: 'b2' }], deletedObjects: [{ kind: 'VENDOR', erpId: 'globex' }] })
    await sync()
    expect((await transactionsOf(books.companyId)).map(({ erpId }) => erpId)).toEqual(['b1', 'b1', 'b3', 'i1'])
    expect((await objectOf('globex')).deleted_at).not.toBeNull()
    // All of it is gone without a word.
    Object.assign(books, { objects: [], documents: [] })
    await run('UPDATE erp_connections SET is_full_wanted = 1 WHERE id = ?', books.connectionId)
    books.now += MINUTE_MS
    await sync()
    expect((await transactionsOf(books.companyId)).map(({ erpId }) => erpId)).toEqual(['b1', 'b1', 'b3', 'i1'])
    expect((await objectOf('acme')).deleted_at).toBeNull()
  })

  it('a system that no longer knows what changed is read whole', async () => {
    await sync()
    books.remembers = false
    books.asked = []
    books.now += MINUTE_MS
    expect(await sync()).toMatchObject({ state: 'COMPLETE' })
    expect(books.asked).toContain('BILL 0')
  })

  it('what a person set on a line stays', async () => {
    await sync()
    await run(
      "UPDATE transactions SET vendor_id = 'chosen', is_vendor_set = 1 WHERE company_id = ? AND erp_id = 'b2'",
      books.companyId,
    )
    change({ documents: [document('BILL', 'b2', [line('travel', 999, { vendorErpId: 'acme' })])] })
    await sync()
    expect((await transactionsOf(books.companyId)).find(({ erpId }) => erpId === 'b2')).toMatchObject({
      amount: 999,
      vendorId: 'chosen',
    })
  })
})

describe('other books', () => {
  it('the books that were connected before count no longer, in the sums of no month', async () => {
    await sync()
    const { companyId, connectionId: before, objects } = books
    await run("UPDATE erp_connections SET state = 'DISCONNECTED', disconnected_at = 1 WHERE id = ?", before)
    await run('DELETE FROM connection_credentials WHERE company_id = ?', companyId)
    await connect(companyId)
    books.now += MINUTE_MS
    Object.assign(books, {
      objects,
      documents: [document('BILL', 'b9', [line('travel', 700)], { date: '2026-08-01' })],
    })
    expect(await sync()).toMatchObject({ state: 'COMPLETE' })
    expect((await transactionsOf(companyId)).map(({ erpId }) => erpId)).toEqual(['b9'])
    expect(await rows('SELECT 1 FROM erp_objects WHERE connection_id = ?', before)).toEqual([])
    expect(await rows('SELECT DISTINCT month FROM erp_object_months WHERE company_id = ?', companyId)).toEqual([
      { month: '2026-08' },
    ])
    expect(await countsOf()).toContainEqual({ kind: 'VENDOR', total: 3, unmapped: 3 })
  })
})

describe('when something goes wrong', () => {
  it('a run that is broken off at any page ends with the same rows as one that isn’t', async () => {
    await sync()
    const whole = await transactionsOf(books.companyId)
    const pages = books.asked.length
    const { objects, documents } = books
    for (let broken = 0; broken < pages; broken++) {
      await connect((await makeCompany()).id)
      Object.assign(books, { objects, documents })
      let calls = 0
      books.before = () => {
        calls += 1
        if (calls === broken + 1) throw new ProviderError('Not now.')
      }
      await sync()
      books.now += 60 * MINUTE_MS
      await workOn()
      expect(await transactionsOf(books.companyId)).toEqual(whole)
      expect(books.asked.length).toBe(pages + 1)
    }
  })

  it('a refused connection says why, and is not asked again', async () => {
    books.before = () => {
      throw new ProviderError('QuickBooks wants the company to be connected again.', {
        isFinal: true,
        reason: 'RECONNECT',
      })
    }
    expect(await sync()).toMatchObject({ state: 'ERROR', error: 'QuickBooks wants the company to be connected again.' })
    const state = () => rows('SELECT state, error FROM erp_connections WHERE id = ?', books.connectionId)
    expect(await state()).toEqual([{ state: 'REFUSED', error: 'QuickBooks wants the company to be connected again.' }])
  })

  it('a secret that the system no longer accepts is renewed under the lock', async () => {
    books.secret = 'second'
    expect(await sync()).toMatchObject({ state: 'COMPLETE' })
    const versions = await rows(
      "SELECT MAX(version) AS version FROM connection_credentials WHERE company_id = ? AND provider = 'MADE'",
      books.companyId,
    )
    expect(versions).toEqual([{ version: 2 }])
  })
})

describe('other currencies', () => {
  it('an amount is converted at the rate of its day, and left open without one', async () => {
    await run(
      `INSERT INTO currency_rates (id, company_id, base, quote, date, rate, source, created_at, updated_at)
       VALUES (?1 || '-gbp', ?1, 'GBP', 'USD', '2026-05-01', '1.25', 'MANUAL', 0, 0)`,
      books.companyId,
    )
    books.documents = [
      document('BILL', 'b1', [line('travel', 10_001)], { currency: 'GBP' }),
      document('BILL', 'b2', [line('travel', 500)], { currency: 'GBP', date: '2026-04-30' }),
    ]
    await sync()
    expect(await transactionsOf(books.companyId)).toMatchObject([
      { erpId: 'b1', amount: 10_001, company: 12_501 },
      { erpId: 'b2', amount: 500, company: null },
    ])
    expect(await monthsOf('travel')).toEqual([{ month: '2026-05', amount: 12_501 }])
  })
})
