import { checkRuleSet } from '../../../../schema/approvals/rule-sets/check.ts'
import { definitionOf } from '../../../../schema/approvals/rule-sets/compile.ts'
import type { RuleSetContent } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { AppError } from '../../../core/errors.ts'
import { namesStatement } from '../../../core/object-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { unknownReferences } from '../workflows/index.ts'
import type { RuleSubject } from './load.ts'

/** The field, what of the content it is, its table, and what is said about a missing one. */
const COVERED = [
  ['spendCategoryIds', 'spendCategories', 'spend_categories', 'One of the spend categories no longer exists'],
  ['businessUnitIds', 'businessUnits', 'business_units', 'One of the business units no longer exists'],
  ['departmentIds', 'departments', 'departments', 'One of the departments no longer exists'],
] as const

/** Whatever it covers must be the company's own. */
const unknownCovered = async ({ db, actor }: StaffContext, content: RuleSetContent) => {
  const covered = COVERED.flatMap(([, key]) => content[key])
  const rows = await db.all<{ id: string; kind: string | null }>(
    namesStatement(db, actor.companyId, JSON.stringify([...new Set(covered)])),
  )
  const tables = new Map(rows.map(({ id, kind }) => [id, kind]))
  return COVERED.flatMap(([id, key, table, message]) =>
    content[key].every((each) => tables.get(each) === table) ? [] : [{ id, message }],
  )
}

/** Bills have neither contracts nor custom fields of rule sets. */
const beyondBills = ({ levels, customFields }: RuleSetContent) => [
  ...levels.flatMap(({ contractLengthRules, customFieldRules }) =>
    [...contractLengthRules, ...customFieldRules].map(({ id }) => ({
      id,
      message: 'Rules of bills look at the amount or a new vendor, or apply always',
    })),
  ),
  ...(customFields.length > 0 ? [{ id: 'customFields', message: 'Rule sets of bills have no custom fields' }] : []),
]

/** Throws INVALID with messages by level, rule or field id, or by the name of a list of units. */
export const requireSound = async (
  context: StaffContext,
  content: RuleSetContent,
  before: RuleSetContent,
  subject: RuleSubject = 'SPEND_REQUEST',
): Promise<void> => {
  const problems = [
    ...checkRuleSet(content, before),
    ...(subject === 'BILL' ? beyondBills(content) : []),
    ...(await unknownCovered(context, content)),
    ...(await unknownReferences(context, definitionOf('', content), definitionOf('', before))),
  ]
  if (problems.length === 0) return
  const fields: Record<string, string> = {}
  for (const { id, message } of problems) fields[id] ??= message
  throw new AppError('INVALID', problems[0]?.message ?? 'Some rules need attention.', { fields })
}
