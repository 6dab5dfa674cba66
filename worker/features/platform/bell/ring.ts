import type { BellKind } from '../../../../schema/platform/bell/kinds.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import type { Database } from '../../../core/database.ts'
import { idFrom } from '../../../core/hash.ts'

/** One thing that one person is told. */
export interface Ring {
  /** What rings: the same key rings once for each person, however often it is repeated. */
  key: string
  companyId: string
  userId: string
  /** When it happened, which can be some time ago. */
  at: number
  kind: BellKind
  /** What it is about. A person who can't read it anymore doesn't see the notification. */
  target: { type: Kind; id: string } | null
  /** What it is called, without a target. */
  title?: string
  /** What happened, in words. */
  sentence: string
  /** Where it leads: an address in the product. */
  path: string
}

/** A statement can bind 2 MB. */
const MOST_RINGS = 500

/** Writes what people are told. The same statements again write nothing. */
export const ringStatements = (db: Pick<Database, 'sql'>, rings: readonly Ring[]): D1PreparedStatement[] => {
  const rows = rings.map(({ key, target, ...ring }) => ({
    ...ring,
    id: idFrom(`${key}\n${ring.userId}`),
    targetType: target?.type,
    targetId: target?.id,
  }))
  return Array.from({ length: Math.ceil(rows.length / MOST_RINGS) }, (_, page) =>
    db.sql(
      `INSERT INTO notifications
         (id, company_id, user_id, kind, target_type, target_id, title, sentence, path, created_at)
       SELECT value ->> 'id', value ->> 'companyId', value ->> 'userId', value ->> 'kind', value ->> 'targetType',
              value ->> 'targetId', value ->> 'title', value ->> 'sentence', value ->> 'path', value ->> 'at'
         FROM json_each(?1) WHERE true ON CONFLICT (id) DO NOTHING`,
      JSON.stringify(rows.slice(page * MOST_RINGS, (page + 1) * MOST_RINGS)),
    ),
  )
}

export const ring = async (db: Database, rings: readonly Ring[]): Promise<void> => {
  const statements = ringStatements(db, rings)
  if (statements.length > 0) await db.batch(statements)
}
