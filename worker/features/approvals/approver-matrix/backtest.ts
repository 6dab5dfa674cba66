import * as endpoints from '../../../../schema/approvals/approver-matrix/endpoints.ts'
import { gridOfLogic } from '../../../../schema/approvals/approver-matrix/wire.ts'
import { MOST_REPLAYED } from '../../../../schema/approvals/backtest/replay.ts'
import { replayDifferences } from '../../../../schema/approvals/engine/backtest.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { takenTimes } from '../engine/index.ts'
import { checkCells, checkShape, namesIn, userIdsOf } from './check.ts'
import { requireMatrix } from './read.ts'
import { matrixReplays, withMatrix } from './replays.ts'

/**
 * Past requests with a draft of the matrix. Both plans use today's people and rules, so that only the draft makes a
 * difference. Throws the same as saving the draft would.
 */
export const backtestMatrix = query({
  id: 'approver-matrix.backtest',
  access: 'settings.manage',
  input: inputOf(endpoints.backtestApproverMatrix),
  run: async (context, { approverMatrixId, period, ...logic }) => {
    checkShape(logic)
    const matrix = await requireMatrix(context, approverMatrixId)
    const grid = gridOfLogic(logic, matrix.grid.rows, context.newId)
    checkCells(logic, matrix.grid, await namesIn(context, [matrix.grid, grid]))
    const asked = {
      matrixId: matrix.id,
      userIds: userIdsOf(grid),
      period,
      limit: MOST_REPLAYED,
      withDraft: withMatrix(matrix.id, { name: matrix.name, ...grid }),
    }
    const found = await Promise.all(
      matrixReplays().map(async (source) =>
        (await source.replay(context, asked)).map((replayed) => ({ ...replayed, targetType: source.targetType })),
      ),
    )
    const newest = found
      .flat()
      .sort((a, b) => (a.row.submittedAt < b.row.submittedAt ? 1 : -1))
      .slice(0, MOST_REPLAYED)
    const taken = await Promise.all(
      matrixReplays().map(({ targetType }) =>
        takenTimes(
          context,
          targetType,
          newest.filter((one) => one.targetType === targetType).map(({ row }) => row.id),
        ),
      ),
    )
    const { requests, ...totals } = replayDifferences(newest, taken.flat())
    return { ...totals, requests: requests.map(({ row, ...difference }) => ({ ...row, ...difference })) }
  },
})
