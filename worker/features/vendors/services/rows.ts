import { NO_END } from '../../../../schema/shared/calendar.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { fullName, type Named, type Person } from '../../../../schema/shared/values.ts'
import type { Service } from '../../../../schema/vendors/services/endpoints.ts'
import type { ServicePeriod } from '../../../../schema/vendors/services/period.ts'
import { serviceFields } from '../../../../schema/vendors/services/record.ts'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import { type ServiceLink, services } from '../../../../schema/vendors/services/tables.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import { isArchivedTarget } from '../../../core/kinds/archived.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { columnsSql, listedValuesOf, rowOf } from '../../../core/record.ts'
import { next12Shown } from '../vendors/index.ts'

/** What no one reads of a service, and what lists read instead of its parts. */
const UNREAD = [
  'companyId',
  'createdAt',
  'createdByUserId',
  'vendorKey',
  'lastEndDate',
  'openUntil',
  'links',
  'card',
] as const
const OF_LISTS = ['card', 'links'] as const

type Stored = Omit<typeof services.$inferSelect, (typeof UNREAD)[number]>

/** A service with everything that belongs to it. */
export interface ServiceParts extends Stored {
  vendorName: string | null
  spendCategoryName: string | null
  businessUnitName: string | null
  links: ServiceLink[]
  periods: ServicePeriod[]
  spend: Money[]
}

/** What lists read of a service `s`. */
export const LISTED_COLUMNS = columnsSql(
  services,
  's',
  UNREAD.filter((key) => !OF_LISTS.some((kept) => kept === key)),
)
export type ListedRow = Stored & Pick<typeof services.$inferSelect, (typeof OF_LISTS)[number]>

/** The reminders of a period `p`, as JSON. ?1 is the company. */
export const remindersOf = (p: string, serviceId: string): string =>
  `(SELECT json_group_array(r.remind_on) FROM service_reminders r
     WHERE r.company_id = ?1 AND r.service_id = ${serviceId} AND r.period_id = ${p}.id)`

/** The owners of a service, as JSON. */
export const ownersOf = (serviceId: string): string =>
  `(SELECT json_group_array(json_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
            'email', u.email))
      FROM service_links k JOIN users u ON u.id = k.target_id
     WHERE k.company_id = ?1 AND k.service_id = ${serviceId} AND k.kind = 'OWNER')`

/**
 * Columns of a service `s`. ?1 is the company. The totals add up stored months, at most twelve rows for each currency.
 */
export const serviceColumns = (now: number): string => {
  const { from, before } = nextTwelveMonths(now)
  return `${columnsSql(services, 's', UNREAD)}, v.name AS vendorName, sc.name AS spendCategoryName, bu.name AS businessUnitName,
    (SELECT json_group_array(json_object('kind', k.kind, 'id', k.target_id, 'name', coalesce(d.name, l.name),
              'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email))
       FROM service_links k
       LEFT JOIN departments d ON k.kind = 'DEPARTMENT' AND d.id = k.target_id
       LEFT JOIN locations l ON k.kind = 'LOCATION' AND l.id = k.target_id
       LEFT JOIN users u ON k.kind = 'OWNER' AND u.id = k.target_id
      WHERE k.company_id = ?1 AND k.service_id = s.id) AS links,
    (SELECT json_group_array(json_object('id', p.id, 'startDate', p.start_date, 'endDate', nullif(p.end_date, '${NO_END}'),
              'unitsPerMonth', p.units_per_month, 'costPerUnit', p.cost_per_unit_minor, 'tax', p.tax_minor,
              'savings', p.savings_minor, 'totalServicePeriodCost', CASE WHEN p.end_date <> '${NO_END}' THEN p.total_minor END,
              'amortizedCost', p.amortized_minor, 'currency', p.currency, 'note', p.note,
              'autoRenewDetail', p.auto_renew_detail, 'noticeDays', p.notice_days, 'cancelBy', p.cancel_by, 'answers', json(p.answers),
              'renewalReminders', json(${remindersOf('p', 's.id')})))
       FROM service_periods p WHERE p.company_id = ?1 AND p.service_id = s.id) AS periods,
    (SELECT json_group_array(json_object('currency', m.currency, 'value', m.amount))
       FROM (SELECT currency, SUM(amount_minor) AS amount FROM service_spend_months
              WHERE company_id = ?1 AND service_id = s.id AND month >= '${from}' AND month < '${before}'
              GROUP BY currency) m) AS spend`
}

