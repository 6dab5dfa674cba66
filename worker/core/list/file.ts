import type { Currency } from '../../../schema/shared/money.ts'
import { plainAmount } from '../../../schema/shared/money.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import { amountCell, type CsvCell, type CsvRow, type CsvText, csvFileName, csvStream } from '../csv.ts'
import type { StaffContext } from '../operation.ts'
import { filePages } from './file-pages.ts'

interface Answer {
  answers: readonly { value: string | number | boolean; currency?: Currency | null | undefined }[]
}

interface Column {
  columnName: string
  type: string
}

const isOfAmounts = ({ type }: Pick<Column, 'type'>): boolean => type === 'MONEY' || type === 'REQUEST_AMOUNT'

/** The names of a custom column in a file: one of amounts has its currency beside it, as imports read it. */
export const customHeaders = (column: Column): string[] =>
  isOfAmounts(column) ? [column.columnName, `${column.columnName} currency`] : [column.columnName]

/** As imports read it. */
const answerInFile = ({ value, currency }: Answer['answers'][number]): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return currency && typeof value === 'number' ? `${plainAmount({ value, currency })} ${currency}` : String(value)
}

/** A custom column of an object in a file, in as many cells as it has names. */
export const customCells = (column: Answer & Pick<Column, 'type'>): CsvCell[] => {
  const [only] = column.answers
  if (!isOfAmounts(column)) return [cellOf(column)]
  return only?.currency && typeof only.value === 'number'
    ? [amountCell({ value: only.value, currency: only.currency }), only.currency]
    : [null, null]
}

const cellOf = ({ answers }: Answer): CsvCell => {
  const [only] = answers
  // A number alone stays one.
  if (only && answers.length === 1 && typeof only.value === 'number' && !only.currency) return only.value
  return answers.map(answerInFile).join('; ')
}

/**
 * Everything that matches a list's filters as CSV (specification 3 §9), read while it is sent.
 * @param header from the first page
 */
export const listFile = async <Page extends Connection<unknown>>(
  { clock, actor }: StaffContext,
  data: string,
  read: (page: { cursor: string | undefined; first: number }) => Promise<Page>,
  header: (first: Page) => CsvRow,
  linesOf: (node: Page['edges'][number]['node']) => CsvRow[],
): Promise<{ fileName: string; text: CsvText }> => {
  const { first, pages } = await filePages(read)
  async function* lines(): AsyncGenerator<CsvRow[]> {
    yield [header(first)]
    for await (const { edges } of pages) yield edges.flatMap(({ node }) => linesOf(node))
  }
  return { fileName: csvFileName(data, clock.now(), actor.timezone), text: csvStream(lines()) }
}
