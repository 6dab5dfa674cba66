import type { z } from 'zod'
import type { approvalsPreview } from '../../../../schema/approvals/engine/preview.ts'
import { usualTime } from '../../../../schema/approvals/engine/usual-time.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** How long the steps of rules usually take: one row a rule. */

type Reading = Pick<StaffContext, 'db' | 'actor'>
type Row = Record<string, unknown>

const COLUMNS = 't.rule_id AS ruleId, t.times'

/** By rule, for rows of the statements here. Rules with too little history are missing. */
export const toUsualTimes = (rows: readonly Row[]): Map<string, number> =>
  new Map(
    rows.flatMap(({ ruleId, times }): [string, number][] => {
      const taken = (JSON.parse(String(times)) as [string, number | null][]).flatMap(([, time]) => time ?? [])
      const usual = usualTime(taken)
      return usual === null ? [] : [[String(ruleId), usual]]
    }),
  )

/** Those of rules whose blocks are undecided. */
export const usualTimesStatement = ({ db, actor }: Reading, targetType: string, id: string): D1PreparedStatement =>
  db.sql(
    `SELECT ${COLUMNS} FROM level_group_statuses b
      CROSS JOIN approval_rule_times t ON t.company_id = b.company_id AND t.rule_id = b.rule_id
      WHERE b.company_id = ?1 AND b.target_type = ?2 AND b.target_id = ?3 AND b.status = 'PENDING'`,
    actor.companyId,
    targetType,
    id,
  )

type Planned = Pick<z.output<typeof approvalsPreview>, 'levels'>

/** Those of rules, whatever they are asked for. `ruleIds` is SQL of their ids as `value`, and ?1 the company. */
export const usualTimesOf = (
  db: Reading['db'],
  ruleIds: string,
  companyId: string,
  ...params: string[]
): D1PreparedStatement =>
  db.sql(
    `SELECT ${COLUMNS} FROM (${ruleIds}) j
      CROSS JOIN approval_rule_times t ON t.company_id = ?1 AND t.rule_id = j.value`,
    companyId,
    ...params,
  )

/**
 * A preview with when each step usually is decided.
 * @param rows those of `usualTimesOf`
 */
export const addUsualTimes = <P extends Planned>(preview: P, rows: readonly Row[]): P => {
  const usual = toUsualTimes(rows)
  return {
    ...preview,
    levels: preview.levels.map((level) => ({
      ...level,
      blocks: level.blocks.map((block) => ({ ...block, usualMs: usual.get(block.ruleId) ?? null })),
    })),
  }
}

/** The same, reading them. */
export const withUsualTimes = async <P extends Planned>({ db, actor }: Reading, preview: P): Promise<P> => {
  const ruleIds = preview.levels.flatMap(({ blocks }) => blocks.map(({ ruleId }) => ruleId))
  if (ruleIds.length === 0) return preview
  const asked = usualTimesOf(db, 'SELECT value FROM json_each(?2)', actor.companyId, JSON.stringify(ruleIds))
  return addUsualTimes(preview, await db.all<Row>(asked))
}
