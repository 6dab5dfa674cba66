import { useCan } from '../../platform/session/index.ts'
import { MAPPING_KINDS, type MappingKind } from './mapping-kinds.ts'

/** What this company maps: business units and entities only where they are in use. */
export const useMappingKinds = (): MappingKind[] => {
  const can = useCan()
  return MAPPING_KINDS.filter(
    ({ kind }) =>
      (kind !== 'CLASSIFICATION' || can('business-units.use')) && (kind !== 'ENTITY' || can('entities.use')),
  )
}
