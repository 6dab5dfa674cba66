import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { importProblem, MAX_IMPORT_COLUMNS } from '../../shared/imports.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, instant } from '../../shared/values.ts'
import { waits } from '../guarded/endpoints.ts'

/** Members from a CSV file: upload, column mapping, a check that changes nothing, adding all of them, and undoing it. */

/** The most members in a file, because all of them are added at once. */
export const MAX_MEMBER_ROWS = 500
/** The most departments that are created with an import. */
export const MAX_NEW_DEPARTMENTS = 100
/** How long an import can be undone. */
export const UNDO_DAYS = 30

export const MEMBER_IMPORT_STATUSES = ['MAPPING', 'CHECKED', 'DONE', 'UNDONE'] as const

/** What a row will do (checked), has done (imported), and how undoing it went. */
export const MEMBER_OUTCOMES = [
  'NEW',
  'CREATE',
  'SKIP',
  'BAD',
  'CREATED',
  'SKIPPED',
  'FAILED',
  'REMOVED',
  'KEPT',
] as const
export type MemberOutcome = (typeof MEMBER_OUTCOMES)[number]

const outcomeCounts = z.partialRecord(z.enum(MEMBER_OUTCOMES), z.number().int())
export type MemberCounts = z.infer<typeof outcomeCounts>

const summary = {
  id: z.string(),
  fileName: z.string(),
  status: z.enum(MEMBER_IMPORT_STATUSES),
  rowCount: z.number().int(),
  counts: outcomeCounts,
  createdAt: instant,
  createdBy: z.string(),
  finishedAt: instant.nullable(),
  version: z.number().int(),
}

export const memberImport = z.object({
  ...summary,
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()), field: z.string().nullable() })),
  fields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      help: z.string().optional(),
      isRequired: z.boolean().optional(),
    }),
  ),
  /** Names in the file that no department of the company has. */
  unknownDepartments: z.array(z.string()),
  /** Whether those are created with the import. Only people who manage settings can choose that. */
  createsDepartments: z.boolean(),
  mayCreateDepartments: z.boolean(),
  canUndo: z.boolean(),
})
export type MemberImport = z.infer<typeof memberImport>

export const memberImportSummary = z.object(summary)
export type MemberImportSummary = z.infer<typeof memberImportSummary>

export const memberImportRow = z.object({
  number: z.number().int(),
  email: z.string(),
  name: z.string(),
  outcome: z.enum(MEMBER_OUTCOMES),
  problems: z.array(importProblem),
  /** The member it added, while there is one. */
  memberId: z.string().nullable(),
})
export type MemberImportRow = z.infer<typeof memberImportRow>

const importParams = z.object({ memberImportId: id })
const version = z.number().int().min(1)

export const uploadMemberImport = endpoint({
  id: 'member-imports.upload',
  method: 'POST',
  path: '/api/member-imports',
  summary: 'Read a CSV file of members: nothing is imported yet',
  response: z.object({ id: z.string() }),
  raw: 'multipart/form-data: file',
})

export const listMemberImports = endpoint({
  id: 'member-imports.list',
  method: 'GET',
  path: '/api/member-imports',
  summary: 'Imports of members, the newest first',
  query: pageQuery,
  response: connection(memberImportSummary),
})

export const getMemberImport = endpoint({
  id: 'member-imports.get',
  method: 'GET',
  path: '/api/member-imports/{memberImportId}',
  summary: 'An import of members: its columns and what was found',
  params: importParams,
  response: memberImport,
})

export const MEMBER_ROW_FILTERS = ['PROBLEMS', 'ALL'] as const

export const listMemberImportRows = endpoint({
  id: 'member-imports.rows',
  method: 'GET',
  path: '/api/member-imports/{memberImportId}/rows',
  summary: 'Rows of an import in the order of the file',
  params: importParams,
  query: pageQuery.extend({ filter: z.enum(MEMBER_ROW_FILTERS).default('ALL') }),
  response: connection(memberImportRow),
})

export const checkMemberImport = endpoint({
  id: 'member-imports.check',
  method: 'POST',
  path: '/api/member-imports/{memberImportId}/check',
  summary: 'Map columns and preview an import without running it',
  params: importParams,
  body: z.object({
    /** The key of a field for each column, or null to leave it out. */
    mapping: z.array(z.string().max(200).nullable()).max(MAX_IMPORT_COLUMNS),
    createsDepartments: z.boolean().default(false),
    version,
  }),
  response: memberImport,
})

export const startMemberImport = endpoint({
  id: 'member-imports.start',
  method: 'POST',
  path: '/api/member-imports/{memberImportId}/start',
  summary: 'Add the members of a checked file; rows with errors are left out',
  params: importParams,
  body: z.object({
    /** Email an invitation to everyone it adds. */
    sendsInvitations: z.boolean().default(false),
    version,
  }),
  response: memberImport.extend({ waits: waits.optional() }),
})

/** People who stay that a rehearsal names. */
export const MOST_STAYING = 50
const undoRehearsal = z.object({
  leaving: z.number().int(),
  stayingCount: z.number().int(),
  /** The first of them, with what others built on each: approvals, groups, ownership. */
  staying: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type UndoRehearsal = z.infer<typeof undoRehearsal>

export const undoMemberImport = endpoint({
  id: 'member-imports.undo',
  method: 'POST',
  path: '/api/member-imports/{memberImportId}/undo',
  summary: 'Undo an import: members who never signed in and aren’t in use are removed, the rest stay and are listed',
  params: importParams,
  body: z.object({
    version,
    /** Only tells who would leave and who would stay, and changes nothing. */
    isRehearsal: z.boolean().default(false),
  }),
  response: memberImport.extend({ rehearsal: undoRehearsal.optional() }),
})

export const deleteMemberImport = endpoint({
  id: 'member-imports.delete',
  method: 'DELETE',
  path: '/api/member-imports/{memberImportId}',
  summary: 'Discard an import that was not started',
  params: importParams,
  response: z.null(),
})

export const memberImportTemplate = endpoint({
  id: 'member-imports.template',
  method: 'GET',
  path: '/api/member-imports/template.csv',
  summary: 'A CSV file with the headers that are understood and an example',
  response: z.null(),
  raw: 'text/csv',
})
