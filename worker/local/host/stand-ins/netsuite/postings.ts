import type { BookDocumentLine, BookRecord, SeededBooks } from '../books/index.ts'

/** How a document of the books is posted: lines in the subsidiary's own currency that sum to zero. */

export interface Posting {
  /** The line's number in its transaction. The main line is 0. */
  line: number
  accountId: string
  /** In minor units of the subsidiary's currency. */
  debitMinor: number
  source: BookDocumentLine | null
}

export const decimalsOf = (currency: string): number => (currency === 'JPY' ? 0 : 2)

const SALES = new Set(['invoice', 'salesReceipt', 'creditMemo', 'refund'])

const accountOfLine = (books: SeededBooks, { type }: BookRecord, line: BookDocumentLine): string => {
  const item = books.find('item', line.itemId)
  if (!item) return line.accountId ?? ''
  return (SALES.has(type) ? item.incomeAccountId : item.expenseAccountId) ?? item.incomeAccountId
}

export const postingsOf = (books: SeededBooks, record: BookRecord): Posting[] => {
  if (record.type === 'purchaseOrder') return []
  const home = books.find('entity', record.entityId)?.currency ?? 'USD'
  const factor = record.exchangeRate * 10 ** (decimalsOf(home) - decimalsOf(record.currency))
  const inHome = (minor: number): number => Math.round(minor * factor)
  const lines = record.lines.map(
    (source, index): Posting => ({
      line: index + 1,
      accountId: accountOfLine(books, record, source),
      debitMinor: inHome(source.debitMinor),
      source,
    }),
  )
  if (record.taxMinor !== 0)
    lines.push({
      line: lines.length + 1,
      accountId: books.list('account').find(({ name }) => name === 'Sales tax payable')?.id ?? '',
      debitMinor: inHome(record.taxMinor),
      source: null,
    })
  const rest = lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0)
  if (record.accountId !== null)
    return [{ line: 0, accountId: record.accountId, debitMinor: -rest, source: null }, ...lines]
  // A journal that was rounded: its last line takes what is left.
  const last = lines.at(-1)
  if (last) last.debitMinor -= rest
  return lines
}
