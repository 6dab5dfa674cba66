import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type BookKind,
  bookDocument,
  bookObject,
  type DocumentKind,
} from '../../../schema/platform/accounting/books.ts'
import { quickbooks } from '../../../worker/integrations/quickbooks/books.ts'
import { fullNameOf } from '../../../worker/local/host/stand-ins/books/index.ts'
import { type FaultKind, Faults, faultKinds } from '../../../worker/local/host/stand-ins/faults.ts'
import { connectedAccount, type QuickbooksAccount, REALM } from '../../support/worker/quickbooks-account.ts'

const before = globalThis.fetch
let account: QuickbooksAccount
beforeEach(async () => {
  account = await connectedAccount()
})
afterEach(() => {
  globalThis.fetch = before
  vi.useRealTimers()
})

const objects = async (kind: BookKind) => (await account.readAll({ kind })).flatMap((page) => page.objects)
const documents = async (kind: DocumentKind, since?: string) =>
  (await account.readAll({ documents: kind }, since)).flatMap((page) => page.documents)

describe('reading everything', () => {
  it('a connection says the name and the currency of the company', async () => {
    expect(await quickbooks.probe(account.access)).toEqual({ name: 'Brightwater Labs', currency: 'USD' })
  })

  it('every part of the books is valid, and the counts are those of the company', async () => {
    const counts: Record<string, number> = {}
    for (const part of quickbooks.parts) {
      const pages = await account.readAll(part)
      for (const page of pages) {
        for (const each of page.objects) bookObject.parse(each)
        for (const each of page.documents) bookDocument.parse(each)
      }
      const rows = pages.reduce((sum, page) => sum + page.objects.length + page.documents.length, 0)
      expect(pages[0]?.total, JSON.stringify(part)).toBe(rows)
      counts['kind' in part ? part.kind : part.documents] = rows
    }
    const { books } = account
    expect(counts).toMatchObject({
      ...{ ENTITY: 1, CURRENCY: 5, ACCOUNT: books.list('account').length, VENDOR: 40, CUSTOM_FIELD: 2 },
      ...{ BILL: books.documents('bill').length, JOURNAL_ENTRY: books.documents('journalEntry').length },
    })
    expect(counts.DEPARTMENT).toBeUndefined()
  })

  it('accounts have their full names, numbers, types and groups', async () => {
    const all = await objects('ACCOUNT')
    expect(all.find(({ name }) => name === 'Travel:Hotels')).toMatchObject({
      ...{ accountType: 'OPEX', classification: 'Expense', number: '6402', currency: 'USD', isActive: true },
    })
    expect(all.find(({ name }) => name === 'Checking')).toMatchObject({ accountType: 'OTHER', classification: 'Bank' })
    expect(new Set(all.map(({ accountType }) => accountType))).toEqual(
      new Set(['OPEX', 'COGS', 'REVENUE', 'OTHER_INCOME', 'OTHER_EXPENSE', 'OTHER']),
    )
  })

  it('departments of QuickBooks are locations, and classes are classifications', async () => {
    expect((await objects('LOCATION')).map(({ name }) => name)).toContain('Rotterdam:Plant')
    expect((await objects('CLASSIFICATION')).map(({ name }) => name)).toContain('Medical:Surgery')
  })

  it('inactive vendors are read too, and bank details are never among what is read', async () => {
    account.books.change('vendor', '3', { isActive: false })
    const pages = await account.readAll({ kind: 'VENDOR' })
    const beacon = pages.flatMap((page) => page.objects).find(({ erpId }) => erpId === '3')
    expect(beacon).toMatchObject({ isActive: false, details: { status: 'INACTIVE' } })
    const numbers = account.books.list('vendor').map(({ bankAccountNumber }) => bankAccountNumber)
    expect(numbers.filter((number) => JSON.stringify(pages).includes(number))).toEqual([])
  })

  it('items name the accounts that their lines are posted to', async () => {
    const kit = (await objects('ITEM')).find(({ name }) => name === 'Gripper kit')
    const { books } = account
    const named = (id: unknown) => fullNameOf(books.list('account'), books.find('account', String(id)) as never)
    expect(named(kit?.details.incomeAccountErpId)).toBe('Robot sales:Grippers')
    expect(named(kit?.details.expenseAccountErpId)).toBe('Components:Motors')
  })

  it('a bill has its lines as debits with the location of the whole bill, and its page in QuickBooks', async () => {
    const [first] = account.books.documents('bill')
    const bill = account.books.changeDocument('bill', first?.id ?? '', {
      ...{ currency: 'USD', exchangeRate: 1, locationId: '2', memo: 'For March', number: 'A-1', taxMinor: 500 },
    })
    bill.lines = [
      {
        ...bill.lines[0],
        id: '1',
        accountId: '45',
        itemId: null,
        debitMinor: 12_345,
        memo: 'Seats',
        classId: '2',
      } as never,
      { ...bill.lines[0], id: '2', accountId: null, itemId: '4', debitMinor: -345, memo: '', classId: null } as never,
    ]
    const found = (await documents('BILL')).find(({ erpId }) => erpId === bill.id)
    expect(found).toMatchObject({
      ...{
        kind: 'BILL',
        number: 'A-1',
        date: bill.date,
        currency: 'USD',
        description: 'For March',
        entityErpId: REALM,
      },
      url: `https://app.qbo.intuit.com/app/bill?txnId=${bill.id}`,
    })
    const place = { vendorErpId: bill.vendorId, departmentErpId: null, locationErpId: '2' }
    expect(found?.lines).toEqual([
      {
        ...place,
        lineErpId: '1',
        accountErpId: '45',
        itemErpId: null,
        debitMinor: 12_345,
        memo: 'Seats',
        classificationErpId: '2',
      },
      {
        ...place,
        lineErpId: '2',
        accountErpId: null,
        itemErpId: '4',
        debitMinor: -345,
        memo: '',
        classificationErpId: null,
      },
    ])
  })

  it('what was sold and credited is negative, and what went back is positive', async () => {
    for (const kind of ['INVOICE', 'SALES_RECEIPT', 'VENDOR_CREDIT', 'DEPOSIT'] as const)
      for (const { lines } of await documents(kind)) for (const line of lines) expect(line.debitMinor).toBeLessThan(0)
    for (const kind of ['CREDIT_MEMO', 'REFUND', 'PURCHASE'] as const)
      for (const { lines } of await documents(kind))
        for (const line of lines) expect(line.debitMinor).toBeGreaterThan(0)
  })

  it('journal entries balance', async () => {
    const all = await documents('JOURNAL_ENTRY')
    expect(all.length).toBeGreaterThan(5)
    for (const { lines } of all) expect(lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0)).toBe(0)
  })

  it('the lines of a document add up to its total in the currency of the books', async () => {
    let foreign = 0
    for (const document of account.books.documents('bill')) {
      if (document.currency !== 'USD') foreign += 1
      const net = document.lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0)
      const major = document.currency === 'JPY' ? net : net / 100
      const found = (await documents('BILL', document.date)).find(({ erpId }) => erpId === document.id)
      const total = found?.lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0) ?? 0
      expect(Math.abs(total - major * document.exchangeRate * 100)).toBeLessThanOrEqual(0.5001)
      if (foreign > 4) break
    }
    expect(foreign).toBeGreaterThan(0)
  })

  it('documents of earlier days are left out', async () => {
    const all = await documents('BILL', '2026-11-05')
    const expected = account.books.documents('bill').filter(({ date }) => date >= '2026-11-05')
    expect(all.map(({ erpId }) => erpId).sort()).toEqual(expected.map(({ id }) => id).sort())
  })

  it('pages hold every document once, also when one is deleted and one is added meanwhile', async () => {
    const { books } = account
    const template = books.documents('bill')[0]
    for (let index = 0; index < 1100; index++) {
      if (index % 7 === 0) account.now += 1000
      books.addDocument({
        ...(template as never as object),
        type: 'bill',
        date: '2026-11-20',
        lines: template?.lines ?? [],
        id: `5${String(index).padStart(6, '0')}`,
        createdAt: account.now,
        changedAt: account.now,
      })
    }
    const first = await quickbooks.readAll(account.access, { documents: 'BILL' }, '2026-11-20', null)
    expect(first.total).toBe(books.documents('bill').filter(({ date }) => date >= '2026-11-20').length)
    books.removeDocument('bill', '5000003')
    const seen = first.documents.map(({ erpId }) => erpId)
    for (let cursor = first.next; cursor !== null; ) {
      const page = await quickbooks.readAll(account.access, { documents: 'BILL' }, '2026-11-20', cursor)
      seen.push(...page.documents.map(({ erpId }) => erpId))
      cursor = page.next
    }
    const missed = books.documents('bill').filter(({ id, date }) => date >= '2026-11-20' && !seen.includes(id))
    expect(missed).toEqual([])
  })
})

