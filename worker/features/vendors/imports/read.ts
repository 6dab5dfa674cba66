import type { Question } from '../../../../schema/requests/forms/form.ts'
import type { ImportMapping, ImportProblem } from '../../../../schema/shared/imports.ts'
import * as endpoints from '../../../../schema/vendors/imports/endpoints.ts'
import type { ImportField } from '../../../../schema/vendors/imports/fields.ts'
import { type CsvRow, csvFileName, csvOf, csvStream } from '../../../core/csv.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { companyFields, fieldsStatement, toCompanyFields } from './fields.ts'

export interface StoredImport {
  id: string
  fileName: string
  status: endpoints.ImportStatus
  headers: string
  samples: string
  mapping: string
  existing: 'SKIP' | 'UPDATE'
  rowCount: number
  doneCount: number
  warningCount: number
  counts: string
  createdAt: number
  createdBy: string
  finishedAt: number | null
  version: number
}

const COLUMNS = `i.id, i.file_name AS fileName, i.status, i.row_count AS rowCount, i.counts, i.created_at AS createdAt,
  trim(u.first_name || ' ' || u.last_name) AS createdBy, i.finished_at AS finishedAt, i.version`
const FROM = 'FROM vendor_imports i LEFT JOIN users u ON u.id = i.created_by_user_id'

/**
 * An import, and the results of further statements in the same round trip. Throws NOT_FOUND, also for another
 * company's.
 */
export const readImport = async (
  { db, actor }: StaffContext,
  importId: string,
  more: D1PreparedStatement[] = [],
): Promise<{ stored: StoredImport; results: Record<string, unknown>[][] }> => {
  const [found, ...others] = await db.batch([
    db.sql(
      `SELECT ${COLUMNS}, i.headers, i.samples, i.mapping, i.existing, i.done_count AS doneCount,
              i.warning_count AS warningCount ${FROM} WHERE i.company_id = ? AND i.id = ?`,
      actor.companyId,
      importId,
    ),
    ...more,
  ])
  const stored = found?.results[0] as unknown as StoredImport | undefined
  if (!stored) throw notFound('The import')
  return { stored, results: others.map(({ results }) => results) }
}

export const requireImport = async (context: StaffContext, importId: string): Promise<StoredImport> =>
  (await readImport(context, importId)).stored

const DAY_MS = 24 * 60 * 60 * 1000

export const canRollBack = ({ status, finishedAt }: StoredImport, now: number): boolean =>
  status === 'DONE' && finishedAt !== null && now < finishedAt + endpoints.ROLLBACK_DAYS * DAY_MS

const toSummary = (stored: StoredImport): endpoints.ImportSummary => ({
  id: stored.id,
  fileName: stored.fileName,
  status: stored.status,
  rowCount: stored.rowCount,
  counts: JSON.parse(stored.counts) as endpoints.OutcomeCounts,
  createdAt: new Date(stored.createdAt).toISOString(),
  createdBy: stored.createdBy ?? '',
  finishedAt: stored.finishedAt === null ? null : new Date(stored.finishedAt).toISOString(),
  version: stored.version,
})

export const toImport = (stored: StoredImport, fields: readonly ImportField[], now: number): endpoints.VendorImport => {
  const samples = JSON.parse(stored.samples) as string[][]
  const mapping = JSON.parse(stored.mapping) as ImportMapping
  return {
    ...toSummary(stored),
    doneCount: stored.doneCount,
    warningCount: stored.warningCount,
    columns: (JSON.parse(stored.headers) as string[]).map((header, index) => ({
      header,
      samples: samples[index] ?? [],
      field: mapping[index] ?? null,
    })),
    fields: fields.map(({ key, label, help, isRequired }) => ({ key, label, help, isRequired })),
    existing: stored.existing,
    canRollBack: canRollBack(stored, now),
  }
}

export const readVendorImport = query({
  id: 'vendor-imports.get',
  access: 'vendors.import',
  input: inputOf(endpoints.getVendorImport),
  run: async (context, { importId }) => {
    const { db, actor, clock } = context
    const { stored, results } = await readImport(context, importId, [fieldsStatement(db, actor.companyId)])
    return toImport(stored, toCompanyFields(results[0]?.[0]).fields, clock.now())
  },
})

export const listVendorImports = query({
  id: 'vendor-imports.list',
  access: 'vendors.import',
  input: inputOf(endpoints.listVendorImports),
  run: async (context, input) =>
    toConnection(
      await context.db.all<StoredImport>(importsStatement(context, input)),
      input.first,
      (row) => [row.createdAt, row.id],
      toSummary,
    ),
})

/** One page, newest first. The query plan test uses it too. */
export const importsStatement = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  input: { cursor?: string | undefined; first: number },
): D1PreparedStatement => {
  const key = input.cursor ? decodeCursor(input.cursor, 2) : null
  return db.sql(
    `SELECT ${COLUMNS} ${FROM} WHERE i.company_id = ?1 ${key ? 'AND (i.created_at, i.id) < (?3, ?4)' : ''}
      ORDER BY i.created_at DESC, i.id DESC LIMIT ?2`,
    actor.companyId,
    input.first + 1,
    ...(key ?? []),
  )
}

interface StoredImportRow {
  number: number
  cells: string
  outcome: endpoints.RowOutcome
  problems: string
  vendorId: string | null
  vendorName: string | null
}

