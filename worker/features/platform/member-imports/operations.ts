import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/member-imports/endpoints.ts'
import {
  guessMapping,
  type ImportMapping,
  MAX_IMPORT_BYTES,
  mappingProblem,
} from '../../../../schema/shared/imports.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, staleVersion } from '../../../core/errors.ts'
import { chunks, readImportFile, samplesOf } from '../../../core/import-file.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { addition, withAsked } from '../members/index.ts'
import { DEPARTMENT, newUnits } from '../organisation/index.ts'
import { countsOf, type KeptRow, keptRowsStatement } from './kept-rows.ts'
import { newDepartments, placedIn, planRows } from './plan-rows.ts'
import { fieldsOf, requireImport, type StoredImport, toImport } from './read.ts'

const SUBJECT = 'The import'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long unused files are kept, and the rows of imported ones. */
const UNSTARTED_MS = 7 * DAY_MS
const ROWS_MS = 90 * DAY_MS

/** Deletes old data of earlier files when the company uploads another. */
const forgetOld = ({ db, actor, clock }: StaffContext): D1PreparedStatement[] => {
  const [unstarted, imported] = [clock.now() - UNSTARTED_MS, clock.now() - ROWS_MS]
  const isUnstarted = "status IN ('MAPPING', 'CHECKED')"
  return [
    db.sql(
      `DELETE FROM member_import_rows WHERE company_id = ?1 AND import_id IN (
         SELECT id FROM member_imports WHERE company_id = ?1 AND created_at < ?2 AND (${isUnstarted} OR created_at < ?3))`,
      ...[actor.companyId, unstarted, imported],
    ),
    db.sql(
      `DELETE FROM member_imports WHERE company_id = ? AND created_at < ? AND ${isUnstarted}`,
      ...[actor.companyId, unstarted],
    ),
  ]
}

