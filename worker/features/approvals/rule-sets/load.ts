import type { RuleSet, RuleSetContent } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import type { Database } from '../../../core/database.ts'

/** Rule sets as they are stored. */

/** What rule sets are for. */
export const SUBJECTS = ['SPEND_REQUEST', 'BILL'] as const
export type RuleSubject = (typeof SUBJECTS)[number]
export const SUBJECT = 'SPEND_REQUEST'
/** In the history. */
export const KIND_OF = { SPEND_REQUEST: 'SPEND_RULE_SET', BILL: 'BILL_RULE_SET' } as const satisfies Record<
  RuleSubject,
  Kind
>

export const RULE_SET_COLUMNS =
  'rs.id, rs.subject, rs.name, rs.ordinal, rs.version, rs.content, rs.named_by AS namedBy, rs.updated_at AS updatedAt'

export interface RuleSetRow {
  id: string
  subject: RuleSubject
  name: string
  ordinal: number
  version: number
  content: string
  namedBy: string
  updatedAt: number
}

export const toRuleSet = ({ id, name, ordinal, version, content, namedBy }: RuleSetRow): RuleSet => {
  const named = Object.entries(JSON.parse(namedBy) as Record<string, [userId: string, at: number]>)
  return {
    id,
    name,
    ordinal,
    version,
    ...(JSON.parse(content) as RuleSetContent),
    ...(named.length > 0 && { namedBy: Object.fromEntries(named.map(([of, [userId, at]]) => [of, { userId, at }])) }),
  }
}

/** All rule sets of a company for something, in order. There are at most RULE_SET_LIMITS.sets. */
export const ruleSetsStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  subject: RuleSubject = 'SPEND_REQUEST',
): D1PreparedStatement =>
  db.sql(
    `SELECT ${RULE_SET_COLUMNS} FROM rule_sets rs INDEXED BY rule_sets_order
      WHERE rs.company_id = ? AND rs.subject = '${subject}' AND rs.deleted_at IS NULL ORDER BY rs.ordinal, rs.id`,
    companyId,
  )

/** @param rows those of the statement */
export const ruleSetsOf = (rows: readonly Record<string, unknown>[]): RuleSet[] =>
  rows.map((row) => toRuleSet(row as unknown as RuleSetRow))

/** SQL of the groups, people and matrices that a company's rule sets for something name. ?1 is the company. */
export const ruleSetPrincipals = (subject: RuleSubject): string =>
  `SELECT j.value AS id FROM rule_sets rs INDEXED BY rule_sets_order, json_each(rs.principal_ids) j
    WHERE rs.company_id = ?1 AND rs.subject = '${subject}' AND rs.deleted_at IS NULL`