export const SERVICE_JOINS = `LEFT JOIN vendors v ON v.id = s.vendor_id
  LEFT JOIN spend_categories sc ON sc.id = s.spend_category_id
  LEFT JOIN business_units bu ON bu.id = s.business_unit_id`

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)
const reference = (id: string | null, name: string | null): Named | null => (id ? { id, name: name ?? '' } : null)

export const byFullName = (people: Person[]): Person[] => people.sort((a, b) => fullName(a).localeCompare(fullName(b)))

/** People who manage everything, and owners, can change and delete a service (specification 2 §7). */
export const mayChange = (actor: StaffActor, ownerIds: readonly string[]): boolean =>
  can(actor.policy, 'vendors.manage') || ownerIds.includes(actor.userId)

/** A row of a statement with `serviceColumns`. */
export const toService = (raw: object, actor: StaffActor): Service => {
  const { periods, spend, ...row } = rowOf<typeof services, ServiceParts & { periods: string; spend: string }>(
    services,
    raw,
  )
  return ofParts(
    { ...row, periods: JSON.parse(periods) as ServicePeriod[], spend: JSON.parse(spend) as Money[] },
    actor,
  )
}

export const ofParts = ({ links, periods, ...row }: ServiceParts, actor: StaffActor): Service => {
  const units = (kind: ServiceLink['kind']): Named[] =>
    links
      .filter((link) => link.kind === kind)
      .map(({ id, name }) => ({ id, name: name ?? '' }))
      .sort(byName)
  const owners = byFullName(
    links
      .filter((link) => link.kind === 'OWNER')
      .map(({ id, firstName, lastName, email }) => ({
        id,
        firstName: firstName ?? '',
        lastName: lastName ?? '',
        email: email ?? '',
      })),
  )
  return {
    ...listedValuesOf(serviceFields, row),
    id: row.id,
    archived: row.archivedAt !== null,
    vendor: { id: row.vendorId, name: row.vendorName ?? '' },
    spendCategory: reference(row.spendCategoryId, row.spendCategoryName),
    businessUnit: reference(row.businessUnitId, row.businessUnitName),
    departments: units('DEPARTMENT'),
    locations: units('LOCATION'),
    owners,
    servicePeriods: periods
      .map((period) => ({ ...period, renewalReminders: period.renewalReminders.sort() }))
      .sort((a, b) => (a.startDate < b.startDate ? -1 : 1)),
    next12ServiceSpend: next12Shown(actor, row.spend),
    answers: row.answers,
    answerRates: row.answerRates,
    canEdit: mayChange(
      actor,
      owners.map(({ id }) => id),
    ),
    version: row.version,
  }
}

export const serviceStatement = ({ db, actor, clock }: StaffContext, serviceId: string): D1PreparedStatement =>
  db.sql(
    `SELECT ${serviceColumns(clock.now())} FROM services s ${SERVICE_JOINS} WHERE s.company_id = ?1 AND s.id = ?2`,
    actor.companyId,
    serviceId,
  )

/** Throws NOT_FOUND, also for another company's. */
export const serviceOf = ({ actor }: StaffContext, rows: unknown[] = []): Service => {
  const [row] = rows
  if (typeof row !== 'object' || !row) throw notFound('The service')
  return toService(row, actor)
}

/** Throws NOT_FOUND, also for another company's. */
export const requireService = async (context: StaffContext, serviceId: string): Promise<Service> =>
  serviceOf(context, await context.db.all(serviceStatement(context, serviceId)))

/** The same service, to which something is added. Throws CONFLICT if it is archived. */
export const unarchived = (service: Service): Service => {
  if (service.archived) throw isArchivedTarget('service')
  return service
}