/** Throws INVALID for `file` unless it is CSV with at most so many rows. */
export const uploadMemberImport = command({
  id: 'member-imports.upload',
  access: 'members.import',
  input: z.object({ file: z.instanceof(File, { message: 'Choose a CSV file' }) }),
  run: async (context, { file }) => {
    const { db, actor, clock, newId } = context
    if (file.size > MAX_IMPORT_BYTES) {
      throw invalidField('file', 'The file is larger than 10 MB. Split it into several files.')
    }
    const { headers, rows } = readImportFile(new Uint8Array(await file.arrayBuffer()), endpoints.MAX_MEMBER_ROWS)
    const id = newId()
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          `INSERT INTO member_imports (id, company_id, file_name, headers, samples, mapping, row_count, counts,
                                       created_by_user_id, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          id,
          actor.companyId,
          file.name.slice(0, 200) || 'members.csv',
          JSON.stringify(headers),
          JSON.stringify(samplesOf(headers, rows)),
          JSON.stringify(guessMapping(headers, fieldsOf(actor))),
          rows.length,
          JSON.stringify({ NEW: rows.length }),
          actor.userId,
          clock.now(),
        ),
        ...forgetOld(context),
        ...chunks(rows).map((part) =>
          db.sql(
            `INSERT INTO member_import_rows (company_id, import_id, number, cells)
             SELECT ?1, ?2, value ->> 'number', value ->> 'cells' FROM json_each(?3)`,
            ...[actor.companyId, id, JSON.stringify(part)],
          ),
        ),
      ],
      audit: [],
      result: { id },
    })
  },
})

export const requireVersion = (stored: StoredImport, version: number): void => {
  if (stored.version !== version) throw staleVersion(SUBJECT)
}

export const refuse = (message: string, reason: string): AppError => new AppError('RULE_BROKEN', message, { reason })

const requireOpen = ({ status }: StoredImport): void => {
  if (status !== 'MAPPING' && status !== 'CHECKED') throw refuse('This import has already run.', 'IMPORT_STARTED')
}

/** The rows of the file. There are at most MAX_MEMBER_ROWS. */
const cellsOf = async ({ db, actor }: StaffContext, importId: string) => {
  const rows = await db.all<{ number: number; cells: string }>(
    db.sql(
      'SELECT number, cells FROM member_import_rows WHERE company_id = ? AND import_id = ? ORDER BY number',
      ...[actor.companyId, importId],
    ),
  )
  return rows.map(({ number, cells }) => ({ number, cells: JSON.parse(cells) as string[] }))
}

/**
 * Plans every row without adding anyone. Throws INVALID for `mapping`, FORBIDDEN for departments that the person may not
 * create, RULE_BROKEN once it has run, CONFLICT.
 */
export const checkMemberImport = command({
  id: 'member-imports.check',
  access: 'members.import',
  input: inputOf(endpoints.checkMemberImport),
  run: async (context, { memberImportId: importId, mapping, createsDepartments, version }) => {
    const { db, actor } = context
    const stored = await requireImport(context, importId)
    requireOpen(stored)
    requireVersion(stored, version)
    const fields = fieldsOf(actor)
    const isKnown = (key: string | null) => key === null || fields.some((field) => field.key === key)
    if (mapping.length !== (JSON.parse(stored.headers) as string[]).length || !mapping.every(isKnown)) {
      throw invalidField('mapping', 'Choose a field or nothing for every column')
    }
    const wrong = mappingProblem(mapping, fields)
    if (wrong) throw invalidField('mapping', wrong)
    requireDepartments(context, createsDepartments)
    const plan = await planRows(context, await cellsOf(context, importId), { mapping, createsDepartments })
    if (createsDepartments && plan.unknownDepartments.length > endpoints.MAX_NEW_DEPARTMENTS) {
      throw invalidField(
        'createsDepartments',
        `At most ${endpoints.MAX_NEW_DEPARTMENTS} departments can be created at once`,
      )
    }
    const checked: StoredImport = {
      ...stored,
      status: 'CHECKED',
      mapping: JSON.stringify(mapping),
      createsDepartments: createsDepartments ? 1 : 0,
      unknownDepartments: JSON.stringify(plan.unknownDepartments),
      counts: JSON.stringify(countsOf(plan.rows)),
      version: version + 1,
    }
    return commit(context, {
      subject: SUBJECT,
      statements: [
        saveStatement(context, stored, checked),
        guardOneRow(db),
        keptRowsStatement(
          db,
          actor.companyId,
          importId,
          plan.rows.map(({ number, outcome, problems }) => ({ number, outcome, problems })),
        ),
      ],
      audit: [],
      result: toImport(context, checked),
    })
  },
})

const requireDepartments = ({ actor }: StaffContext, createsDepartments: boolean): void => {
  if (!createsDepartments || can(actor.policy, 'settings.manage')) return
  const message = 'Only admins can create departments'
  throw new AppError('FORBIDDEN', message, { reason: 'BEYOND_RIGHTS', fields: { createsDepartments: message } })
}

/** Guard it with `guardOneRow`. */
export const saveStatement = (
  { db, actor }: StaffContext,
  before: Pick<StoredImport, 'id' | 'version'>,
  after: StoredImport,
): D1PreparedStatement =>
  db.sql(
    `UPDATE member_imports SET status = ?4, mapping = ?5, creates_departments = ?6, unknown_departments = ?7,
            created_departments = ?8, counts = ?9, finished_at = ?10, version = ?11
      WHERE company_id = ?1 AND id = ?2 AND version = ?3`,
    ...[actor.companyId, before.id, before.version, after.status, after.mapping, after.createsDepartments],
    ...[after.unknownDepartments, after.createdDepartments, after.counts, after.finishedAt, after.version],
  )

/**
 * Adds everyone in a checked file, in one write, by the same rules as one at a time. What has changed since the check is
 * found again. Throws RULE_BROKEN if it wasn't checked, has run or has no one to add, CONFLICT.
 */
export const startMemberImport = command({
  id: 'member-imports.start',
  access: 'members.import',
  input: inputOf(endpoints.startMemberImport),
  run: async (context, { memberImportId: importId, sendsInvitations, version }) => {
    const { db, actor, clock } = context
    const stored = await requireImport(context, importId)
    if (stored.status === 'MAPPING') throw refuse('Check the file first.', 'NOT_CHECKED')
    requireOpen(stored)
    requireVersion(stored, version)
    const createsDepartments = stored.createsDepartments === 1
    requireDepartments(context, createsDepartments)
    const mapping = JSON.parse(stored.mapping) as ImportMapping
    const plan = await planRows(context, await cellsOf(context, importId), { mapping, createsDepartments })
    const planned = plan.rows.flatMap(({ member }) => member ?? [])
    if (planned.length === 0) throw refuse('There is no one to add.', 'NOTHING_TO_IMPORT')
    const made = await newUnits(context, DEPARTMENT, newDepartments(planned))
    const { asked, ...added } = await addition(context, placedIn(planned, made.ids), {
      sendsInvitations,
      how: ` from the file ${stored.fileName}`,
    })
    const rows = plan.rows.map(({ number, outcome, problems, member }): KeptRow => {
      if (member) return { number, outcome: 'CREATED', problems, userId: member.id }
      return { number, outcome: outcome === 'SKIP' ? 'SKIPPED' : 'FAILED', problems }
    })
    const done: StoredImport = {
      ...stored,
      status: 'DONE',
      createdDepartments: JSON.stringify(made.audit.map(({ targetId }) => targetId)),
      counts: JSON.stringify(countsOf(rows)),
      finishedAt: clock.now(),
      version: version + 1,
    }
    const change: Change<endpoints.MemberImport> = {
      subject: SUBJECT,
      statements: [
        saveStatement(context, stored, done),
        guardOneRow(db),
        ...made.statements,
        ...added.statements,
        keptRowsStatement(db, actor.companyId, importId, rows),
      ],
      audit: [...made.audit, ...added.audit],
      outbox: added.outbox ?? [],
      result: toImport(context, done),
      onDuplicate: { ...added.onDuplicate, [DEPARTMENT.nameIndex]: () => staleVersion('One of the departments') },
    }
    return commit(context, withAsked(change, asked))
  },
})

/** Throws RULE_BROKEN once it has run, because the record of what it did must stay. */
export const deleteMemberImport = command({
  id: 'member-imports.delete',
  access: 'members.import',
  input: inputOf(endpoints.deleteMemberImport),
  run: async (context, { memberImportId: importId }) => {
    const { db, actor } = context
    const stored = await requireImport(context, importId)
    requireOpen(stored)
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          'DELETE FROM member_imports WHERE company_id = ? AND id = ? AND version = ?',
          ...[actor.companyId, importId, stored.version],
        ),
        guardOneRow(db),
        db.sql('DELETE FROM member_import_rows WHERE company_id = ? AND import_id = ?', ...[actor.companyId, importId]),
      ],
      audit: [],
      result: null,
    })
  },
})
