import { z } from 'zod'
import {
  MATRIX_CONDITION_TYPES,
  type MatrixConditionType,
} from '../../../../schema/approvals/approver-matrix/conditions.ts'
import { MATRIX_LIMITS, type MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { logicOfGrid } from '../../../../schema/approvals/approver-matrix/wire.ts'
import type { ReferenceKind } from '../../../../schema/platform/configuration/values.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { requiredText } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { callOf, registerSection, type Stored, wordsOf } from '../../platform/configuration/index.ts'
import { createMatrix, deleteMatrix, renameMatrix, saveMatrixLogic } from './operations.ts'
import { requireMatrix } from './read.ts'

/** Approver matrices in a file of configuration: columns by name, and rows in their order. */

const types = wordsOf(MATRIX_CONDITION_TYPES)
const KINDS: Record<MatrixConditionType, ReferenceKind> = {
  DEPARTMENT: 'department',
  ENTITY: 'entity',
  BUSINESS_UNIT: 'businessUnit',
  CATEGORY: 'spendCategory',
}

const names = z.array(z.string().max(300)).max(MATRIX_LIMITS.perCell)
const matrixFile = z.strictObject({
  matrix: requiredText(120),
  was: z.string().max(120).optional(),
  conditions: z.array(types.shape).max(MATRIX_CONDITION_TYPES.length).default([]),
  approvers: z.array(requiredText(80)).max(MATRIX_LIMITS.approverColumns).default([]),
  rows: z
    .array(
      z.strictObject({
        /** By condition. */
        when: z.record(z.string(), names).default({}),
        /** By approver column. */
        approvers: z.record(z.string(), names).default({}),
      }),
    )
    .max(MATRIX_LIMITS.rows)
    .default([]),
})

interface RawMatrix {
  name: string
  grid: MatrixGrid
}

const plain = (text: string): string => text.trim().toLowerCase()

const read = async ({ db, actor }: StaffContext): Promise<Stored<RawMatrix>[]> => {
  const rows = await db.all<{ id: string; name: string; conditions: string; approvers: string; rows: string }>(
    db.sql(
      `SELECT id, name, condition_columns AS conditions, approver_columns AS approvers, rows FROM approver_matrices
        WHERE company_id = ? AND deleted_at IS NULL`,
      actor.companyId,
    ),
  )
  return rows.map(({ id, name, ...row }) => ({
    id,
    name,
    raw: {
      name,
      grid: {
        conditionColumns: JSON.parse(row.conditions),
        approverColumns: JSON.parse(row.approvers),
        rows: JSON.parse(row.rows),
      },
    },
  }))
}

registerSection<RawMatrix, z.output<typeof matrixFile>>({
  key: 'approverMatrices',
  title: 'Approver matrices',
  noun: 'approver matrix',
  order: 20,
  shape: matrixFile,
  nameOf: ({ matrix, was }) => ({ name: matrix, was }),
  isAvailable: ({ policy }) => can(policy, 'settings.manage'),
  unavailable: 'You can’t configure approver matrices',
  read,
  toFile: ({ name, grid }, reading) => ({
    matrix: name,
    conditions: grid.conditionColumns.map(({ conditionType }) => types.toWord(conditionType)),
    approvers: grid.approverColumns.map((column) => column.name),
    rows: grid.rows.map((row) => ({
      when: Object.fromEntries(
        grid.conditionColumns.flatMap(({ id, conditionType }) => {
          const of = reading.namesOf(KINDS[conditionType], row.conditions[id] ?? [])
          return of.length > 0 ? [[types.toWord(conditionType), of]] : []
        }),
      ),
      approvers: Object.fromEntries(
        grid.approverColumns.flatMap(({ id, name: column }) => {
          const of = reading.namesOf('person', row.approvers[id] ?? [])
          return of.length > 0 ? [[column, of]] : []
        }),
      ),
    })),
  }),
  fromFile: (item, writing, current) => {
    const conditionColumns = item.conditions.map((word) => {
      const conditionType = types.fromWord(word)
      const kept = current?.grid.conditionColumns.find((column) => column.conditionType === conditionType)
      return { id: kept?.id ?? writing.newId(), conditionType }
    })
    const approverColumns = item.approvers.map((name) => {
      const kept = current?.grid.approverColumns.find((column) => plain(column.name) === plain(name))
      return { id: kept?.id ?? writing.newId(), name }
    })
    const columnOf = (of: 'when' | 'approvers', key: string): string | undefined =>
      of === 'when'
        ? conditionColumns.find(({ conditionType }) => types.toWord(conditionType) === plain(key))?.id
        : approverColumns.find(({ name }) => plain(name) === plain(key))?.id
    const rows = item.rows.map((row, at) => {
      const cells = (of: 'when' | 'approvers') =>
        Object.fromEntries(
          Object.entries(row[of]).flatMap(([key, texts]) => {
            const column = columnOf(of, key)
            const path = ['rows', at, of, key]
            if (!column) {
              writing.problem(path, `The matrix has no such column: ${key}`)
              return []
            }
            const kind = of === 'approvers' ? 'person' : KINDS[types.fromWord(plain(key))]
            const ids = writing.idsOf(kind, texts, path)
            // A cell without conditions matches everything, which leaving names out mustn't bring about.
            if (of === 'when' && texts.length > 0 && ids.length === 0)
              writing.problem(path, 'This condition would be empty. Choose replacements for its values')
            return [[column, ids]]
          }),
        )
      return {
        id: current?.grid.rows[at]?.id ?? writing.newId(),
        conditions: cells('when'),
        approvers: cells('approvers'),
      }
    })
    if (new Set(item.conditions).size < item.conditions.length)
      writing.problem(['conditions'], 'Each condition can be used once')
    if (new Set(item.approvers.map(plain)).size < item.approvers.length)
      writing.problem(['approvers'], 'Two approver columns have the same name')
    return { name: item.matrix, grid: { conditionColumns, approverColumns, rows } }
  },
  brings: ({ matrix, approvers }) => [
    { kind: 'matrix', name: matrix },
    ...approvers.map((column) => ({ kind: 'matrixColumn' as const, name: `${matrix} / ${column}` })),
  ],
  create: async (context, { name }) => void (await callOf(createMatrix, context, { name })),
  write: async (context, id, { name, grid }) => {
    const before = await requireMatrix(context, id)
    if (before.name !== name) await callOf(renameMatrix, context, { approverMatrixId: id, name })
    const { version } = await requireMatrix(context, id)
    await callOf(saveMatrixLogic, context, { approverMatrixId: id, ...logicOfGrid(grid, version) })
  },
  remove: async (context, { id }) => void (await callOf(deleteMatrix, context, { approverMatrixId: id })),
  restore: async (context, { id, name }) => {
    const { db, actor } = context
    await commit(context, {
      subject: 'The approver matrix',
      statements: [
        db.sql(
          `UPDATE approver_matrices SET deleted_at = NULL, version = version + 1, updated_at = ?3
            WHERE id = ?1 AND company_id = ?2 AND deleted_at IS NOT NULL`,
          id,
          actor.companyId,
          context.clock.now(),
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `approver-matrix:${id}:restored:${context.newId()}`,
          action: 'approver-matrix.restored',
          targetType: 'APPROVER_MATRIX',
          targetId: id,
          message: `Restored the approver matrix ${name}`,
          changeData: { after: { name } },
        },
      ],
      result: null,
    })
  },
})
