import { z } from 'zod'
import { id } from '../../../../schema/shared/values.ts'
import type { Service } from '../../../../schema/vendors/services/endpoints.ts'
import { PAYMENT_FREQUENCIES, PAYMENT_TERMS } from '../../../../schema/vendors/services/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardRows } from '../../../core/database.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { command, type StaffContext } from '../../../core/operation.ts'
import { refreshFigures } from '../vendors/index.ts'
import { allowedNames } from './allowed-names.ts'
import { KEPT, KEYS_OF_SERVICE } from './kept-keys.ts'
import { SERVICE_JOINS, serviceColumns, toService } from './rows.ts'
import { readable, type ServiceValues, valuesOf } from './write.ts'

/**
 * Sets one value on many services at once (specification 2 §7). Services the person can change are changed together or
 * not at all. Each service gets its own result.
 */

export const MOST_AT_ONCE = 100
export const BULK_OUTCOMES = ['CHANGED', 'UNCHANGED', 'FORBIDDEN'] as const
export interface BulkResult {
  id: string
  name: string
  outcome: (typeof BULK_OUTCOMES)[number]
}

const serviceIds = z
  .array(id)
  .min(1, 'Choose at least one service')
  .max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} at once`)

/** Throws NOT_FOUND unless all exist. */
export const requireServices = async ({ db, actor, clock }: StaffContext, ids: string[]): Promise<Service[]> => {
  const rows = await db.all<object>(
    db.sql(
      `SELECT ${serviceColumns(clock.now())}
         FROM json_each(?2) j CROSS JOIN services s ON s.id = j.value AND s.company_id = ?1 ${SERVICE_JOINS}`,
      actor.companyId,
      JSON.stringify(ids),
    ),
  )
  if (rows.length < ids.length) throw notFound(ids.length === 1 ? 'The service' : 'One of the services')
  return rows.map((row) => toService(row, actor))
}

type Changed = Pick<ServiceValues, 'businessUnitId' | 'departmentIds' | 'ownerIds' | 'paymentFrequency' | 'paymentTerm'>

/** Where each value is stored: a column of services, or links of a kind. */
const PLACES = {
  businessUnitId: { column: 'business_unit_id' },
  paymentFrequency: { column: 'payment_frequency' },
  paymentTerm: { column: 'payment_term' },
  departmentIds: { link: 'DEPARTMENT' },
  ownerIds: { link: 'OWNER' },
} as const satisfies Record<keyof Changed, { column: string } | { link: string }>

interface Kind<K extends keyof Changed> {
  field: K
  value: Changed[K]
  /** The caller's name for the value, for its messages. */
  input: string
  /** "the payment terms" */
  words: string
}

const sorted = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value)
const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

const statementsFor = (context: StaffContext, services: Service[], field: keyof Changed, value: unknown) => {
  const { db, actor } = context
  const place = PLACES[field]
  const read = JSON.stringify(services.map((service) => [service.id, service.version]))
  const set = 'column' in place ? `${place.column} = ?3, ` : ''
  const params = [actor.companyId, read, ...('column' in place ? [value] : [])]
  const changed = db.sql(
    `UPDATE services SET ${set}version = version + 1
      WHERE company_id = ?1 AND (id, version) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))`,
    ...params,
  )
  const statements = [changed, guardRows(db, services.length)]
  if ('column' in place) return [...statements, refreshFigures(context)]
  return [
    ...statements,
    db.sql(
      `DELETE FROM service_links WHERE company_id = ?1 AND kind = '${place.link}'
          AND service_id IN (SELECT value ->> 0 FROM json_each(?2))`,
      actor.companyId,
      read,
    ),
    db.sql(
      `INSERT OR IGNORE INTO service_links (company_id, service_id, kind, target_id, ${KEPT})
       SELECT ?1, s.id, '${place.link}', t.value, ${KEYS_OF_SERVICE}
         FROM json_each(?2) c CROSS JOIN services s ON s.id = c.value ->> 0 CROSS JOIN json_each(?3) t`,
      actor.companyId,
      read,
      JSON.stringify(value),
    ),
    refreshFigures(context),
  ]
}

const setAll = async <K extends keyof Changed>(
  context: StaffContext,
  given: string[],
  { field, value, input, words }: Kind<K>,
): Promise<BulkResult[]> => {
  const services = await requireServices(context, [...new Set(given)])
  if (!services.some((service) => service.canEdit)) throw forbidden()
  const names = await allowedNames(context, { [field]: value }, () => input)
  const changed = services.filter((service) => service.canEdit && !same(valuesOf(service)[field], value))
  const ids = new Set(changed.map((service) => service.id))
  return commit(context, {
    subject: 'One of the services',
    statements: changed.length > 0 ? statementsFor(context, changed, field, value) : [],
    audit: changed.map((service) => {
      const before = valuesOf(service)
      // Adds the names of the previous values, which may be missing otherwise.
      const known = new Map(names)
      for (const unit of [service.businessUnit, ...service.departments]) if (unit) known.set(unit.id, unit.name)
      for (const person of service.owners) known.set(person.id, `${person.firstName} ${person.lastName}`.trim())
      const [was, is] = [readable(before, known), readable({ ...before, [field]: value }, known)]
      const [key = field] = Object.keys(is).filter((name) => JSON.stringify(is[name]) !== JSON.stringify(was[name]))
      return {
        changeKey: `service:${service.id}:v${service.version + 1}`,
        action: 'service.changed',
        targetType: 'SERVICE' as const,
        targetId: service.id,
        message: `Changed ${words} of the service ${service.name}`,
        changeData: { before: { [key]: was[key] }, after: { [key]: is[key] } },
      }
    }),
    result: services.map((service): BulkResult => {
      const outcome = ids.has(service.id) ? 'CHANGED' : service.canEdit ? 'UNCHANGED' : 'FORBIDDEN'
      return { id: service.id, name: service.name, outcome }
    }),
  })
}

export const setBusinessUnits = command({
  id: 'services.set-business-units',
  access: 'services.use',
  asAnother: 'ACTING',
  input: z.object({ serviceIds, businessUnitId: id }),
  run: (context, { serviceIds: ids, businessUnitId: value }) =>
    setAll(context, ids, {
      field: 'businessUnitId',
      value,
      input: 'businessUnitId',
      words: 'the business unit',
    }),
})

export const setDepartments = command({
  id: 'services.set-departments',
  access: 'services.use',
  asAnother: 'ACTING',
  input: z.object({ serviceIds, departmentIds: z.array(id).max(50, 'At most 50') }),
  run: (context, { serviceIds: ids, departmentIds }) =>
    setAll(context, ids, {
      field: 'departmentIds',
      value: [...new Set(departmentIds)],
      input: 'departmentIds',
      words: 'the departments',
    }),
})

/** One owner replaces all previous ones. */
export const setOwners = command({
  id: 'services.set-owners',
  access: 'services.use',
  asAnother: 'ACTING',
  input: z.object({ serviceIds, ownerId: id }),
  run: (context, { serviceIds: ids, ownerId }) =>
    setAll(context, ids, { field: 'ownerIds', value: [ownerId], input: 'ownerId', words: 'the owner' }),
})

export const setPaymentFrequency = command({
  id: 'services.set-payment-frequency',
  access: 'services.use',
  asAnother: 'ACTING',
  input: z.object({ serviceIds, paymentFrequency: z.enum(PAYMENT_FREQUENCIES) }),
  run: (context, { serviceIds: ids, paymentFrequency: value }) =>
    setAll(context, ids, {
      field: 'paymentFrequency',
      value,
      input: 'paymentFrequency',
      words: 'the payment frequency',
    }),
})

export const setPaymentTerms = command({
  id: 'services.set-payment-terms',
  access: 'services.use',
  asAnother: 'ACTING',
  input: z.object({ serviceIds, paymentTerm: z.enum(PAYMENT_TERMS) }),
  run: (context, { serviceIds: ids, paymentTerm: value }) =>
    setAll(context, ids, { field: 'paymentTerm', value, input: 'paymentTerm', words: 'the payment terms' }),
})
