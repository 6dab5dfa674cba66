import type { Plan } from '../../../../schema/planning/plans/endpoints.ts'
import { PLAN_MAPPING_KINDS } from '../../../../schema/planning/plans/values.ts'
import { builder } from '../../../transport/graphql/builder.ts'
import { yearMonthType } from '../../../transport/graphql/shared-types.ts'

const mappingKindEnum = builder.enumType('PlanMappingKind', { values: PLAN_MAPPING_KINDS })

/** What a plan says of itself, also where it is told with what its rows are. */
export const planFields = builder.interfaceRef<Plan>('PlanFields').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    startYearMonth: t.field({ type: yearMonthType, resolve: (plan) => plan.startYearMonth }),
    endYearMonth: t.field({ type: yearMonthType, resolve: (plan) => plan.endYearMonth }),
    currency: t.exposeString('currency'),
    hasExpensePlan: t.exposeBoolean('hasExpensePlan'),
    hasRevenuePlan: t.exposeBoolean('hasRevenuePlan'),
    fields: t.field({
      type: [mappingKindEnum],
      description: 'What its lines name',
      resolve: (plan) => plan.fields,
    }),
    version: t.exposeInt('version'),
  }),
})

export const planType = builder.objectRef<Plan>('Plan').implement({ interfaces: [planFields] })
