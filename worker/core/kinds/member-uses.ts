import type { Database } from '../database.ts'
import { handOvers, kindsWith, type MemberUse, memberUses } from './registry.ts'
import { openSql } from './waiting.ts'

/** ?2 is the member in the SQL of owned objects. */
const ofEach = (sql: string): string => sql.replaceAll('?2', 'j.value')

const allUses = (): MemberUse[] => [
  ...handOvers().map(({ words, ownedSql }) => ({ text: `There are ${words}`, sql: ofEach(ownedSql) })),
  ...kindsWith('waitingFor').map((waiting) => ({
    text: 'They have an approval waiting',
    sql: `SELECT 1 ${openSql(waiting, 'j.value')}`,
  })),
  ...memberUses(),
]

/** Why each of the members can't be removed, the first reason of each. Those whom nothing refers to are left out. */
export const usesOfMembers = async (
  db: Pick<Database, 'sql' | 'batch'>,
  companyId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> => {
  const uses = allUses()
  const ids = JSON.stringify(userIds)
  const found = await db.batch(
    uses.map(({ sql }) =>
      db.sql(`SELECT j.value AS userId FROM json_each(?2) j WHERE EXISTS (${sql})`, companyId, ids),
    ),
  )
  const reasons = new Map<string, string>()
  for (const [at, { text }] of uses.entries()) {
    for (const { userId } of (found[at]?.results ?? []) as { userId: string }[]) {
      if (!reasons.has(userId)) reasons.set(userId, text)
    }
  }
  return reasons
}
