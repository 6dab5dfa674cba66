import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/organisation/endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { id } from '../../../../schema/shared/values.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { BUSINESS_UNIT } from './kinds.ts'
import { addMembers, removeMember } from './members.ts'
import { saveUnits } from './save-many.ts'
import { unitOperations } from './unit-operations.ts'
import { allUnits, unitWithMembers } from './units.ts'

/** Company flag enableBusinessUnits. Without it no one has business units. */
export const businessUnits = unitOperations(BUSINESS_UNIT, endpoints.businessUnitEndpoints, 'business-units.manage')

export const allBusinessUnits = query({
  id: 'organisation.all-business-units',
  access: 'business-units.use',
  input: inputOf(endpoints.listBusinessUnits),
  run: async (context) => {
    const units = await allUnits(context, BUSINESS_UNIT)
    if (can(context.actor.policy, 'business-units.manage')) return units
    return units.map((unit) => ({ ...unit, l12m: null }))
  },
})

export const readBusinessUnit = query({
  id: 'organisation.get-business-unit',
  access: 'business-units.manage',
  input: inputOf(endpoints.getBusinessUnit),
  run: (context, { businessUnitId, cursor }) => unitWithMembers(context, BUSINESS_UNIT, businessUnitId, cursor),
})

export const renameBusinessUnits = command({
  id: 'organisation.update-business-units',
  access: 'business-units.manage',
  input: inputOf(endpoints.renameBusinessUnits),
  run: (context, { businessUnits: list }) => saveUnits(context, BUSINESS_UNIT, list, 'businessUnits'),
})

export const addBusinessUnitMembers = command({
  id: 'organisation.add-business-unit-members',
  access: 'members.manage',
  input: inputOf(endpoints.addBusinessUnitMembers),
  run: (context, { businessUnitId, userIds, approvesRequests }) =>
    addMembers(context, BUSINESS_UNIT, { id: businessUnitId }, { userIds, approvesRequests, field: 'userIds' }),
})

export const addUserToBusinessUnit = command({
  id: 'organisation.add-user-to-business-unit',
  access: 'members.manage',
  input: z.object({ businessUnitId: id, userId: id }),
  run: (context, { businessUnitId, userId }) =>
    addMembers(context, BUSINESS_UNIT, { id: businessUnitId }, { userIds: [userId], field: 'userId' }),
})

export const removeBusinessUnitMember = command({
  id: 'organisation.remove-business-unit-member',
  access: 'members.manage',
  input: inputOf(endpoints.removeBusinessUnitMember),
  run: (context, { businessUnitId, userId }) => removeMember(context, BUSINESS_UNIT, { id: businessUnitId }, userId),
})
