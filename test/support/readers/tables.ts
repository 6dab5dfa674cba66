import { EXAMPLES } from '../../../schema/platform/book-pushes/examples.ts'
import { readPushedRow } from '../../../schema/platform/book-pushes/rows.ts'
import { MAX_IMPORT_BYTES } from '../../../schema/shared/imports.ts'
import { readImportFile } from '../../../worker/core/import-file.ts'
import { readPlanTable } from '../../../worker/features/planning/plans/import-table.ts'
import { readRows } from '../../../worker/features/platform/book-pushes/read-rows.ts'
import { bytesOf, filled, type Reader } from './reader.ts'

/** Files and texts with rows. */

const HEADER = 'Name,Email,Note\n'
const importFile: Reader = {
  name: 'an imported CSV file',
  files: ['worker/core/import-file.ts'],
  limit: MAX_IMPORT_BYTES,
  read: async (file) => readImportFile(file),
  shapes: {
    'rows of half a kilobyte': (size) =>
      bytesOf(filled(size, (i) => `Vendor ${i},a${i}@b.example,${'x'.repeat(500)}\n`, HEADER)),
    'short rows': (size) => bytesOf(filled(size, (i) => `Vendor ${i},,\r\n`, HEADER)),
    'a hundred columns': (size) =>
      bytesOf(filled(size, () => `${'a,'.repeat(99)}a\n`, `${Array.from({ length: 100 }, (_, i) => `c${i}`)}\n`)),
    'blank lines': (size) => bytesOf(filled(size, () => '\n', HEADER)),
    'blank cells': (size) => bytesOf(filled(size, () => ',', HEADER)),
    'cells in quotes': (size) => bytesOf(filled(size, (i) => `"Vendor ""${i}""","a;b",""\n`, HEADER)),
    'one long row': (size) => bytesOf(filled(size, () => 'a,', HEADER)),
  },
}

const MONTHS = Array.from({ length: 12 }, (_, i) => `2027-${String(i + 1).padStart(2, '0')}`)
const planTable: Reader = {
  name: 'the table of a plan',
  files: ['worker/features/planning/plans/import-table.ts'],
  limit: 1_500_000,
  read: async (table) => readPlanTable(table, MONTHS, 'USD'),
  shapes: {
    'a column for each month': (size) =>
      filled(size, (i) => `Department ${i},${MONTHS.map(() => 10)}\n`, `Department,${MONTHS}\n`),
    'a row for each month': (size) => filled(size, (i) => `Department ${i},2027-01,10\n`, 'Department,Month,Amount\n'),
    'rows that are wrong': (size) => filled(size, (i) => `Department ${i},no month,10\n`, 'Department,Month,Amount\n'),
    'many columns': (size) => filled(size, (i) => `Column ${i},`, 'Department,', '\nx\n'),
  },
}

const inPieces = (text: string): ReadableStream<string> =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 65_536) controller.enqueue(text.slice(at, at + 65_536))
      controller.close()
    },
  })

/** A push is read while it arrives: what is sent in pieces of this size is read like the whole. */
const PUSHED = 4 * 1024 * 1024
const [EXAMPLE = {}] = EXAMPLES.transactions

const pushed = (type: string) => async (text: string, pause: () => Promise<void>) => {
  let count = 0
  for await (const { value, wrong } of readRows('transactions', type, inPieces(text))) {
    if (wrong === undefined) readPushedRow('transactions', value, { companyId: 'c', id: 'c', currency: 'USD' } as never)
    count += 1
    // As many as are kept at a time.
    if (count % 1000 === 0) await pause()
  }
}
const FILES = ['worker/features/platform/book-pushes/read-rows.ts']
const line = (i: number) => Object.values({ ...EXAMPLE, lineId: String(i) }).join(',')
const csvPush: Reader = {
  name: 'pushed books as CSV',
  files: FILES,
  limit: PUSHED,
  read: pushed('text/csv'),
  shapes: {
    rows: (size) => filled(size, (i) => `${line(i)}\n`, `${Object.keys(EXAMPLE)}\n`),
    'blank lines': (size) => filled(size, () => '\n', `${Object.keys(EXAMPLE)}\n`),
    'rows with long texts': (size) =>
      filled(size, (i) => `${line(i)}"${'x'.repeat(90_000)}"\n`, `${Object.keys(EXAMPLE)}\n`),
  },
}
const ndjsonPush: Reader = {
  name: 'pushed books as NDJSON',
  files: FILES,
  limit: PUSHED,
  read: pushed('application/x-ndjson'),
  shapes: {
    rows: (size) => filled(size, (i) => `${JSON.stringify({ ...EXAMPLE, lineId: String(i) })}\n`),
    'rows with long texts': (size) =>
      filled(size, () => `${JSON.stringify({ ...EXAMPLE, memo: 'x'.repeat(90_000) })}\n`),
    'rows with many names': (size) =>
      filled(size, () => `{${Array.from({ length: 5000 }, (_, i) => `"name ${i}":1`).join()}}\n`),
  },
}

export const TABLE_READERS: Reader[] = [importFile, planTable, csvPush, ndjsonPush]
