import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { importProblem, MAX_IMPORT_COLUMNS } from '../../shared/imports.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, instant } from '../../shared/values.ts'

/**
 * Vendors from a CSV file: upload, column mapping, a check that changes nothing, the run in the background, and undoing
 * all of it.
 */

/** How long an import can be undone. */
export const ROLLBACK_DAYS = 30

export const IMPORT_STATUSES = ['MAPPING', 'CHECKED', 'RUNNING', 'DONE', 'ROLLING_BACK', 'ROLLED_BACK'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** What a row will do (checked), has done (run), and how undoing it went (rolled back). */
export const ROW_OUTCOMES = [
  'NEW',
  'CREATE',
  'UPDATE',
  'SKIP',
  'BAD',
  'CREATED',
  'UPDATED',
  'SKIPPED',
  'FAILED',
  'REMOVED',
  'RESTORED',
  'KEPT',
] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

const importField = z.object({
  key: z.string(),
  label: z.string(),
  help: z.string().optional(),
  isRequired: z.boolean().optional(),
})

const outcomeCounts = z.partialRecord(z.enum(ROW_OUTCOMES), z.number().int())
export type OutcomeCounts = z.infer<typeof outcomeCounts>

const summary = {
  id: z.string(),
  fileName: z.string(),
  status: z.enum(IMPORT_STATUSES),
  rowCount: z.number().int(),
  counts: outcomeCounts,
  createdAt: instant,
  createdBy: z.string(),
  finishedAt: instant.nullable(),
  version: z.number().int(),
}

export const vendorImport = z.object({
  ...summary,
  /** How many rows the run, or undoing it, has processed. */
  doneCount: z.number().int(),
  warningCount: z.number().int(),
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()), field: z.string().nullable() })),
  fields: z.array(importField),
  /** What happens to rows whose vendor exists. */
  existing: z.enum(['SKIP', 'UPDATE']),
  canRollBack: z.boolean(),
})
export type VendorImport = z.infer<typeof vendorImport>

export const importSummary = z.object(summary)
export type ImportSummary = z.infer<typeof importSummary>

export const importRow = z.object({
  number: z.number().int(),
  name: z.string(),
  outcome: z.enum(ROW_OUTCOMES),
  problems: z.array(importProblem),
  vendor: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type ImportRow = z.infer<typeof importRow>

const importId = z.object({ importId: id })
const version = z.number().int().min(1)

export const uploadVendorImport = endpoint({
  id: 'vendor-imports.upload',
  method: 'POST',
  path: '/api/vendor-imports',
  summary: 'Read a CSV file of vendors: nothing is imported yet',
  response: z.object({ id: z.string() }),
  raw: 'multipart/form-data: file',
})

export const listVendorImports = endpoint({
  id: 'vendor-imports.list',
  method: 'GET',
  path: '/api/vendor-imports',
  summary: 'Imports of vendors, the newest first',
  query: pageQuery,
  response: connection(importSummary),
})

export const getVendorImport = endpoint({
  id: 'vendor-imports.get',
  method: 'GET',
  path: '/api/vendor-imports/{importId}',
  summary: 'An import: its columns, what was found and how far it has come',
  params: importId,
  response: vendorImport,
})

export const ROW_FILTERS = ['PROBLEMS', 'ERRORS', 'ALL', ...ROW_OUTCOMES] as const

export const listVendorImportRows = endpoint({
  id: 'vendor-imports.rows',
  method: 'GET',
  path: '/api/vendor-imports/{importId}/rows',
  summary: 'Rows of an import in the order of the file',
  params: importId,
  query: pageQuery.extend({ filter: z.enum(ROW_FILTERS).default('ALL') }),
  response: connection(importRow),
})

export const checkVendorImport = endpoint({
  id: 'vendor-imports.check',
  method: 'POST',
  path: '/api/vendor-imports/{importId}/check',
  summary: 'Map columns and preview an import without running it',
  params: importId,
  body: z.object({
    /** The key of a field for each column, or null to leave it out. */
    mapping: z.array(z.string().max(200).nullable()).max(MAX_IMPORT_COLUMNS),
    existing: z.enum(['SKIP', 'UPDATE']),
    version,
  }),
  response: vendorImport,
})

export const startVendorImport = endpoint({
  id: 'vendor-imports.start',
  method: 'POST',
  path: '/api/vendor-imports/{importId}/start',
  summary: 'Run a checked import; rows with errors are skipped',
  params: importId,
  body: z.object({ version }),
  response: z.object({ id: z.string() }),
})

export const rollBackVendorImport = endpoint({
  id: 'vendor-imports.roll-back',
  method: 'POST',
  path: '/api/vendor-imports/{importId}/roll-back',
  summary: 'Undo an import: rows no one has changed since are removed or restored, the rest stay and are listed',
  params: importId,
  body: z.object({ version }),
  response: z.object({ id: z.string() }),
})

export const deleteVendorImport = endpoint({
  id: 'vendor-imports.delete',
  method: 'DELETE',
  path: '/api/vendor-imports/{importId}',
  summary: 'Discard an import that was not started',
  params: importId,
  response: z.null(),
})

export const badRowsCsv = endpoint({
  id: 'vendor-imports.bad-rows-csv',
  method: 'GET',
  path: '/api/vendor-imports/{importId}/bad-rows.csv',
  summary: 'The rows that weren’t imported, as in the file, with the reasons',
  params: importId,
  response: z.null(),
  raw: 'text/csv',
})

export const importTemplate = endpoint({
  id: 'vendor-imports.template',
  method: 'GET',
  path: '/api/vendor-imports/template.csv',
  summary: 'A CSV file with the headers that are understood and an example',
  response: z.null(),
  raw: 'text/csv',
})