describe('reading changes', () => {
  it('only what was changed, added and deleted since is read', async () => {
    const { books } = account
    const from = account.now
    account.now += 60_000
    const [changed, deleted] = books.documents('bill').slice(-2)
    books.changeDocument('bill', changed?.id ?? '', { memo: 'Corrected' })
    books.removeDocument('bill', deleted?.id ?? '')
    books.change('vendor', '5', { name: 'Driftline Renamed' })
    const pages = (await account.readChanges(from)) ?? []
    const read = pages.flatMap((page) => page.documents)
    expect(read).toMatchObject([{ kind: 'BILL', erpId: changed?.id, description: 'Corrected' }])
    expect(pages.flatMap((page) => page.deletedDocuments)).toEqual([{ kind: 'BILL', erpId: deleted?.id }])
    const vendors = pages.flatMap((page) => page.objects).filter(({ kind }) => kind === 'VENDOR')
    expect(vendors).toMatchObject([{ erpId: '5', name: 'Driftline Renamed' }])
    // Change capture doesn't know them, so they are read whole.
    expect(pages.flatMap((page) => page.objects).filter(({ kind }) => kind === 'TAX_CODE')).toHaveLength(4)
  })

  it('everything is read again after more than 30 days, without asking', async () => {
    const calls = account.calls.length
    expect(await account.readChanges(account.now - 31 * 86_400_000)).toBeNull()
    expect(account.calls.length).toBe(calls)
  })

  it('everything is read again if there may be more changes than QuickBooks tells', async () => {
    const { books } = account
    const from = account.now
    const { lines = [] } = books.documents('bill')[0] ?? {}
    for (let index = 0; index < 1000; index++) books.addDocument({ type: 'bill', date: '2026-11-20', lines })
    expect(await account.readChanges(from)).toBeNull()
  })
})

