import { forManagersOfSettings } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'
import { BUSINESS_UNIT, DEPARTMENT, ENTITY, GROUP, LOCATION, REVENUE_CATEGORY, SPEND_CATEGORY } from './kinds.ts'

for (const unit of [GROUP, DEPARTMENT, BUSINESS_UNIT, LOCATION, ENTITY, SPEND_CATEGORY, REVENUE_CATEGORY]) {
  const { table, auditTarget } = unit
  registerKind({
    ...ONLY_HISTORY,
    kind: auditTarget,
    rows: { from: table, id: `${table}.id`, company: `${table}.company_id`, name: `${table}.name` },
    history: forManagersOfSettings,
  })
}
