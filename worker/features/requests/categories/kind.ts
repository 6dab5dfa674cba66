import { can } from '../../../../schema/shared/permissions.ts'
import { AppError } from '../../../core/errors.ts'
import { moveOwners } from '../../../core/kinds/hand-over.ts'
import type { HistoryCheck } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { requireConfigurator } from './read.ts'

/** The history of what people who configure the category can read. `sql` finds the category, even a deleted one. */
export const forConfigurators =
  (sql: string) =>
  ({ db, actor }: StaffContext, id: string): HistoryCheck => {
    if (!can(actor.policy, 'categories.configure')) {
      throw new AppError('FORBIDDEN', 'Only people who manage categories can see this history.')
    }
    return {
      statement: db.sql(sql, id, actor.companyId),
      check: (row) => requireConfigurator(actor, row, 'The history'),
    }
  }

const OWNED = `intake_category_owners k INDEXED BY intake_category_owners_user
    CROSS JOIN intake_categories o ON o.id = k.intake_category_id
    WHERE k.company_id = ?1 AND k.user_id = ?2 AND o.deleted_at IS NULL`

registerKind({
  ...ONLY_HISTORY,
  kind: 'INTAKE_CATEGORY',
  rows: { from: 'intake_categories ic', id: 'ic.id', company: 'ic.company_id', name: 'ic.name' },
  history: forConfigurators('SELECT id, type FROM intake_categories WHERE id = ? AND company_id = ?'),
  handOver: {
    action: 'intake-category.settings-saved',
    ownedSql: `SELECT o.id, o.name, o.version, 0 AS hasRole,
      (SELECT json_group_array(l.user_id) FROM intake_category_owners l
        WHERE l.company_id = ?1 AND l.intake_category_id = o.id) AS owners FROM ${OWNED}`,
    move: (context, owned, fromUserId, toUserId) =>
      moveOwners(
        context,
        {
          table: 'intake_categories',
          links: 'intake_category_owners',
          linkId: 'intake_category_id',
          user: 'user_id',
          hasKinds: false,
        },
        owned,
        fromUserId,
        toUserId,
      ),
    lists: { categories: { from: OWNED } },
    words: 'categories they own',
  },
})
