import { undoRecode } from '../../../../schema/planning/transactions/recode-endpoints.ts'
import {
  MOST_CHOSEN,
  type RecodeHow,
  type RecodeState,
} from '../../../../schema/planning/transactions/recode-values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { unitSurvivorSql } from '../../platform/organisation/index.ts'
import { survivorSql } from '../../vendors/merges/index.ts'
import { vendorSpendStatement } from '../actuals/index.ts'
import { readNames } from './recode.ts'
import { lineAudit, undoAudit } from './recode-audit.ts'
import { announceRecode, recodeRunStatements, restoredLines, wantedOf } from './recode-job.ts'
import { type MadeRow, nextLinesStatement } from './recode-plan.ts'
import { restoredStatement, writeStatements } from './recode-write.ts'

interface Stored {
  state: RecodeState
  vendorHow: RecodeHow
  vendorId: string | null
  categoryHow: RecodeHow
  categoryId: string | null
  total: number
  changed: number
  userId: string
}

const requireRecode = async ({ db, actor }: StaffContext, recodeId: string): Promise<Stored> => {
  const row = await db.first<Stored>(
    db.sql(
      `SELECT state, vendor_how AS vendorHow, ${survivorSql('?2', 'vendor_id')} AS vendorId, category_how AS categoryHow,
              ${unitSurvivorSql('?2', 'category_id')} AS categoryId, total, changed, made_by_user_id AS userId
         FROM transaction_recodes WHERE id = ?1 AND company_id = ?2`,
      recodeId,
      actor.companyId,
    ),
  )
  // Its lines were those that its maker sees.
  if (!row || (row.userId !== actor.userId && !actor.policy.flags.hasAdminAccess))
    throw notFound('What you want to undo')
  if (row.state === 'UNDONE' || row.state === 'UNDOING') throw new AppError('RULE_BROKEN', 'This was already undone.')
  if (row.state === 'RUNNING') throw new AppError('RULE_BROKEN', 'This isn’t finished yet. Undo it once it is.')
  return row
}

const startStatements = (
  { db, actor, clock }: StaffContext,
  recodeId: string,
  [state, done, restored]: [RecodeState, number, number],
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE transaction_recodes SET state = ?3, done = ?4, restored = ?5, undone_by_user_id = ?6, undone_at = ?7
      WHERE id = ?1 AND company_id = ?2 AND state = 'DONE'`,
    ...[recodeId, actor.companyId, state, done, restored, actor.userId, clock.now()],
  ),
  guardOneRow(db),
]

/**
 * Gives each line what it had before, or what the mapping says now if no one had set it, unless it was changed again
 * since. Throws NOT_FOUND, or RULE_BROKEN if it is undone already or isn't finished.
 */
export const undoRecodeOf = command({
  id: undoRecode.id,
  access: 'financial-analysis.use',
  input: inputOf(undoRecode),
  run: async (context, { recodeId }) => {
    const { db, actor } = context
    const row = await requireRecode(context, recodeId)
    if (row.total > MOST_CHOSEN) {
      const { runId, statements } = recodeRunStatements(context, actor.companyId)
      const result = await commit(context, {
        subject: 'The change',
        statements: [...startStatements(context, recodeId, ['UNDOING', 0, 0]), ...statements],
        audit: [undoAudit(actor.companyId, recodeId, row.changed)],
        result: { id: recodeId, state: 'UNDOING' as const, restored: 0, kept: 0 },
      })
      announceRecode(context, runId)
      return result
    }
    const lines = await db.all<MadeRow>(nextLinesStatement(context, actor.companyId, recodeId, [1, MOST_CHOSEN]))
    const changed = await restoredLines(context, actor.companyId, wantedOf(row), lines)
    const names = await readNames(context, changed)
    return commit(context, {
      subject: 'One of the transactions',
      statements: [
        ...startStatements(context, recodeId, ['UNDONE', row.total, changed.length]),
        ...writeStatements(context, actor.companyId, changed),
        ...(changed.length > 0 ? [restoredStatement(context, actor.companyId, recodeId, changed)] : []),
        vendorSpendStatement(context, actor.companyId),
      ],
      audit: changed.map((each) => lineAudit(recodeId, 'restored', each, names)),
      result: {
        ...{ id: recodeId, state: 'UNDONE' as const, restored: changed.length },
        kept: row.changed - changed.length,
      },
    })
  },
})
