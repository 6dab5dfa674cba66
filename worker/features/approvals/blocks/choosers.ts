import type { ApprovalCommandInput, PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import type { StaffContext } from '../../../core/operation.ts'

/**
 * Who changed the workflows, rule sets and matrices that something starts again with. A person who changed one after it was
 * filed chose who decides on it, so that they may not decide: the object leaves them out.
 */

const AGAIN: ReadonlySet<ApprovalCommandInput['type']> = new Set(['restart', 'resubmit', 'reroute'])

const idsIn = (definitions: readonly WorkflowSnapshot[]): string[] =>
  definitions.flatMap(({ id, definition }) => [
    id,
    ...definition.levels.flatMap(({ rules }) =>
      rules.flatMap(({ approverMatrixId }) => (approverMatrixId ? [approverMatrixId] : [])),
    ),
  ])

/** One read, and only for what starts again. */
export const withChoosers = async (
  { db, actor }: StaffContext,
  command: ApprovalCommandInput,
  planning: PlanningContext | undefined,
): Promise<PlanningContext | undefined> => {
  if (!planning?.definitions || !AGAIN.has(command.type)) return planning
  const choosers = await db.all<{ userId: string; at: number }>(
    db.sql(
      `SELECT h.user_id AS userId, h.at FROM json_each(?2) j
        CROSS JOIN hands h ON h.company_id = ?1 AND h.matter_id = j.value AND h.act = 'CHANGED'`,
      ...[actor.companyId, JSON.stringify(idsIn(planning.definitions))],
    ),
  )
  return choosers.length > 0 ? { ...planning, choosers } : planning
}
