import { outlineOf } from '../../../../schema/approvals/rule-sets/changes.ts'
import type { RuleSetContent } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import type { StaffContext } from '../../../core/operation.ts'
import {
  quoted,
  type ReferenceHolder,
  type ReferredObject,
  type Replacement,
  type UseSource,
} from '../../../core/references.ts'
import { contentStatements, savedAudit, savedContent } from './change.ts'
import { KIND_OF, RULE_SET_COLUMNS, type RuleSetRow, type RuleSubject, toRuleSet } from './load.ts'
import { idsNamedBy, namesOf } from './read.ts'

const ruleSets = ({ db, actor }: StaffContext, unit: ReferredObject, usesIt: boolean, shown: number): UseSource => ({
  statements: [
    db.sql(
      `SELECT id, subject, name, content FROM rule_sets
        WHERE company_id = ?1 AND deleted_at IS NULL AND instr(content, ?2) ORDER BY ordinal LIMIT ?3`,
      actor.companyId,
      quoted(unit.id),
      shown,
    ),
  ],
  reasons: (rows) =>
    rows.map((row) => {
      const { levels } = JSON.parse(String(row.content)) as RuleSetContent
      const isRule = JSON.stringify(levels).includes(quoted(unit.id))
      return {
        kind: 'RULE_SET',
        text: isRule
          ? `A rule of the rule set ${row.name} ${usesIt ? 'uses its approvers' : 'names it'}`
          : `The rule set ${row.name} covers it`,
        href: hrefOf(KIND_OF[row.subject as RuleSubject], String(row.id)),
      }
    }),
})

/** A copy with one id replaced by another. A list that then has it twice keeps it once. */
export const withUnitReplaced = <T>(value: T, fromId: string, toId: string): T => {
  const replaced = (item: unknown): unknown => {
    if (item === fromId) return toId
    if (Array.isArray(item)) {
      const list = item.map(replaced)
      return list.filter((each, at) => each !== toId || list.indexOf(each) === at)
    }
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).map(([key, each]) => [key, replaced(each)]))
  }
  return replaced(value) as T
}

/** Each rule set that names the unit gets a new version, guarded by the one that was read. */
const replaceUnit = async (context: StaffContext, fromId: string, toId: string, why: string): Promise<Replacement> => {
  const { db, actor } = context
  const rows = await db.all<RuleSetRow>(
    db.sql(
      `SELECT ${RULE_SET_COLUMNS} FROM rule_sets rs
        WHERE rs.company_id = ?1 AND rs.deleted_at IS NULL AND instr(rs.content, ?2) ORDER BY rs.ordinal`,
      actor.companyId,
      quoted(fromId),
    ),
  )
  const changes = rows.map((row) => {
    const set = toRuleSet(row)
    const before = savedContent(set)
    return { set, subject: row.subject, before, after: withUnitReplaced(before, fromId, toId) }
  })
  const names = await namesOf(
    context,
    changes.flatMap(({ before, after }) => [...idsNamedBy(before), ...idsNamedBy(after)]),
  )
  const words = { nameOf: (id: string) => names.get(id) ?? 'something deleted', currency: actor.company.currency }
  return {
    changed: { ruleSets: changes.map(({ set }) => set.name) },
    statements: changes.flatMap(({ set, subject, after }) =>
      contentStatements(context, set, subject, { name: set.name, content: after }),
    ),
    audit: changes.map(({ set, subject, before, after }) =>
      savedAudit(set, why, outlineOf(before, words), outlineOf(after, words), subject),
    ),
  }
}

export const REFERENCES: ReferenceHolder = {
  order: 25,
  uses: (context, { auditTarget }, object, shown) =>
    ruleSets(context, object, auditTarget === 'APPROVER_MATRIX' || auditTarget === 'MATRIX_COLUMN', shown),
  unusedSql: () => `NOT EXISTS (
       SELECT 1 FROM rule_sets rs
        WHERE rs.company_id = ?2 AND rs.deleted_at IS NULL AND instr(rs.content, '"' || ?1 || '"'))`,
  lists: {
    of: 'SPEND_CATEGORY',
    field: 'spendRuleSets',
    sql: `(SELECT json_group_array(json_object('id', rs.id, 'name', rs.name)) FROM rule_set_units u
       CROSS JOIN rule_sets rs ON rs.id = u.rule_set_id AND rs.deleted_at IS NULL AND rs.subject = 'SPEND_REQUEST'
      WHERE u.company_id = t.company_id AND u.unit_id = t.id)`,
  },
  replace: (context, _, fromId, toId, why) => replaceUnit(context, fromId, toId, why),
}
