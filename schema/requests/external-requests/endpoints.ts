import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, instant, named, requiredText } from '../../shared/values.ts'

/**
 * Requests that a company's people had decided in another system, from a CSV file: the upload checks every row and
 * imports nothing, then the import runs in the background, and can be undone as a whole.
 */

/** Each becomes a request with its own history. */
export const MAX_EXTERNAL_ROWS = 5_000

export const UPLOAD_STATUSES = ['CHECKED', 'RUNNING', 'DONE', 'ROLLING_BACK', 'ROLLED_BACK'] as const
export type UploadStatus = (typeof UPLOAD_STATUSES)[number]

/** What a row will do (checked), has done (run), and how undoing it went. */
export const EXTERNAL_OUTCOMES = ['CREATE', 'BAD', 'CREATED', 'FAILED', 'REMOVED', 'KEPT'] as const
export type ExternalOutcome = (typeof EXTERNAL_OUTCOMES)[number]

export const externalProblem = z.object({
  level: z.enum(['ERROR', 'WARNING']),
  /** The field it is about, or null for the whole row. */
  field: z.string().nullable(),
  message: z.string(),
})
export type ExternalProblem = z.infer<typeof externalProblem>

const counts = z.partialRecord(z.enum(EXTERNAL_OUTCOMES), z.number().int())
export type ExternalCounts = z.infer<typeof counts>

export const externalUpload = z.object({
  id: z.string(),
  fileName: z.string(),
  /** The other system's name. */
  system: z.string(),
  category: named,
  status: z.enum(UPLOAD_STATUSES),
  rowCount: z.number().int(),
  counts,
  /** The columns of the file: what each was taken for, or null if it was left out. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  createdAt: instant,
  createdBy: z.string(),
  finishedAt: instant.nullable(),
  version: z.number().int(),
})
export type ExternalUpload = z.infer<typeof externalUpload>

const companyId = z.object({ companyId: id })
const uploadParams = companyId.extend({ uploadId: id })
/** Without a version the last call wins. */
const versioned = z.object({ version: z.number().int().min(1).optional() })

export const uploadExternalRequests = endpoint({
  id: 'external-requests.upload',
  method: 'POST',
  path: '/api/super-admin/external-requests-upload',
  summary: 'Check a CSV file of requests from another system: nothing is imported yet',
  response: z.object({ id: z.string(), companyId: z.string() }),
  raw: 'multipart/form-data: companyId, intakeCategoryId, system, file',
})
export const externalUploadForm = z.object({
  companyId: id,
  intakeCategoryId: id,
  system: requiredText(100),
})

export const externalTemplate = endpoint({
  id: 'external-requests.template',
  method: 'GET',
  path: '/api/super-admin/external-requests-template.csv',
  summary: 'A CSV file with the headers that are understood and an example',
  response: z.null(),
  raw: 'text/csv',
})

export const listExternalCategories = endpoint({
  id: 'external-requests.categories',
  method: 'GET',
  path: '/api/super-admin/company/{companyId}/request-categories',
  summary: 'The company’s categories that requests can be imported into',
  params: companyId,
  response: z.array(named),
})

export const listExternalUploads = endpoint({
  id: 'external-requests.list',
  method: 'GET',
  path: '/api/super-admin/company/{companyId}/external-requests',
  summary: 'The company’s uploads of requests from other systems, the newest first',
  params: companyId,
  query: pageQuery,
  response: connection(externalUpload),
})

export const externalRow = z.object({
  number: z.number().int(),
  title: z.string(),
  outcome: z.enum(EXTERNAL_OUTCOMES),
  problems: z.array(externalProblem),
})
export type ExternalRow = z.infer<typeof externalRow>

export const listExternalRows = endpoint({
  id: 'external-requests.rows',
  method: 'GET',
  path: '/api/super-admin/company/{companyId}/external-requests/{uploadId}/rows',
  summary: 'Rows of an upload in the order of the file',
  params: uploadParams,
  query: pageQuery.extend({ filter: z.enum(['ALL', 'PROBLEMS']).default('ALL') }),
  response: connection(externalRow),
})

export const startExternalUpload = endpoint({
  id: 'external-requests.start',
  method: 'POST',
  path: '/api/super-admin/company/{companyId}/external-requests/{uploadId}/start',
  summary: 'Import the rows of an upload without errors',
  params: uploadParams,
  body: versioned,
  response: z.object({ id: z.string() }),
})

export const rollBackExternalUpload = endpoint({
  id: 'external-requests.roll-back',
  method: 'POST',
  path: '/api/super-admin/company/{companyId}/external-requests/{uploadId}/roll-back',
  summary: 'Undo an import: requests that no one has touched since are deleted, the rest stay and are listed',
  params: uploadParams,
  body: versioned,
  response: z.object({ id: z.string() }),
})

export const deleteExternalUpload = endpoint({
  id: 'external-requests.delete',
  method: 'DELETE',
  path: '/api/super-admin/company/{companyId}/external-requests/{uploadId}',
  summary: 'Discard an upload that was not started',
  params: uploadParams,
  response: z.null(),
})
