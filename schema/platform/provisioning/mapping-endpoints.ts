import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { connection, orderByOf } from '../../shared/paging.ts'
import { ACCESS_FLAGS } from '../../shared/permissions.ts'
import { id, instant, requiredText } from '../../shared/values.ts'
import { VALUE_KINDS } from './tables.ts'

/** What an identity provider's departments, business units, entities and groups mean here (specification 3 §7.1). */

const MOST_AT_ONCE = 100
const value = requiredText(200)

const stated = {
  /** The provider has sent it. Otherwise an admin entered it before. */
  isSent: z.boolean(),
  firstSeenAt: instant.nullable(),
  /** An admin said that it means nothing here. */
  isLeftOut: z.boolean(),
  /** How many who were here already moved by what it means now. Null if no one had to be looked at. */
  moved: z.object({ people: z.number().int(), isDone: z.boolean() }).nullable(),
}
const named = z.object({ id: z.string(), name: z.string() })

const changes = <T extends z.ZodType>(row: T) =>
  z.array(row).min(1, 'Change at least one row').max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} rows at once`)
/** Left out with no unit means nothing here. Without both, an admin has to say. */
const isLeftOut = z.boolean().default(false)
const saved = z.object({ saved: z.number().int() })

const page = { cursor: z.string().max(400).optional() }

export const listEntityMappings = endpoint({
  id: 'provisioning.list-entity-mappings',
  method: 'GET',
  path: '/api/saml-entity-mappings',
  summary: 'Entities as the identity provider names them, and what each is here',
  query: z.object({ ...page, orderBy: orderByOf(z.enum(['integrationEntity']), 1) }),
  response: connection(
    z.object({ entityId: z.string().nullable(), integrationEntity: z.string(), entity: named.nullable(), ...stated }),
  ),
})

export const saveEntityMappings = endpoint({
  id: 'provisioning.save-entity-mappings',
  method: 'POST',
  path: '/api/saml-entity-mappings',
  summary: 'Say which entities the identity provider’s entities are, all or none',
  body: changes(z.object({ entityId: id.nullable(), integrationEntity: value, isLeftOut })),
  response: saved,
})

export const listBusinessUnitMappings = endpoint({
  id: 'provisioning.list-business-unit-mappings',
  method: 'GET',
  path: '/api/saml-business-unit-mappings',
  summary: 'Business units as the identity provider names them, and what each is here',
  query: z.object(page),
  response: connection(
    z.object({
      businessUnitId: z.string().nullable(),
      integrationBusinessUnit: z.string(),
      businessUnit: named.nullable(),
      ...stated,
    }),
  ),
})

export const saveBusinessUnitMappings = endpoint({
  id: 'provisioning.save-business-unit-mappings',
  method: 'POST',
  path: '/api/saml-business-unit-mappings',
  summary: 'Say which business units the identity provider’s business units are, all or none',
  body: changes(z.object({ businessUnitId: id.nullable(), integrationBusinessUnit: value, isLeftOut })),
  response: saved,
})

export const listDepartmentMappings = endpoint({
  id: 'provisioning.list-department-mappings',
  method: 'GET',
  path: '/api/saml-department-mappings',
  summary: 'Departments as the identity provider names them, and what each is here',
  query: z.object(page),
  response: connection(
    z.object({
      departmentId: z.string().nullable(),
      integrationDepartment: z.string(),
      department: named.nullable(),
      ...stated,
    }),
  ),
})

export const saveDepartmentMappings = endpoint({
  id: 'provisioning.save-department-mappings',
  method: 'POST',
  path: '/api/saml-department-mappings',
  summary: 'Say which departments the identity provider’s departments are, all or none',
  body: changes(z.object({ departmentId: id.nullable(), integrationDepartment: value, isLeftOut })),
  response: saved,
})

const role = z.enum(ACCESS_FLAGS)

export const listGroupMappings = endpoint({
  id: 'provisioning.list-group-mappings',
  method: 'GET',
  path: '/api/saml-group-mappings',
  summary: 'Groups as the identity provider names them, and which group or access each gives here',
  query: z.object(page),
  response: connection(
    z.object({
      groupId: z.string().nullable(),
      integrationGroup: z.string(),
      group: named.nullable(),
      role: role.nullable(),
      ...stated,
    }),
  ),
})

export const saveGroupMappings = endpoint({
  id: 'provisioning.save-group-mappings',
  method: 'POST',
  path: '/api/saml-group-mappings',
  summary: 'Say which group or access the identity provider’s groups give, all or none',
  body: changes(
    z.object({ groupId: id.nullable(), integrationGroup: value, role: role.nullable().default(null), isLeftOut }),
  ),
  response: saved,
})

export const needsAttention = endpoint({
  id: 'provisioning.mappings-needing-attention',
  method: 'GET',
  path: '/api/saml-mappings-needs-attention',
  summary: 'What the identity provider sent and means nothing here yet',
  response: z.object({
    /** At most 50, which then means that many or more. */
    total: z.number().int(),
    values: z.array(z.object({ kind: z.enum(VALUE_KINDS), value: z.string(), firstSeenAt: instant.nullable() })),
  }),
})
