import { z } from 'zod'
import { waits } from '../../platform/guarded/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { id, instant, requiredText } from '../../shared/values.ts'
import { backtestOf, linkedReplay, replayPeriod } from '../backtest/replay.ts'
import { MATRIX_CONDITION_TYPES } from './conditions.ts'
import { MATRIX_LIMITS } from './model.ts'

/**
 * Settings › Approver matrix (specification 2 §3 and §7). In requests and answers each column contains its cells, by
 * row ordinal.
 */

export const matrixName = requiredText(120)
export const matrixConditionType = z.enum(MATRIX_CONDITION_TYPES)

const ordinal = z.number().int().min(0)
const columnName = requiredText(80)

/** A value that no longer exists is named by its id and marked as missing. */
const value = z.object({ id: z.string(), name: z.string(), missing: z.boolean() })
const user = value.extend({ email: z.string(), disabled: z.boolean() })
const conditionColumn = z.object({
  id: z.string(),
  conditionType: matrixConditionType,
  ordinal,
  cells: z.array(z.object({ ordinal, values: z.array(value) })),
})
const approverColumn = z.object({
  id: z.string(),
  ordinal,
  name: z.string(),
  cells: z.array(z.object({ ordinal, users: z.array(user) })),
})
const matrix = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().int(),
  updatedAt: instant,
  rowCount: z.number().int(),
  /** In order. A row keeps its id when it moves. */
  rows: z.array(z.object({ id: z.string(), ordinal })),
  conditionColumns: z.array(conditionColumn),
  approverColumns: z.array(approverColumn),
})
export type ApproverMatrixAnswer = z.infer<typeof matrix>

const { rows: maxRows, approverColumns: maxApproverColumns, perCell } = MATRIX_LIMITS
const TOO_MANY_ROWS = `A matrix has at most ${maxRows.toLocaleString('en-US')} rows`
const cellIds = z.array(asRead(z.object({ id }), ['name', 'missing'])).max(perCell, `A cell holds at most ${perCell}`)
const columnCells = <T extends z.ZodRawShape>(shape: T) =>
  z.array(z.object({ ordinal: ordinal.max(maxRows - 1, TOO_MANY_ROWS), ...shape })).max(maxRows, TOO_MANY_ROWS)

/** The whole matrix. Missing cells are empty. Only the ids of values and users count. */
export const matrixLogic = z.object({
  /** The version that was read. Without it, the current state is replaced. */
  version: z.number().int().min(1).optional(),
  /** The rows in order. Without it, as many as the cells need, identified by position. */
  rows: z
    .array(asRead(z.object({ id }), ['ordinal']))
    .max(maxRows, TOO_MANY_ROWS)
    .optional(),
  conditionColumns: z
    .array(z.object({ id, conditionType: matrixConditionType, ordinal, cells: columnCells({ values: cellIds }) }))
    .max(MATRIX_CONDITION_TYPES.length, 'Each condition can be used once'),
  approverColumns: z
    .array(z.object({ id, ordinal, name: columnName, cells: columnCells({ users: cellIds }) }))
    .max(maxApproverColumns, `A matrix has at most ${maxApproverColumns} approver columns`),
})
export type MatrixLogic = z.infer<typeof matrixLogic>

const params = z.object({ approverMatrixId: id })
const identified = z.object({ id: z.string() })
const saved = z.object({ id: z.string(), version: z.number().int() })

export const listApproverMatrices = endpoint({
  id: 'approver-matrix.list',
  method: 'GET',
  path: '/api/approver-matrix',
  summary: `The company's approver matrices by name, ${MATRIX_LIMITS.matrices} at most`,
  /** `cells=false` leaves out rows and cells, for lists and selects. */
  query: z.object({ cells: z.enum(['true', 'false']).default('true') }),
  response: z.array(matrix),
})

export const getApproverMatrix = endpoint({
  id: 'approver-matrix.get',
  method: 'GET',
  path: '/api/approver-matrix/{approverMatrixId}',
  summary: 'An approver matrix with its columns, rows and cells',
  params,
  response: matrix,
})

export const createApproverMatrix = endpoint({
  id: 'approver-matrix.create',
  method: 'POST',
  path: '/api/approver-matrix',
  summary: 'Create an empty approver matrix',
  body: z.object({ name: matrixName }),
  response: identified,
})

export const renameApproverMatrix = endpoint({
  id: 'approver-matrix.rename',
  method: 'PUT',
  path: '/api/approver-matrix/{approverMatrixId}',
  summary: 'Rename an approver matrix',
  params,
  body: z.object({ name: matrixName, version: z.number().int().min(1).optional() }),
  response: saved,
})

export const deleteApproverMatrix = endpoint({
  id: 'approver-matrix.delete',
  method: 'DELETE',
  path: '/api/approver-matrix/{approverMatrixId}',
  summary: 'Delete an approver matrix that no workflow or rule set uses',
  params,
  response: identified,
})

export const saveApproverMatrixLogic = endpoint({
  id: 'approver-matrix.save-logic',
  method: 'POST',
  path: '/api/approver-matrix/{approverMatrixId}/logic',
  summary: 'Save the whole matrix: columns, rows and cells',
  params,
  body: asRead(matrixLogic, ['id', 'name', 'updatedAt', 'rowCount']),
  response: saved.extend({ waits: waits.optional() }),
})

export const backtestApproverMatrix = endpoint({
  id: 'approver-matrix.backtest',
  method: 'POST',
  path: '/api/approver-matrix/{approverMatrixId}/backtest',
  summary: 'Test past requests against a draft of the matrix: who gains or loses an approval, and the hours',
  params,
  body: matrixLogic.extend({ period: replayPeriod.optional() }),
  response: backtestOf(linkedReplay),
})

const texts = z.array(z.string().trim().min(1).max(254)).max(2000, 'At most 2,000 names at once').default([])

/** What names resolve to. If several objects or people have a name, all of them. */
const meant = z.object({
  text: z.string(),
  matches: z.array(z.object({ id: z.string(), name: z.string(), email: z.string().optional(), disabled: z.boolean() })),
})
export const resolveMatrixNames = endpoint({
  id: 'approver-matrix.resolve-names',
  method: 'POST',
  path: '/api/approver-matrix/resolve-names',
  summary: 'Look up values and people by name or email address, for pasting and importing',
  body: z.object({ DEPARTMENT: texts, ENTITY: texts, BUSINESS_UNIT: texts, CATEGORY: texts, users: texts }),
  response: z.object({
    DEPARTMENT: z.array(meant),
    ENTITY: z.array(meant),
    BUSINESS_UNIT: z.array(meant),
    CATEGORY: z.array(meant),
    users: z.array(meant),
  }),
})
export type ResolvedNames = z.infer<typeof resolveMatrixNames.response>
