import { z } from 'zod'
import { customFieldsFor } from '../../../../schema/approvals/rule-sets/coverage.ts'
import { RULE_SET_LIMITS } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { id } from '../../../../schema/shared/values.ts'
import { query } from '../../../core/operation.ts'
import { ruleSetsOf, ruleSetsStatement } from './load.ts'

const ids = z.array(id).max(RULE_SET_LIMITS.covered)

/** The further fields of a spend request for these units. Everyone who fills in a request needs them. */
export const readSpendCategoryCustomFields = query({
  id: 'spend-rules.custom-fields',
  access: 'staff.use',
  input: z.object({ spendCategoryIds: ids, departmentIds: ids, businessUnitIds: ids }),
  readsFirst: true,
  run: async ({ db, actor }, { spendCategoryIds: categories, departmentIds: departments, businessUnitIds }) => {
    const [sets] = await db.readBatch([ruleSetsStatement(db, actor.companyId)])
    return customFieldsFor(ruleSetsOf(sets?.results ?? []), {
      ...{ categories, departments },
      businessUnits: businessUnitIds,
    })
  },
})