type RowFilter = (typeof endpoints.ROW_FILTERS)[number]

const filterSql = (filter: RowFilter): string => {
  if (filter === 'ALL') return '1'
  if (filter === 'PROBLEMS') return "r.problems <> '[]'"
  if (filter === 'ERRORS') return "r.outcome IN ('BAD', 'FAILED')"
  return `r.outcome = '${filter}'`
}

const indexOf = (filter: RowFilter): string =>
  filter === 'PROBLEMS'
    ? 'INDEXED BY vendor_import_rows_problems'
    : filter === 'ERRORS'
      ? 'INDEXED BY vendor_import_rows_errors'
      : ''

export const rowsStatement = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  importId: string,
  { filter, after, limit }: { filter: RowFilter; after: number; limit: number },
): D1PreparedStatement =>
  db.sql(
    `SELECT r.number, r.cells, r.outcome, r.problems, v.id AS vendorId, v.name AS vendorName
       FROM vendor_import_rows r ${indexOf(filter)} LEFT JOIN vendors v ON v.id = r.vendor_id AND +v.company_id = r.company_id
      WHERE r.company_id = ?1 AND r.import_id = ?2 AND r.number > ?3 AND ${filterSql(filter)}
      ORDER BY r.number LIMIT ?4`,
    actor.companyId,
    importId,
    after,
    limit,
  )

export const listVendorImportRows = query({
  id: 'vendor-imports.rows',
  access: 'vendors.import',
  input: inputOf(endpoints.listVendorImportRows),
  run: async (context, { importId, filter, cursor, first }) => {
    const after = cursor ? Number(decodeCursor(cursor, 1)[0]) : 0
    const { stored, results } = await readImport(context, importId, [
      rowsStatement(context, importId, { filter, after, limit: first + 1 }),
    ])
    const nameColumn = (JSON.parse(stored.mapping) as ImportMapping).indexOf('name')
    const rows = (results[0] ?? []) as unknown as StoredImportRow[]
    return toConnection(
      rows,
      first,
      (row) => [row.number],
      ({ number, cells, outcome, problems, vendorId, vendorName }): endpoints.ImportRow => ({
        number,
        name: (JSON.parse(cells) as string[])[nameColumn] ?? '',
        outcome,
        problems: JSON.parse(problems) as ImportProblem[],
        vendor: vendorId !== null && vendorName !== null ? { id: vendorId, name: vendorName } : null,
      }),
    )
  },
})

const BAD_ROWS_AT_ONCE = 2_000

/** The rows as they were uploaded, so that corrected ones can be imported directly. Read while they are sent. */
export const exportBadRows = query({
  id: 'vendor-imports.bad-rows-csv',
  access: 'vendors.import',
  input: inputOf(endpoints.badRowsCsv),
  run: async (context, { importId }) => {
    const rowsAfter = (after: number) =>
      rowsStatement(context, importId, { filter: 'ERRORS', after, limit: BAD_ROWS_AT_ONCE })
    const { stored, results } = await readImport(context, importId, [
      fieldsStatement(context.db, context.actor.companyId),
      rowsAfter(0),
    ])
    const labels = new Map(toCompanyFields(results[0]?.[0]).fields.map(({ key, label }) => [key, label]))
    const headers = JSON.parse(stored.headers) as string[]
    const reason = ({ field, message }: ImportProblem) =>
      field === null ? message : `${labels.get(field) ?? field}: ${message}`
    const lineOf = ({ number, cells, problems }: StoredImportRow): CsvRow => {
      const own = JSON.parse(cells) as string[]
      const errors = (JSON.parse(problems) as ImportProblem[]).filter(({ level }) => level === 'ERROR')
      return [...headers.map((_, index) => own[index] ?? ''), number, errors.map(reason).join('; ')]
    }
    async function* pages(): AsyncGenerator<CsvRow[]> {
      yield [[...headers, 'Row', 'Reason']]
      let rows = (results[1] ?? []) as unknown as StoredImportRow[]
      while (rows.length > 0) {
        yield rows.map(lineOf)
        const last = rows.length === BAD_ROWS_AT_ONCE ? rows.at(-1) : undefined
        rows = last ? await context.db.all<StoredImportRow>(rowsAfter(last.number)) : []
      }
    }
    return {
      fileName: csvFileName('vendors-not-imported', context.clock.now(), context.actor.timezone),
      text: csvStream(pages()),
    }
  },
})

export const readTemplate = query({
  id: 'vendor-imports.template',
  access: 'vendors.import',
  input: inputOf(endpoints.importTemplate),
  run: async (context) => {
    const { fields, questions } = await companyFields(context.db, context.actor.companyId, context.clock.now())
    const example = (field: ImportField): string => field.example || exampleOf(questions.get(field.key))
    return {
      fileName: 'outlay-vendors-template.csv',
      text: csvOf([fields.map(({ label }) => label), fields.map(example)]),
    }
  },
})

const exampleOf = (question: Question | undefined): string => {
  if (question?.type === 'CUSTOM_SELECT') return question.options[0]?.label ?? ''
  if (question?.type === 'YES_NO') return 'Yes'
  return question?.type.endsWith('DATE') ? '2030-01-31' : ''
}
