import * as endpoints from '../../../../schema/approvals/rule-sets/endpoints.ts'
import type { RuleSetContent } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { notFound } from '../../../core/errors.ts'
import { MEMBER, namesOfRows, namesSql } from '../../../core/object-names.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { RULE_SET_COLUMNS, type RuleSetRow, type RuleSubject, SUBJECT } from './load.ts'

const ONE = 'AND rs.id = ?2'
const found = (from: string) => `(SELECT name FROM ${from} WHERE id = ids.id AND +company_id = ?1)`
/** Whatever a rule set can name. */
const LOOKUPS = [
  ...['departments', 'business_units', 'spend_categories', 'groups'].map(found),
  MEMBER,
  found('approver_matrices'),
]

const fromSets = (of: string, where: string, subject: RuleSubject) =>
  `SELECT j.value AS id FROM rule_sets rs, json_each(${of}) j
    WHERE rs.company_id = ?1 AND rs.subject = '${subject}' AND rs.deleted_at IS NULL ${where}`

const namedBySets = (where: string, subject: RuleSubject): string =>
  [
    'rs.principal_ids',
    "rs.content, '$.spendCategories'",
    "rs.content, '$.businessUnits'",
    "rs.content, '$.departments'",
  ]
    .map((of) => fromSets(of, where, subject))
    .join(' UNION ')

type Head = Pick<RuleSetRow, 'id' | 'name' | 'version' | 'updatedAt'>

export const toAnswer = (
  { id, name, version, updatedAt }: Head,
  { spendCategories, businessUnits, departments, customFields, levels, approvalMode }: RuleSetContent,
): Omit<endpoints.ModedRuleSet, 'names'> => ({
  ...{ id, name, version, updatedAt: new Date(updatedAt).toISOString() },
  ...{ spendCategoryIds: spendCategories, businessUnitIds: businessUnits, departmentIds: departments },
  ...{ customFields, levels, approvalMode: approvalMode ?? null },
})

/** In one round trip. */
export const readSets = async (
  { db, actor }: StaffContext,
  id?: string,
  subject: RuleSubject = SUBJECT,
): Promise<endpoints.ModedRuleSet[]> => {
  const where = id === undefined ? '' : ONE
  const params = id === undefined ? [actor.companyId] : [actor.companyId, id]
  const [sets, names] = await db.readBatch([
    db.sql(
      `SELECT ${RULE_SET_COLUMNS} FROM rule_sets rs
        WHERE rs.company_id = ?1 AND rs.subject = '${subject}' AND rs.deleted_at IS NULL ${where}
        ORDER BY rs.ordinal, rs.id`,
      ...params,
    ),
    db.sql(namesSql(namedBySets(where, subject), LOOKUPS), ...params),
  ])
  const known = namesOfRows(names?.results ?? [])
  return ((sets?.results ?? []) as unknown as RuleSetRow[]).map((row) => {
    const content = JSON.parse(row.content) as RuleSetContent
    const ids = idsNamedBy(content)
    const ofSet = ids.flatMap((each) => (known.has(each) ? [[each, known.get(each) ?? '']] : []))
    return { ...toAnswer(row, content), names: Object.fromEntries(ofSet) }
  })
}

/** The ids of the groups, people and matrices in its rules. */
export const principalIdsOf = ({ levels }: Pick<RuleSetContent, 'levels'>): string[] => [
  ...new Set(
    levels.flatMap(({ costRules, contractLengthRules, newVendorRules, customFieldRules, noConditionRules }) =>
      [...costRules, ...contractLengthRules, ...newVendorRules, ...customFieldRules, ...noConditionRules].flatMap(
        (rule) => [
          ...rule.approverGroupIds,
          ...rule.approverUserIds,
          ...(rule.approverMatrixId ? [rule.approverMatrixId] : []),
          ...rule.watcherGroupIds,
          ...rule.watcherUserIds,
        ],
      ),
    ),
  ),
]

/** Everything that it covers or that its rules name. */
export const idsNamedBy = (content: RuleSetContent): string[] => [
  ...new Set([
    ...content.spendCategories,
    ...content.businessUnits,
    ...content.departments,
    ...principalIdsOf(content),
  ]),
]

/** Current names of what rule sets name, by id. */
export const namesOf = async ({ db, actor }: StaffContext, ids: readonly string[]): Promise<Map<string, string>> =>
  namesOfRows(
    await db.all<Record<string, unknown>>(
      db.sql(namesSql('SELECT value FROM json_each(?2)', LOOKUPS), actor.companyId, JSON.stringify([...new Set(ids)])),
    ),
  )

export const readSpendRuleSets = query({
  id: 'spend-rules.list',
  access: 'spend-rules.configure',
  input: inputOf(endpoints.listSpendRuleSets),
  readsFirst: true,
  run: async (context) => (await readSets(context)).map(({ approvalMode: _, ...set }) => set),
})

/** Throws NOT_FOUND, also for another company's or a deleted rule set. */
export const readSpendRuleSet = query({
  id: 'spend-rules.get',
  access: 'spend-rules.configure',
  input: inputOf(endpoints.getSpendRuleSet),
  readsFirst: true,
  run: async (context, { spendRuleSetId }) => {
    const [set] = await readSets(context, spendRuleSetId)
    if (!set) throw notFound('The rule set')
    const { approvalMode: _, ...answer } = set
    return answer
  },
})
