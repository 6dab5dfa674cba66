import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, option } from '../../shared/values.ts'

/** The kinds of select options. Each has its endpoint `/api/<kind>-select-options`. */
export const OPTION_KINDS = [
  'vendor',
  'member',
  'group',
  'department',
  'location',
  'spend-category',
  'business-unit',
  'entity',
  'service',
  'request-category',
] as const
export type OptionKind = (typeof OPTION_KINDS)[number]

/** `ids` asks for the labels of these ids regardless of the search, for values already chosen. */
export const optionQuery = pageQuery.extend({
  search: z.string().trim().max(200).optional(),
  ids: z.array(id).max(100).optional(),
})

const optionEndpoint = <K extends OptionKind>(kind: K) =>
  endpoint({
    id: `lookups.${kind}-select-options`,
    method: 'GET',
    path: `/api/${kind}-select-options`,
    summary: `Options of the ${kind.replace('-', ' ')} select, by name`,
    query: optionQuery,
    response: connection(option),
  })

/** Who approves the requests of a department, by name (`requireDepartmentApproverAssigneeSelection`). */
export const departmentApproverOptions = endpoint({
  id: 'lookups.department-approver-select-options',
  method: 'GET',
  path: '/api/department-approver-select-options',
  summary: 'The members who approve the requests of a department, by name',
  query: optionQuery.extend({ departmentId: id }),
  response: connection(option),
})

export const selectOptions = {
  vendor: optionEndpoint('vendor'),
  member: optionEndpoint('member'),
  group: optionEndpoint('group'),
  department: optionEndpoint('department'),
  location: optionEndpoint('location'),
  'spend-category': optionEndpoint('spend-category'),
  'business-unit': optionEndpoint('business-unit'),
  entity: optionEndpoint('entity'),
  service: optionEndpoint('service'),
  'request-category': optionEndpoint('request-category'),
} satisfies Record<OptionKind, unknown>
