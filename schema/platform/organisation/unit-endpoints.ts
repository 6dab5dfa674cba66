import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { connection } from '../../shared/paging.ts'
import { id } from '../../shared/values.ts'
import * as shapes from './unit-shapes.ts'

/** Business units, locations, entities, spend and revenue categories (specification 3 §3 and §7.6; Settings › Company). */

const unitParams = z.object({ id })

/**
 * The calls that each of these kinds has.
 * @param row a unit as lists show it
 * @param create,update the bodies; fields missing in an update stay
 */
const unitEndpoints = <Row extends z.ZodType, Create extends z.ZodObject, Update extends z.ZodObject>(kind: {
  one: string
  many: string
  path: string
  words: [one: string, many: string]
  row: Row
  create: Create
  update: Update
}) => {
  const [one, many] = kind.words
  return {
    list: endpoint({
      id: `organisation.list-${kind.many}`,
      method: 'GET',
      path: `${kind.path}/page`,
      summary: `The ${many} by name, page by page`,
      query: shapes.searchedPage,
      response: connection(kind.row),
    }),
    create: endpoint({
      id: `organisation.create-${kind.one}`,
      method: 'POST',
      path: kind.path,
      summary: `Create: ${one}`,
      body: kind.create,
      response: shapes.identified,
    }),
    update: endpoint({
      id: `organisation.update-${kind.one}`,
      method: 'PUT',
      path: `${kind.path}/{id}`,
      summary: `Change: ${one}`,
      params: unitParams,
      body: kind.update,
      response: shapes.unit,
    }),
    remove: endpoint({
      id: `organisation.delete-${kind.one}`,
      method: 'DELETE',
      path: `${kind.path}/{id}`,
      summary: `Delete one of the ${many} that nothing uses`,
      params: unitParams,
      response: shapes.identified,
    }),
    merge: endpoint({
      id: `organisation.merge-${kind.one}`,
      method: 'POST',
      path: `${kind.path}/{id}/merge`,
      summary: `Put another one of the ${many} to replace this one everywhere it’s used, and delete it`,
      params: unitParams,
      body: shapes.mergeInto,
      response: shapes.identified,
    }),
  }
}

const renamed = shapes.named.extend({ version: shapes.readVersion })

export const businessUnitEndpoints = unitEndpoints({
  one: 'business-unit',
  many: 'business-units',
  path: '/api/business-units',
  words: ['a business unit', 'business units'],
  row: shapes.businessUnit,
  create: shapes.named,
  update: renamed,
})

export const locationEndpoints = unitEndpoints({
  one: 'location',
  many: 'locations',
  path: '/api/locations',
  words: ['a location', 'locations'],
  row: shapes.location,
  create: shapes.named,
  update: renamed,
})

export const spendCategoryEndpoints = unitEndpoints({
  one: 'spend-category',
  many: 'spend-categories',
  path: '/api/spend-categories',
  words: ['a spend category', 'spend categories'],
  row: shapes.spendCategory,
  create: shapes.named.extend({
    type: shapes.expenseCategoryType.default('OPEX'),
    isEnabledForSpendRequests: z.boolean().default(true),
  }),
  update: renamed.extend({
    name: shapes.unitName.optional(),
    type: shapes.expenseCategoryType.optional(),
    isEnabledForSpendRequests: z.boolean().optional(),
  }),
})

export const revenueCategoryEndpoints = unitEndpoints({
  one: 'revenue-category',
  many: 'revenue-categories',
  path: '/api/revenue-categories',
  words: ['a revenue category', 'revenue categories'],
  row: shapes.revenueCategory,
  create: shapes.named.extend({ type: shapes.revenueCategoryType.default('REVENUE') }),
  update: renamed.extend({
    name: shapes.unitName.optional(),
    type: shapes.revenueCategoryType.optional(),
  }),
})

// ---- Lists for everyone's forms

export const listSpendCategories = endpoint({
  id: 'organisation.all-spend-categories',
  method: 'GET',
  path: '/api/spend-categories',
  summary: 'Every spend category, by name; optionally only those offered in spend requests, or not offered',
  query: z.object({ isEnabledForSpendRequests: z.stringbool().or(z.boolean()).optional() }),
  response: z.array(shapes.spendCategory),
})

export const listBusinessUnits = endpoint({
  id: 'organisation.all-business-units',
  method: 'GET',
  path: '/api/business-units',
  summary: 'Every business unit, by name; spend only for those who manage settings',
  response: z.array(shapes.businessUnit),
})

// ---- Business units: people, and several names at once

const businessUnitParams = z.object({ businessUnitId: id })

export const getBusinessUnit = endpoint({
  id: 'organisation.get-business-unit',
  method: 'GET',
  path: '/api/business-units/{businessUnitId}',
  summary: 'A business unit with a page of its members, by name',
  params: businessUnitParams,
  query: shapes.membersQuery,
  response: shapes.businessUnitPage,
})

export const renameBusinessUnits = endpoint({
  id: 'organisation.update-business-units',
  method: 'PUT',
  path: '/api/business-units',
  summary: 'Rename several business units, all or none',
  body: z.object({ businessUnits: shapes.renamings }),
  response: z.array(shapes.unit),
})

export const addBusinessUnitMembers = endpoint({
  id: 'organisation.add-business-unit-members',
  method: 'POST',
  path: '/api/business-units/{businessUnitId}/members',
  summary: 'Add people to a business unit, and say whether they approve its requests; existing members are updated',
  params: businessUnitParams,
  body: z.object({ userIds: shapes.userIds, approvesRequests: z.boolean().default(false) }),
  response: shapes.identified,
})

export const removeBusinessUnitMember = endpoint({
  id: 'organisation.remove-business-unit-member',
  method: 'DELETE',
  path: '/api/business-units/{businessUnitId}/members/{userId}',
  summary: 'Remove a person from a business unit',
  params: businessUnitParams.extend({ userId: id }),
  response: shapes.identified,
})

// ---- Entities: one list, saved as a whole

export const listEntities = endpoint({
  id: 'organisation.all-entities',
  method: 'GET',
  path: '/api/entities',
  summary: 'Every entity, by name',
  response: z.array(shapes.entity),
})

export const savedEntity = z.object({ id: id.optional(), name: shapes.unitName, version: shapes.readVersion })

export const saveEntities = endpoint({
  id: 'organisation.save-entities',
  method: 'POST',
  path: '/api/entities',
  summary: 'Save the list of entities: those with an id are renamed, the others are added; omitted ones stay',
  body: z
    .array(savedEntity)
    .min(1, 'Add at least one entity')
    .max(shapes.MAX_UNITS_AT_ONCE, `At most ${shapes.MAX_UNITS_AT_ONCE} at once`),
  response: z.array(shapes.entity),
})

export const deleteEntity = endpoint({
  id: 'organisation.delete-entity',
  method: 'DELETE',
  path: '/api/entities/{id}',
  summary: 'Delete an entity that nothing uses',
  params: unitParams,
  response: shapes.identified,
})

export const mergeEntity = endpoint({
  id: 'organisation.merge-entity',
  method: 'POST',
  path: '/api/entities/{id}/merge',
  summary: 'Replace this entity with another everywhere it’s used, and delete it',
  params: unitParams,
  body: shapes.mergeInto,
  response: shapes.identified,
})
