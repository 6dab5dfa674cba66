import { BOOKS_SYNC } from '../../../../schema/platform/accounting/values.ts'
import { cellsOf, inCell, livesHere } from '../../../core/cells.ts'
import { newId } from '../../../core/clock.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { syncStatements } from '../../../core/syncs.ts'
import type { QuickbooksChanges } from '../../../integrations/quickbooks/webhook.ts'

/** Reads what changed of the companies that connected these books. Nothing happens where a run is open already. */
export const startChangedSyncs = async (
  context: SystemContext,
  { realmId }: Pick<QuickbooksChanges, 'realmId'>,
): Promise<void> => {
  for (const cell of cellsOf(context.env)) {
    const { db, clock } = inCell(context, cell)
    const found = await db.all<{ companyId: string }>(
      db.sql(
        `SELECT e.company_id AS companyId FROM erp_connections e INDEXED BY erp_connections_account
          WHERE e.system = 'QUICKBOOKS' AND e.account_id = ? AND e.disconnected_at IS NULL AND e.state = 'CONNECTED'
            AND ${livesHere('e.company_id')}`,
        realmId,
      ),
    )
    const runs = found.map(({ companyId }) => ({
      ...{ id: newId(), companyId, provider: 'QUICKBOOKS', kind: BOOKS_SYNC, trigger: 'WEBHOOK' as const },
    }))
    if (runs.length > 0) await db.batch(syncStatements(db, runs, clock.now()))
  }
}
