import * as endpoints from '../../../../schema/platform/list-columns/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf, query } from '../../../core/operation.ts'

/** More lists than the product has. */
const MOST_KEPT = 100

export const readListColumns = query({
  id: 'list-columns.get',
  access: 'staff.use',
  input: inputOf(endpoints.readListColumns),
  readsFirst: true,
  run: ({ db, actor }) =>
    db.all<{ list: string; columns: string }>(
      db.sql(
        `SELECT list, columns FROM list_columns WHERE company_id = ? AND user_id = ? ORDER BY list LIMIT ${MOST_KEPT}`,
        actor.companyId,
        actor.userId,
      ),
    ),
})

/** The last choice counts, as when the same person changes it in two windows. */
export const keepListColumns = command({
  id: 'list-columns.keep',
  access: 'staff.use',
  input: inputOf(endpoints.keepListColumns),
  run: async (context, { list, columns }) => {
    const { db, actor, clock } = context
    const person = [actor.companyId, actor.userId]
    const others = await db.first<{ total: number }>(
      db.sql(
        'SELECT COUNT(*) AS total FROM list_columns WHERE company_id = ? AND user_id = ? AND list <> ?',
        ...person,
        list,
      ),
    )
    if (columns !== null && (others?.total ?? 0) >= MOST_KEPT) {
      throw new AppError('RULE_BROKEN', `The columns of at most ${MOST_KEPT} lists can be kept.`)
    }
    return commit(context, {
      subject: 'The columns',
      statements: [
        columns === null
          ? db.sql('DELETE FROM list_columns WHERE company_id = ? AND user_id = ? AND list = ?', ...person, list)
          : db.sql(
              `INSERT INTO list_columns (company_id, user_id, list, columns, updated_at) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT DO UPDATE SET columns = excluded.columns, updated_at = excluded.updated_at`,
              ...[...person, list, columns, clock.now()],
            ),
      ],
      audit: [],
      result: null,
    })
  },
})
