import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/organisation/endpoints.ts'
import { mergeInto } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { id } from '../../../../schema/shared/values.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { deleteUnit } from './change.ts'
import { ENTITY, LOCATION } from './kinds.ts'
import { mergeUnit } from './merge.ts'
import { saveUnits } from './save-many.ts'
import { unitOperations } from './unit-operations.ts'
import { allUnits } from './units.ts'

/** Locations, and the company's entities (flag enableEntities), which are saved as one list. */

export const locations = unitOperations(LOCATION, endpoints.locationEndpoints, 'settings.manage')

export const allLocations = query({
  id: 'organisation.all-locations',
  access: 'staff.use',
  input: z.object({}),
  run: (context) => allUnits(context, LOCATION),
})

export const allEntities = query({
  id: 'organisation.all-entities',
  access: 'entities.use',
  input: inputOf(endpoints.listEntities),
  run: (context) => allUnits(context, ENTITY),
})

/** Missing entries aren't deleted, because someone else may have added them since the list was read. */
export const saveEntities = command({
  id: 'organisation.save-entities',
  access: 'entities.manage',
  input: inputOf(endpoints.saveEntities),
  run: (context, { body }) => saveUnits(context, ENTITY, body, 'body'),
})

export const deleteEntity = command({
  id: 'organisation.delete-entity',
  access: 'entities.manage',
  input: inputOf(endpoints.deleteEntity),
  run: (context, { id: entityId }) => deleteUnit(context, ENTITY, { id: entityId }),
})

export const mergeEntity = command({
  id: 'organisation.merge-entity',
  access: 'entities.manage',
  input: mergeInto.extend({ id }),
  run: (context, { id: entityId, intoId }) => mergeUnit(context, ENTITY, { id: entityId }, intoId),
})
