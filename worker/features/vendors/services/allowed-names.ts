import { whyUnused } from '../../../../schema/platform/organisation/unit-modules.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { namesOf, type ServiceValues } from './write.ts'

/** `namesOf`, once nothing is chosen that the company doesn't use. Throws INVALID the same way. */
export const allowedNames = (
  context: StaffContext,
  values: Partial<ServiceValues>,
  fieldOf?: (field: string) => string,
  before: ServiceValues | null = null,
): ReturnType<typeof namesOf> => {
  const unused = whyUnused('business units', context.actor.policy.company)
  if (unused && values.businessUnitId && values.businessUnitId !== before?.businessUnitId)
    throw invalidField(fieldOf?.('businessUnitId') ?? 'businessUnitId', unused)
  return namesOf(context, values, fieldOf, before)
}
