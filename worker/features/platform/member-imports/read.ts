import * as endpoints from '../../../../schema/platform/member-imports/endpoints.ts'
import { fieldsFor } from '../../../../schema/platform/member-imports/fields.ts'
import type { ImportMapping, ImportProblem } from '../../../../schema/shared/imports.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { csvOf } from '../../../core/csv.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'

export interface StoredImport {
  id: string
  fileName: string
  status: (typeof endpoints.MEMBER_IMPORT_STATUSES)[number]
  headers: string
  samples: string
  mapping: string
  createsDepartments: number
  unknownDepartments: string
  createdDepartments: string
  rowCount: number
  counts: string
  createdAt: number
  createdBy: string
  finishedAt: number | null
  version: number
}

const COLUMNS = `i.id, i.file_name AS fileName, i.status, i.row_count AS rowCount, i.counts, i.created_at AS createdAt,
  trim(u.first_name || ' ' || u.last_name) AS createdBy, i.finished_at AS finishedAt, i.version`
const FROM = 'FROM member_imports i LEFT JOIN users u ON u.id = i.created_by_user_id'

const importStatement = ({ db, actor }: StaffContext, importId: string): D1PreparedStatement =>
  db.sql(
    `SELECT ${COLUMNS}, i.headers, i.samples, i.mapping, i.creates_departments AS createsDepartments,
            i.unknown_departments AS unknownDepartments, i.created_departments AS createdDepartments
       ${FROM} WHERE i.company_id = ? AND i.id = ?`,
    actor.companyId,
    importId,
  )

/** Throws NOT_FOUND, also for another company's import. */
export const requireImport = async (context: StaffContext, importId: string): Promise<StoredImport> => {
  const stored = await context.db.first<StoredImport>(importStatement(context, importId))
  if (!stored) throw notFound('The import')
  return stored
}

const DAY_MS = 24 * 60 * 60 * 1000

export const canUndo = ({ status, finishedAt }: StoredImport, now: number): boolean =>
  status === 'DONE' && finishedAt !== null && now < finishedAt + endpoints.UNDO_DAYS * DAY_MS

export const fieldsOf = ({ policy }: StaffActor) => fieldsFor({ withBusinessUnits: can(policy, 'business-units.use') })

const toSummary = (stored: StoredImport): endpoints.MemberImportSummary => ({
  id: stored.id,
  fileName: stored.fileName,
  status: stored.status,
  rowCount: stored.rowCount,
  counts: JSON.parse(stored.counts) as endpoints.MemberCounts,
  createdAt: new Date(stored.createdAt).toISOString(),
  createdBy: stored.createdBy ?? '',
  finishedAt: stored.finishedAt === null ? null : new Date(stored.finishedAt).toISOString(),
  version: stored.version,
})

export const toImport = (
  { actor, clock }: Pick<StaffContext, 'actor' | 'clock'>,
  stored: StoredImport,
): endpoints.MemberImport => {
  const samples = JSON.parse(stored.samples) as string[][]
  const mapping = JSON.parse(stored.mapping) as ImportMapping
  return {
    ...toSummary(stored),
    columns: (JSON.parse(stored.headers) as string[]).map((header, index) => ({
      header,
      samples: samples[index] ?? [],
      field: mapping[index] ?? null,
    })),
    fields: fieldsOf(actor).map(({ key, label, help, isRequired }) => ({ key, label, help, isRequired })),
    unknownDepartments: JSON.parse(stored.unknownDepartments) as string[],
    createsDepartments: stored.createsDepartments === 1,
    mayCreateDepartments: can(actor.policy, 'settings.manage'),
    canUndo: canUndo(stored, clock.now()),
  }
}

export const readMemberImport = query({
  id: 'member-imports.get',
  access: 'members.import',
  input: inputOf(endpoints.getMemberImport),
  run: async (context, { memberImportId: importId }) => toImport(context, await requireImport(context, importId)),
})

export const listMemberImports = query({
  id: 'member-imports.list',
  access: 'members.import',
  input: inputOf(endpoints.listMemberImports),
  run: async ({ db, actor }, { cursor, first }) => {
    const key = cursor ? decodeCursor(cursor, 2) : null
    const rows = await db.all<StoredImport>(
      db.sql(
        `SELECT ${COLUMNS} ${FROM} WHERE i.company_id = ?1 ${key ? 'AND (i.created_at, i.id) < (?3, ?4)' : ''}
          ORDER BY i.created_at DESC, i.id DESC LIMIT ?2`,
        actor.companyId,
        first + 1,
        ...(key ?? []),
      ),
    )
    return toConnection(rows, first, (row) => [row.createdAt, row.id], toSummary)
  },
})

interface StoredRow {
  number: number
  cells: string
  outcome: endpoints.MemberOutcome
  problems: string
  memberId: string | null
}

const cellOf = (cells: readonly string[], mapping: ImportMapping, key: string): string =>
  cells[mapping.indexOf(key)] ?? ''

export const listMemberImportRows = query({
  id: 'member-imports.rows',
  access: 'members.import',
  input: inputOf(endpoints.listMemberImportRows),
  run: async (context, { memberImportId: importId, filter, cursor, first }) => {
    const { db, actor } = context
    const isAll = filter === 'ALL'
    const [found, rows] = await db.batch([
      importStatement(context, importId),
      db.sql(
        `SELECT r.number, r.cells, r.outcome, r.problems, m.user_id AS memberId
           FROM member_import_rows r ${isAll ? '' : 'INDEXED BY member_import_rows_problems'}
           LEFT JOIN company_memberships m ON m.company_id = r.company_id AND m.user_id = r.user_id
          WHERE r.company_id = ?1 AND r.import_id = ?2 AND r.number > ?3 AND ${isAll ? '1' : "r.problems <> '[]'"}
          ORDER BY r.number LIMIT ?4`,
        actor.companyId,
        importId,
        cursor ? Number(decodeCursor(cursor, 1)[0]) : 0,
        first + 1,
      ),
    ])
    const stored = found?.results[0] as unknown as StoredImport | undefined
    if (!stored) throw notFound('The import')
    const mapping = JSON.parse(stored.mapping) as ImportMapping
    return toConnection(
      (rows?.results ?? []) as unknown as StoredRow[],
      first,
      (row) => [row.number],
      ({ number, cells, outcome, problems, memberId }): endpoints.MemberImportRow => {
        const own = JSON.parse(cells) as string[]
        const names = ['firstName', 'lastName'].map((key) => cellOf(own, mapping, key))
        return {
          number,
          email: cellOf(own, mapping, 'email'),
          name: names.filter(Boolean).join(' ') || cellOf(own, mapping, 'fullName'),
          outcome,
          problems: JSON.parse(problems) as ImportProblem[],
          memberId,
        }
      },
    )
  },
})

export const readMemberTemplate = query({
  id: 'member-imports.template',
  access: 'members.import',
  input: inputOf(endpoints.memberImportTemplate),
  run: async ({ actor }) => {
    // Names are in two columns, so the one for both would only confuse.
    const fields = fieldsOf(actor).filter(({ key }) => key !== 'fullName')
    return {
      fileName: 'outlay-members-template.csv',
      text: csvOf([fields.map(({ label }) => label), fields.map(({ example }) => example)]),
    }
  },
})
