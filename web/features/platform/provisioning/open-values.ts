import type { needsAttention } from '../../../../schema/platform/provisioning/mapping-endpoints.ts'
import type { ResponseOf } from '../../../lib/rest.ts'

type OpenValues = ResponseOf<typeof needsAttention>

const MOST = 50

/** "3 values of your identity provider have no meaning yet". The answer counts no further than it lists. */
export const openValuesText = ({ total }: OpenValues): string => {
  if (total === 1) return '1 value of your identity provider has no meaning yet'
  return `${total >= MOST ? `${MOST} or more` : total} values of your identity provider have no meaning yet`
}

const KIND_OF = {
  DEPARTMENT: 'departments',
  BUSINESS_UNIT: 'business-units',
  ENTITY: 'entities',
  GROUP: 'groups',
} as const

/** The tab with the first of them. */
export const openValuesKind = ({ values: [first] }: OpenValues) => (first ? KIND_OF[first.kind] : undefined)