describe('when QuickBooks does not answer as it should', () => {
  const read = () => quickbooks.readAll(account.access, { kind: 'ACCOUNT' }, '2026-01-01', null)

  it('an answer that breaks off can be asked for again', async () => {
    account.instead = async (request, answer) => {
      const text = await (await answer(request)).text()
      return new Response(text.slice(0, text.length / 2))
    }
    await expect(read()).rejects.toMatchObject({
      isFinal: false,
      message: 'QuickBooks sent an answer that breaks off.',
    })
  })

  it('an answer of another shape is refused with the place, not with what it said', async () => {
    account.instead = async () => Response.json({ QueryResponse: { Account: [{ Id: 7, Name: 'secret-value' }] } })
    await expect(read()).rejects.toMatchObject({ isFinal: false })
    await expect(read()).rejects.toThrow(/can’t be read \(.*Account\.0\.Id\)/)
  })

  it('the minute’s limit says how long to wait', async () => {
    account.provider.perMinute = 1
    await read()
    await expect(read()).rejects.toMatchObject({ isFinal: false, retryAfterMs: 5000 })
  })

  it('too many calls at once are refused, and say how long to wait', async () => {
    account.provider.concurrent = 0
    await expect(read()).rejects.toMatchObject({ retryAfterMs: 5000, isFinal: false })
  })

  it('lost access and an ended subscription are final, in words for people', async () => {
    account.provider.company(REALM).hasAccess = false
    await expect(read()).rejects.toMatchObject({ isFinal: true, reason: 'RECONNECT' })
    await expect(read()).rejects.toThrow('Have a QuickBooks admin connect it again')
    account.provider.company(REALM).hasAccess = true
    account.provider.company(REALM).hasEnded = true
    await expect(read()).rejects.toThrow('The QuickBooks subscription has ended. Renew it, then try again.')
  })

  it('an answer that does not come in time can be asked for again', async () => {
    account.instead = async (request) =>
      new Promise((_, reject) => {
        const fail = () => reject(request.signal.reason)
        request.signal.addEventListener('abort', fail)
      })
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('slow', 'TimeoutError')), 5)
      return controller.signal
    })
    await expect(read()).rejects.toMatchObject({ isFinal: false, message: 'QuickBooks did not answer in time.' })
    timeout.mockRestore()
  })

  it('each fault of the local host can be asked for again, and a slow answer is still one', async () => {
    const faults = new Faults()
    const whileIt = (kind: FaultKind) => {
      const fault = { host: 'quickbooks.api.intuit.com', kind, next: 1, seconds: 0.01 }
      account.instead = (request, answer) => faults.apply(fault, () => answer(request))
      return read()
    }
    for (const kind of faultKinds.filter((each) => each !== 'slow'))
      await expect(whileIt(kind), kind).rejects.toMatchObject({ isFinal: false, reason: null })
    await expect(whileIt('429')).rejects.toMatchObject({ retryAfterMs: 1000 })
    expect((await whileIt('slow')).objects.length).toBeGreaterThan(50)
  })

  it('a server error can be asked for again', async () => {
    account.instead = async () => new Response('Bad gateway', { status: 502 })
    await expect(read()).rejects.toMatchObject({ isFinal: false, message: 'QuickBooks refused this (502).' })
  })
})
