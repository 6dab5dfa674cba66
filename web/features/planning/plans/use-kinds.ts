import type { Plan } from '../../../../schema/planning/plans/endpoints.ts'
import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import { useCan } from '../../platform/session/index.ts'
import { KIND_ORDER } from './address.ts'

/** What this company links: business units only where they are in use. */
export const usePlanKinds = (plan?: Pick<Plan, 'fields'>): PlanMappingKind[] => {
  const can = useCan()
  return KIND_ORDER.filter(
    (kind) => (!plan || plan.fields.includes(kind)) && (kind !== 'BUSINESS_UNITS' || can('business-units.use')),
  )
}
