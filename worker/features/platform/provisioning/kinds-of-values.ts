import type { ValueKind } from '../../../../schema/platform/provisioning/tables.ts'
import { BUSINESS_UNIT, DEPARTMENT, ENTITY, GROUP, type UnitKind } from '../organisation/index.ts'

/** The units that a provider's values can mean. */
export const UNIT_OF: Readonly<Record<ValueKind, UnitKind>> = {
  DEPARTMENT,
  BUSINESS_UNIT,
  ENTITY,
  GROUP,
}
