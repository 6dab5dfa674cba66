import type { z } from 'zod'
import { columnIdsOf } from '../../../../schema/approvals/approver-matrix/difference.ts'
import * as endpoints from '../../../../schema/approvals/approver-matrix/endpoints.ts'
import { MATRIX_LIMITS } from '../../../../schema/approvals/approver-matrix/model.ts'
import { gridOfLogic } from '../../../../schema/approvals/approver-matrix/wire.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { referred, refuseWhileUsed, unusedSql } from '../../../core/references.ts'
import { guardedRun } from '../../platform/guarded/index.ts'
import { guardedGroupsOf } from '../../platform/members/index.ts'
import { checkCells, checkShape, describeChange, namesIn, valueIdsOf } from './check.ts'
import { allMatrices, matrixHeads, oneMatrix, requireMatrix } from './read.ts'
import { COLUMN_REFERRED, gridStatements, savedAudit } from './write.ts'

const SUBJECT = 'The approver matrix'
const REFERRED = referred('APPROVER_MATRIX', 'approver matrix')
const onDuplicate = { approver_matrices_name: () => invalidField('name', 'Another approver matrix has this name') }

export const listMatrices = query({
  id: 'approver-matrix.list',
  access: 'approver-matrices.read',
  input: inputOf(endpoints.listApproverMatrices),
  run: (context, { cells }) => (cells === 'true' ? allMatrices(context) : matrixHeads(context)),
})

export const readMatrix = query({
  id: 'approver-matrix.get',
  access: 'settings.manage',
  input: inputOf(endpoints.getApproverMatrix),
  run: (context, { approverMatrixId }) => oneMatrix(context, approverMatrixId),
})

export const createMatrix = command({
  id: 'approver-matrix.create',
  access: 'settings.manage',
  input: inputOf(endpoints.createApproverMatrix),
  run: async (context, { name }) => {
    const { db, actor, clock } = context
    const id = context.newId()
    const now = clock.now()
    const counted = await db.first<{ count: number }>(
      db.sql(
        'SELECT COUNT(*) AS count FROM approver_matrices WHERE company_id = ? AND deleted_at IS NULL',
        actor.companyId,
      ),
    )
    if ((counted?.count ?? 0) >= MATRIX_LIMITS.matrices) {
      const message = `There are ${MATRIX_LIMITS.matrices} approver matrices, the maximum. Delete one you don’t use.`
      throw new AppError('RULE_BROKEN', message, { reason: 'TOO_MANY' })
    }
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          'INSERT INTO approver_matrices (id, company_id, name, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)',
          id,
          actor.companyId,
          name,
          now,
        ),
      ],
      audit: [
        {
          changeKey: `approver-matrix:${id}:v1`,
          action: 'approver-matrix.created',
          targetType: 'APPROVER_MATRIX',
          targetId: id,
          message: `Created the approver matrix ${name}`,
          changeData: { after: { name } },
        },
      ],
      result: { id },
      onDuplicate,
    })
  },
})

