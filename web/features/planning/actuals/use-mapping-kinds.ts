import { useQuery } from '@tanstack/react-query'
import { accountingQuery } from '../../platform/accounting/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { MAPPING_KINDS, type MappingKind } from './mapping-kinds.ts'

/** What this company maps: business units and entities only where they are in use, and classes only if it has any. */
export const useMappingKinds = (): MappingKind[] => {
  const can = useCan()
  const { data: accounting } = useQuery(accountingQuery)
  const hasClasses = can('business-units.use') && accounting?.hasErpClassifications !== false
  return MAPPING_KINDS.filter(
    ({ kind }) => (kind !== 'CLASSIFICATION' || hasClasses) && (kind !== 'ENTITY' || can('entities.use')),
  )
}
