import type { RuleSetContent } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { placedBy } from '../../platform/members/index.ts'
import { principalIdsOf } from './read.ts'

/** What changes in who named whom. Rule sets of bills change with a second person instead. */
export const namedPatch = (context: StaffContext, before: RuleSetContent, after: RuleSetContent) => {
  const { userId, now } = placedBy(context)
  const [known, named] = [new Set(principalIdsOf(before)), new Set(principalIdsOf(after))]
  const fresh = [...named].filter((one) => !known.has(one)).map((one) => [one, [userId, now]])
  const gone = [...known].filter((one) => !named.has(one)).map((one) => [one, null])
  return Object.fromEntries([...gone, ...fresh])
}
