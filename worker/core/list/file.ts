import type { Currency } from '../../../schema/shared/money.ts'
import { plainAmount } from '../../../schema/shared/money.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import { type CsvCell, type CsvRow, csvFileName, csvStream } from '../csv.ts'
import type { StaffContext } from '../operation.ts'

/** How many objects are read at a time. */
export const FILE_PAGE = 200

interface Answer {
  answers: readonly { value: string | number | boolean; currency?: Currency | null | undefined }[]
}

/** As imports read it. */
const answerInFile = ({ value, currency }: Answer['answers'][number]): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return currency && typeof value === 'number' ? `${plainAmount({ value, currency })} ${currency}` : String(value)
}

/** A custom column of an object in a file. */
export const customCell = ({ answers }: Answer): CsvCell => {
  const [only] = answers
  // A number alone stays one.
  if (only && answers.length === 1 && typeof only.value === 'number' && !only.currency) return only.value
  return answers.map(answerInFile).join('; ')
}

/**
 * Everything that matches a list's filters as CSV (specification 3 §9), read while it is sent.
 * @param header from the first page, which is read before the answer begins, so that a failure is still told as one
 */
export const listFile = async <Page extends Connection<unknown>>(
  { clock, actor }: StaffContext,
  data: string,
  read: (cursor: string | undefined) => Promise<Page>,
  header: (first: Page) => CsvRow,
  linesOf: (node: Page['edges'][number]['node']) => CsvRow[],
): Promise<{ fileName: string; text: ReadableStream<Uint8Array> }> => {
  const first = await read(undefined)
  async function* pages(): AsyncGenerator<CsvRow[]> {
    yield [header(first)]
    for (let { edges, pageInfo } = first; ; ) {
      yield edges.flatMap(({ node }) => linesOf(node))
      if (!pageInfo.hasNextPage || !pageInfo.endCursor) return
      ;({ edges, pageInfo } = await read(pageInfo.endCursor))
    }
  }
  return { fileName: csvFileName(data, clock.now(), actor.timezone), text: csvStream(pages()) }
}
