import type { Kind } from '../../../schema/shared/kinds.ts'
import type { Database } from '../database.ts'
import { kindsWith } from './registry.ts'
import { openSql } from './waiting.ts'

/** Everything that waits for a member, for handing it over. */
export const openTargets = async (
  db: Pick<Database, 'sql' | 'batch'>,
  companyId: string,
  userId: string,
): Promise<{ targetType: Kind; targetId: string }[]> => {
  const kinds = kindsWith('waitingFor')
  const found = await db.batch(
    kinds.map((waiting) =>
      db.sql(`SELECT ${waiting.rows.id} AS id ${openSql(waiting, '?2')} ORDER BY p.created_at`, companyId, userId),
    ),
  )
  return kinds.flatMap(({ kind }, place) =>
    (found[place]?.results ?? []).map(({ id }) => ({ targetType: kind, targetId: String(id) })),
  )
}
