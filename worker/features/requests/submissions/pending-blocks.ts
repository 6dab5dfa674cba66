import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { objectNumber } from '../../../core/audit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { Referred, ReferredObject, UseSource } from '../../../core/references.ts'

/** More than a person looks through, and few enough to read quickly. */
const READ_AT_MOST = 200

const FORMER_NAMES = `SELECT e.change_data ->> '$.before.name' FROM audit_entries e
   WHERE e.object = ${objectNumber('?1', '?2', '?4')} AND e.action = ?5`

/**
 * Undecided blocks of pending requests whose approvers come from the unit. A block stores that origin by name, so
 * former names of the unit count as well.
 */
export const pendingBlocks = (
  { db, actor }: StaffContext,
  kind: Referred,
  unit: ReferredObject,
  shown: number,
): UseSource => {
  const named = [actor.companyId, kind.auditTarget, unit.name, unit.id, `${kind.key}.renamed`]
  return {
    statements: [
      db.sql(
        `SELECT s.id, s.number, s.title, l.block FROM intake_submissions s
           JOIN level_group_statuses l ON l.company_id = s.company_id AND l.target_type = 'INTAKE_SUBMISSION'
            AND l.target_id = s.id AND l.run = s.run
          WHERE s.company_id = ?1 AND s.is_draft = 0 AND s.status = 'PENDING' AND s.deleted_at IS NULL
            AND l.status = 'PENDING' AND EXISTS (
              SELECT 1 FROM (SELECT ?3 AS name UNION ALL ${FORMER_NAMES}) n
               WHERE instr(l.block, ?6 || ' ' || substr(json_quote(n.name), 2, length(json_quote(n.name)) - 2)))
          ORDER BY s.created_at LIMIT ${READ_AT_MOST}`,
        ...named,
        kind.noun,
      ),
      db.sql(`SELECT ?3 AS name UNION ALL ${FORMER_NAMES}`, ...named),
    ],
    reasons: (blocks, names) => {
      const known = new Set(names?.map((row) => String(row.name)))
      return (blocks ?? [])
        .map((row) => ({ row, block: JSON.parse(String(row.block)) as Block }))
        .filter(({ block }) => block.approvers.some(({ via }) => comesFrom(via, kind, known)))
        .slice(0, shown)
        .map(({ row, block }) => ({
          kind: 'APPROVAL',
          text: `“${block.label}” of request #${row.number} ${row.title} is waiting for its people`,
          href: hrefOf('INTAKE_SUBMISSION', String(row.id)),
        }))
    },
  }
}

/** What can follow a name in "group Legal and manager of Ada". A name can itself contain " and ". */
const NEXT_WAY = / and (group |department |business unit |manager of |matrix |named in |chosen for |requestor|admin)/

const comesFrom = (via: string, kind: Referred, names: Set<string>): boolean =>
  [...names].some((name) =>
    [`${kind.noun} ${name}`, `chosen for ${kind.noun} ${name}`].some((way) => {
      const start = via === way || via.startsWith(`${way} and `) ? 0 : via.indexOf(` and ${way}`)
      if (start < 0) return false
      const rest = via.slice(start === 0 ? way.length : start + ' and '.length + way.length)
      return rest === '' || rest.search(NEXT_WAY) === 0
    }),
  )