/** Throws CONFLICT (STALE_VERSION), or INVALID for the name if another matrix has it. */
export const renameMatrix = command({
  id: 'approver-matrix.rename',
  access: 'settings.manage',
  input: inputOf(endpoints.renameApproverMatrix),
  run: async (context, { approverMatrixId, name, version }) => {
    const { db, actor, clock } = context
    const matrix = await requireMatrix(context, approverMatrixId)
    const read = version ?? matrix.version
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          `UPDATE approver_matrices SET name = ?, version = version + 1, updated_at = ?
            WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
          name,
          clock.now(),
          matrix.id,
          actor.companyId,
          read,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `approver-matrix:${matrix.id}:v${read + 1}`,
          action: 'approver-matrix.renamed',
          targetType: 'APPROVER_MATRIX',
          targetId: matrix.id,
          message: `Renamed the approver matrix ${matrix.name} to ${name}`,
          changeData: { before: { name: matrix.name }, after: { name } },
        },
      ],
      result: { id: matrix.id, version: read + 1 },
      onDuplicate,
    })
  },
})

/** Throws RULE_BROKEN (IN_USE) with the workflows as details. Requests in progress still find its rows. */
export const deleteMatrix = command({
  id: 'approver-matrix.delete',
  access: 'settings.manage',
  input: inputOf(endpoints.deleteApproverMatrix),
  run: async (context, { approverMatrixId }) => {
    const { db, actor, clock } = context
    const matrix = await requireMatrix(context, approverMatrixId)
    await refuseWhileUsed(context, REFERRED, [matrix], {
      message: `${matrix.name} cannot be deleted while a workflow or rule set uses it.`,
    })
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          `UPDATE approver_matrices SET deleted_at = ?4, version = version + 1
            WHERE id = ?1 AND company_id = ?2 AND version = ?3 AND deleted_at IS NULL
              AND ${unusedSql(REFERRED)}`,
          matrix.id,
          actor.companyId,
          matrix.version,
          clock.now(),
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `approver-matrix:${matrix.id}:v${matrix.version + 1}`,
          action: 'approver-matrix.deleted',
          targetType: 'APPROVER_MATRIX',
          targetId: matrix.id,
          message: `Deleted the approver matrix ${matrix.name}`,
          changeData: { before: { name: matrix.name } },
        },
      ],
      result: { id: matrix.id },
    })
  },
})

const logicInput = inputOf(endpoints.saveApproverMatrixLogic)
type Logic = z.output<typeof logicInput>

/** The matrix as it would be saved. Throws what saving throws. */
const soundChange = async (context: StaffContext, { approverMatrixId, ...logic }: Logic) => {
  checkShape(logic)
  const matrix = await requireMatrix(context, approverMatrixId)
  const version = logic.version ?? matrix.version
  if (version !== matrix.version) throw staleVersion(SUBJECT)
  const grid = gridOfLogic(logic, matrix.grid.rows, context.newId)
  const names = await namesIn(context, [matrix.grid, grid])
  checkCells(logic, matrix.grid, names)
  const kept = columnIdsOf(grid)
  const removed = matrix.grid.approverColumns.filter((column) => !kept.includes(column.id))
  if (removed.length > 0) {
    const what = removed.map((column) => column.name).join(', ')
    await refuseWhileUsed(context, COLUMN_REFERRED, removed, {
      message: `${what} cannot be removed while a workflow or rule set uses it.`,
    })
  }
  const removedIds = removed.map((column) => column.id)
  return { matrix, version, grid, removedIds, change: describeChange(matrix.grid, grid, names) }
}

const saveLogic = async (context: StaffContext, input: Logic): Promise<{ id: string; version: number }> => {
  const { matrix, version, grid, removedIds, change } = await soundChange(context, input)
  if (!change.changed) return { id: matrix.id, version }
  return commit(context, {
    subject: SUBJECT,
    statements: gridStatements(context, { ...matrix, version }, grid, { removedIds, valueIds: valueIdsOf(grid) }),
    audit: [savedAudit(matrix, version + 1, change.words, change)],
    result: { id: matrix.id, version: version + 1 },
  })
}

/** A matrix that a rule set of bills names says who approves them. */
const changesWhoPays = async (context: StaffContext, input: Logic): Promise<string | null> => {
  if ((await guardedGroupsOf(context, [input.approverMatrixId])).size === 0) return null
  const { matrix, change } = await soundChange(context, input)
  return change.changed ? `The approver matrix ${matrix.name}, by which bills are approved: ${change.words}` : null
}

/**
 * Saves the whole matrix as its next version. Throws INVALID for cells, by path in the body and with row and column in
 * words; CONFLICT (STALE_VERSION); RULE_BROKEN (IN_USE) for a removed approver column that a workflow uses.
 */
export const saveMatrixLogic = command({
  id: 'approver-matrix.save-logic',
  access: 'settings.manage',
  input: logicInput,
  run: guardedRun({
    id: 'approver-matrix.save-logic',
    subject: ({ approverMatrixId }: Logic) => approverMatrixId,
    loosens: changesWhoPays,
    run: saveLogic,
    kept: async (context, input) => ({
      ...input,
      version: (await requireMatrix(context, input.approverMatrixId)).version,
    }),
    current: async (context, { approverMatrixId }) => {
      const { id, version } = await requireMatrix(context, approverMatrixId)
      return { id, version }
    },
  }),
})
