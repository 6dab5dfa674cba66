import Big from 'big.js'
import { describe, expect, it } from 'vitest'
import { convertLines, majorOf, minorOf } from '../../../worker/integrations/quickbooks/amounts.ts'
import { documentOf, transaction } from '../../../worker/integrations/quickbooks/documents.ts'
import { Random } from '../../../worker/local/host/stand-ins/books/random.ts'

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0)
const company = { realmId: '123', home: 'USD' as const, pages: 'https://app.qbo.intuit.com/app' }

describe('converted amounts', () => {
  it('lines add up to the converted total and are at most a unit off, for any amounts and rate', () => {
    const random = new Random('amounts')
    for (let round = 0; round < 2000; round++) {
      const to = random.of(['USD', 'JPY', 'EUR'] as const)
      const rate = new Big(random.around(1).toPrecision(random.whole(1, 8)))
      const amounts = Array.from({ length: random.whole(1, 12) }, () =>
        new Big(random.whole(-9_999_999, 9_999_999)).div(100),
      )
      const lines = convertLines(amounts, rate, to)
      const units = to === 'JPY' ? 1 : 100
      const exact = amounts.map((amount) => amount.times(rate).times(units))
      const total = exact.reduce((all, each) => all.plus(each), new Big(0))
      expect(sum(lines)).toBe(total.round(0, Big.roundHalfUp).toNumber() + 0)
      for (const [index, line] of lines.entries()) {
        expect(Math.abs(line - (exact[index]?.toNumber() ?? 0))).toBeLessThanOrEqual(1)
        expect(Number.isSafeInteger(line) && !Object.is(line, -0)).toBe(true)
      }
    }
  })

  it('amounts in the currency of the books are exact', () => {
    const amounts = ['10.15', '0.1', '0.2', '-1.005', '1.005'].map((text) => new Big(text))
    expect(convertLines(amounts.slice(0, 3), new Big(1), 'USD')).toEqual([1015, 10, 20])
    expect(minorOf(1.005, 'USD')).toBe(101)
    expect(majorOf(12_345, 'USD')).toBe(123.45)
    expect([minorOf(1200, 'JPY'), majorOf(1200, 'JPY')]).toEqual([1200, 1200])
  })
})

describe('lines of documents', () => {
  const read = (kind: Parameters<typeof documentOf>[0], rest: object) =>
    documentOf(kind, transaction.parse({ Id: '5', TxnDate: '2026-11-02', ...rest }), company)
  const expense = (Id: string, Amount: number, detail: object = { AccountRef: { value: '7' } }) => ({
    ...{ Id, Amount, DetailType: 'AccountBasedExpenseLineDetail', AccountBasedExpenseLineDetail: detail },
  })

  it('a journal in another currency still balances after its conversion', () => {
    const random = new Random('journals')
    for (let round = 0; round < 300; round++) {
      const cents = Array.from({ length: random.whole(2, 9) }, () => random.whole(1, 999_999))
      const line = (amount: number, PostingType: string, Id: number) => ({
        ...{ Id: String(Id), Amount: amount / 100, DetailType: 'JournalEntryLineDetail' },
        JournalEntryLineDetail: { PostingType, AccountRef: { value: '7' } },
      })
      const Line = [...cents.map((each, index) => line(each, 'Debit', index)), line(sum(cents), 'Credit', 99)]
      const { lines } = read('JOURNAL_ENTRY', { Line, CurrencyRef: { value: 'EUR' }, ExchangeRate: random.around(1.1) })
      expect(sum(lines.map(({ debitMinor }) => debitMinor))).toBe(0)
    }
  })

  it('subtotals, descriptions and lines without an amount are left out', () => {
    const { lines } = read('INVOICE', {
      Line: [
        { Id: '1', Amount: 50, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '3' } } },
        { Id: '2', Amount: 0, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '3' } } },
        { Description: 'Thank you', DetailType: 'DescriptionOnly', DescriptionLineDetail: {} },
        { Amount: 50, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} },
      ],
    })
    expect(lines).toMatchObject([{ lineErpId: '1', itemErpId: '3', accountErpId: null, debitMinor: -5000 }])
  })

  it('a discount makes an invoice’s income less, and lines of a bundle are read', () => {
    const item = (Id: string, Amount: number) => ({
      ...{ Id, Amount, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '3' } } },
    })
    const { lines } = read('INVOICE', {
      Line: [
        {
          Id: '1',
          DetailType: 'GroupLineDetail',
          Amount: 30,
          GroupLineDetail: { Line: [item('2', 10), item('3', 20)] },
        },
        {
          Id: '4',
          Amount: 5,
          DetailType: 'DiscountLineDetail',
          DiscountLineDetail: { DiscountAccountRef: { value: '9' } },
        },
      ],
    })
    expect(lines.map(({ lineErpId, accountErpId, debitMinor }) => [lineErpId, accountErpId, debitMinor])).toEqual([
      ...[
        ['2', null, -1000],
        ['3', null, -2000],
      ],
      ['4', '9', 500],
    ])
  })

  it('money back on a card is a credit, and only vendors are vendors', () => {
    const Line = [expense('1', 10)]
    const back = read('PURCHASE', { Line, Credit: true, EntityRef: { value: '4', type: 'Vendor' } })
    expect(back.lines).toMatchObject([{ debitMinor: -1000, vendorErpId: '4' }])
    expect(read('PURCHASE', { Line, EntityRef: { value: '4', type: 'Employee' } }).lines).toMatchObject([
      { debitMinor: 1000, vendorErpId: null },
    ])
  })

  it('a journal’s lines have their own vendor and location', () => {
    const detail = { PostingType: 'Credit', AccountRef: { value: '7' }, DepartmentRef: { value: '2' } }
    const Entity = { Type: 'Vendor', EntityRef: { value: '4' } }
    const line = { Id: '0', Amount: 1, DetailType: 'JournalEntryLineDetail' }
    const { lines } = read('JOURNAL_ENTRY', { Line: [{ ...line, JournalEntryLineDetail: { ...detail, Entity } }] })
    expect(lines).toMatchObject([{ debitMinor: -100, vendorErpId: '4', locationErpId: '2' }])
  })

  it('lines keep different ids, even if QuickBooks repeats one or leaves it out', () => {
    const { lines } = read('BILL', { Line: [expense('1', 1), expense('1', 2), { ...expense('', 3), Id: undefined }] })
    expect(new Set(lines.map(({ lineErpId }) => lineErpId)).size).toBe(3)
  })
})
