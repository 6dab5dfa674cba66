import type { PictureUnit } from '../../../../schema/planning/pictures/endpoints.ts'
import type { StaffActor } from '../../../core/actor.ts'

const WHOLE: PictureUnit = { id: '', kind: 'COMPANY', name: 'Whole company' }

type Viewer = Pick<StaffActor, 'policy' | 'departments' | 'businessUnits'>

/** People who see or manage all services. They may look at any department or business unit, too. */
export const seesAllPictures = ({ policy: { flags } }: Pick<Viewer, 'policy'>): boolean =>
  flags.hasAdminAccess || flags.hasSuperViewerAccess || flags.hasVendorAdminAccess

/**
 * What pictures someone sees: people who see or manage all services those of the whole company, leads those of each
 * department and business unit they lead. A service in two departments counts in both, so theirs are never added up.
 */
export const picturesOf = ({ policy, departments, businessUnits }: Viewer): PictureUnit[] => {
  const { flags } = policy
  const named =
    (kind: PictureUnit['kind']) =>
    ({ id, name }: { id: string; name: string }): PictureUnit => ({ id, kind, name })
  return [
    ...(seesAllPictures({ policy }) ? [WHOLE] : []),
    ...(flags.hasDepartmentAccess ? departments.map(named('DEPARTMENT')) : []),
    ...(flags.hasBusinessUnitAccess ? businessUnits.map(named('BUSINESS_UNIT')) : []),
  ]
}
