import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Answers } from '../../../../schema/requests/forms/form.ts'
import { dayIn, NO_END } from '../../../../schema/shared/calendar.ts'
import { currencyProblem, type Exchange } from '../../../../schema/shared/exchange.ts'
import { emptyOf, historyOf, type StoredValues, valuesIn } from '../../../../schema/shared/record.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import type { Service, servicePeriodInput } from '../../../../schema/vendors/services/endpoints.ts'
import type { ServicePeriod } from '../../../../schema/vendors/services/period.ts'
import { serviceFields } from '../../../../schema/vendors/services/record.ts'
import { amortizedCost, lastDayToCancel, totalOf } from '../../../../schema/vendors/services/rules.ts'
import { services } from '../../../../schema/vendors/services/tables.ts'
import { invalidFields } from '../../../core/errors.ts'
import { archivedWords, disabledWords } from '../../../core/kinds/archived.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { columnsOf, insertRow, updateRow } from '../../../core/record.ts'
import { allowedCurrencies } from '../../platform/currency-rates/index.ts'
import { refreshFigures } from '../vendors/index.ts'
import { answersFrom, periodText, readableAnswers, type ServiceForm, scalarsOf } from './fields.ts'
import { KEPT, KEYS_OF_SERVICE } from './kept-keys.ts'
import { lastEndOf, monthsOf, openUntilOf } from './kept-months.ts'

/** A service to write: ids instead of names, with its periods in order. */
export interface ServiceValues extends StoredValues<typeof serviceFields> {
  vendorId: string
  spendCategoryId: string | null
  businessUnitId: string | null
  departmentIds: string[]
  locationIds: string[]
  ownerIds: string[]
  servicePeriods: ServicePeriod[]
  /** Answers to custom fields. */
  answers: Answers
  /** The rates for amounts in these answers and in those of the periods. */
  answerRates: Exchange | null
}

export const NEW_SERVICE: ServiceValues = {
  ...emptyOf(serviceFields),
  vendorId: '',
  spendCategoryId: null,
  businessUnitId: null,
  departmentIds: [],
  locationIds: [],
  ownerIds: [],
  servicePeriods: [],
  answers: {},
  answerRates: null,
}

const idsOf = (units: { id: string }[]): string[] => units.map(({ id }) => id)

export const valuesOf = (service: Service): ServiceValues => ({
  ...valuesIn(serviceFields, service),
  vendorId: service.vendor.id,
  spendCategoryId: service.spendCategory?.id ?? null,
  businessUnitId: service.businessUnit?.id ?? null,
  departmentIds: idsOf(service.departments),
  locationIds: idsOf(service.locations),
  ownerIds: idsOf(service.owners),
  servicePeriods: service.servicePeriods,
  answers: service.answers,
  answerRates: service.answerRates,
})

/**
 * Periods as they are stored, with their totals and monthly cost. Throws INVALID for another currency if the company
 * has them off, for a period with neither a total nor units and unit cost, and if savings exceed the cost.
 * @param before the service's previous periods; only these keep their ids
 * @param fieldOf where the message about a missing total goes
 */
export const periodsOf = (
  { newId, actor }: StaffContext,
  periods: z.output<typeof servicePeriodInput>[],
  before: ServicePeriod[],
  fieldOf: (index: number) => string = (index) => `servicePeriods.${index}.currency`,
): ServicePeriod[] => {
  const company = allowedCurrencies(actor)
  const known = new Map(before.map((period) => [period.id, period]))
  const fields: Record<string, string> = {}
  const kept = periods.map((period, index): ServicePeriod => {
    const {
      id,
      unitsPerMonth = null,
      costPerUnit = null,
      noticeDays = null,
      renewalReminders,
      customForm,
      ...rest
    } = period
    const own = id === undefined ? undefined : known.get(id)
    if (own) known.delete(own.id)
    const total = period.totalServicePeriodCost ?? totalOf({ ...rest, unitsPerMonth, costPerUnit })
    const code = period.currency ?? own?.currency ?? company.currency
    // Existing values may stay from when other currencies were allowed.
    if (code !== own?.currency) {
      const problem = currencyProblem({ currency: code }, company, true)
      if (problem) fields[fieldOf(index)] = problem
    }
    return {
      ...rest,
      currency: code,
      id: own?.id ?? newId(),
      answers: answersFrom(own?.answers ?? {}, customForm),
      unitsPerMonth,
      costPerUnit,
      totalServicePeriodCost: period.endDate === null ? null : (total ?? 0),
      amortizedCost: amortizedCost(period, total ?? 0),
      noticeDays,
      cancelBy: lastDayToCancel(period.endDate, noticeDays),
      renewalReminders: [...new Set(renewalReminders)].sort(),
    }
  })
  refuse(fields)
  return kept.sort((a, b) => (a.startDate < b.startDate ? -1 : 1))
}

export const refuse = (fields: Record<string, string>, nameOf?: (field: string) => string | undefined): void => {
  if (Object.keys(fields).length > 0) throw invalidFields(fields, nameOf)
}

/** Names for the ids of a service, for the history. */
export type Names = Map<string, string>

/**
 * Throws INVALID for each field that refers to something outside the company.
 * @param fieldOf the caller's name for a field
 * @param before what it names already, which may be archived or disabled
 */
export const namesOf = async (
  { db, actor }: StaffContext,
  values: Partial<ServiceValues>,
  fieldOf: (field: string) => string = (field) => field,
  before: Pick<ServiceValues, 'vendorId' | 'ownerIds'> | null = null,
): Promise<Names> => {
  const named = (table: string, ids: string[]) =>
    db.sql(
      // Found by their keys, without scanning the company's rows.
      `SELECT id, name, ${table === 'vendors' ? 'archived_at IS NOT NULL' : '0'} AS isGone FROM ${table} WHERE +company_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
      actor.companyId,
      JSON.stringify(ids),
    )
  const fields: [string, string[], string][] = [
    ['vendorId', values.vendorId === undefined ? [] : [values.vendorId], 'Choose a vendor'],
    ['spendCategoryId', values.spendCategoryId ? [values.spendCategoryId] : [], 'Choose a spend category'],
    ['businessUnitId', values.businessUnitId ? [values.businessUnitId] : [], 'Choose a business unit'],
    ['departmentIds', values.departmentIds ?? [], 'Choose departments of your company'],
    ['locationIds', values.locationIds ?? [], 'Choose locations of your company'],
    ['ownerIds', values.ownerIds ?? [], 'Choose members of your company'],
  ]
  const tables = ['vendors', 'spend_categories', 'business_units', 'departments', 'locations']
  const results = await db.batch([
    ...tables.map((table, index) => named(table, fields[index]?.[1] ?? [])),
    db.sql(
      `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email,
              m.disabled_at IS NOT NULL AS isGone
         FROM json_each(?2) j CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value
         JOIN users u ON u.id = m.user_id`,
      actor.companyId,
      JSON.stringify(values.ownerIds ?? []),
    ),
  ])
  const stays = new Set(before ? [before.vendorId, ...before.ownerIds] : [])
  const names: Names = new Map()
  const faults: Record<string, string> = {}
  for (const [index, [field, ids, message]] of fields.entries()) {
    const rows = (results[index]?.results ?? []) as {
      id: string
      name?: string
      firstName: string
      lastName: string
      isGone: number
    }[]
    for (const row of rows) names.set(row.id, row.name ?? fullName(row))
    const gone = rows.find(({ id, isGone }) => isGone && !stays.has(id))
    if (gone) faults[fieldOf(field)] = gone.name ? archivedWords(gone.name) : disabledWords(fullName(gone))
    if (new Set(ids).size > new Set(idsOf(rows)).size) faults[fieldOf(field)] = message
  }
  refuse(faults)
  return names
}

const wordOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Values in words for the history. Answers are included only with their form. */
export const readable = (
  values: ServiceValues,
  names: Names,
  form: ServiceForm | null = null,
): Record<string, unknown> => {
  const ofItem = form?.ofItem.questions ?? []
  const periodAnswers = (period: ServicePeriod): string =>
    Object.entries(readableAnswers(ofItem, period.answers, names))
      .map(([label, value]) => `, ${label}: ${Array.isArray(value) ? value.join(', ') : wordOf(value)}`)
      .join('')
  const nameOf = (id: string | null) => (id ? (names.get(id) ?? id) : null)
  return {
    ...historyOf(serviceFields, {
      ...values,
      vendor: nameOf(values.vendorId),
      spendCategory: nameOf(values.spendCategoryId),
      businessUnit: nameOf(values.businessUnitId),
      departments: values.departmentIds.map(nameOf).sort(),
      locations: values.locationIds.map(nameOf).sort(),
      owners: values.ownerIds.map(nameOf).sort(),
    }),
    servicePeriods: values.servicePeriods.map((period) => `${periodText(period)}${periodAnswers(period)}`),
    ...readableAnswers(form?.ofService.questions ?? [], values.answers, names),
  }
}

const rowOf = (values: ServiceValues, today: string) => ({
  ...columnsOf<typeof serviceFields, typeof services.$inferInsert>(serviceFields, values),
  name: values.name,
  vendorId: values.vendorId,
  spendCategoryId: values.spendCategoryId,
  businessUnitId: values.businessUnitId,
  lastEndDate: lastEndOf(values.servicePeriods.at(-1)),
  openUntil: openUntilOf(values.servicePeriods.at(-1), today),
  answers: values.answers,
  card: { periods: values.servicePeriods, months: monthsOf(values.servicePeriods, today) },
  answerRates: values.answerRates,
})

const VENDOR_KEY = {
  vendorKey: sql`(SELECT lower(v.name) FROM vendors v
    WHERE v.id = ${sql.placeholder('vendorId')} AND v.company_id = ${sql.placeholder('$companyId')})`,
}

/** Aborts the batch if the vendor was deleted meanwhile. */
const guardVendor = ({ db, actor }: StaffContext, { vendorId }: ServiceValues): D1PreparedStatement =>
  db.sql(
    'INSERT INTO write_guard (ok) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM vendors WHERE id = ? AND company_id = ?)',
    vendorId,
    actor.companyId,
  )

export const insertStatements = (context: StaffContext, id: string, values: ServiceValues): D1PreparedStatement[] => {
  const { db, actor, clock } = context
  const made = { id, companyId: actor.companyId, createdAt: clock.now(), createdByUserId: actor.userId }
  return [
    guardVendor(context, values),
    insertRow(db, services, { ...made, vendorKey: '', ...rowOf(values, dayIn(null, clock.now())) }, VENDOR_KEY),
    ...partStatements(context, id, values),
    refreshFigures(context),
  ]
}

/** New values for a service that no one has changed since that version. */
export const updateStatements = (
  context: StaffContext,
  id: string,
  values: ServiceValues,
  version: number,
): D1PreparedStatement[] => {
  const { db, actor, clock } = context
  const { companyId } = actor
  const own = ['service_links', 'service_periods', 'service_spend_months', 'service_answer_values']
  return [
    guardVendor(context, values),
    ...updateRow(db, services, { id, companyId, version }, rowOf(values, dayIn(null, clock.now())), VENDOR_KEY),
    ...own.map((table) => deleteOwn(context, table, id)),
    // Other reminders stay as they are, so that those already sent aren't sent again.
    db.sql(
      `DELETE FROM service_reminders WHERE company_id = ?1 AND service_id = ?2 AND NOT EXISTS (
         SELECT 1 FROM json_each(?3) j WHERE j.value ->> 'periodId' = period_id AND j.value ->> 'remindOn' = remind_on)`,
      companyId,
      id,
      JSON.stringify(remindersOf(values)),
    ),
    ...partStatements(context, id, values),
    refreshFigures(context),
  ]
}

export const deleteOwn = ({ db, actor }: StaffContext, table: string, serviceId: string): D1PreparedStatement =>
  db.sql(`DELETE FROM ${table} WHERE company_id = ? AND service_id = ?`, actor.companyId, serviceId)

const remindersOf = ({ servicePeriods }: ServiceValues): { periodId: string; remindOn: string }[] =>
  servicePeriods.flatMap(({ id, renewalReminders }) => renewalReminders.map((remindOn) => ({ periodId: id, remindOn })))

/** Inserts a service's links, periods, months, answers and reminders, after the old ones were deleted. */
const partStatements = (context: StaffContext, id: string, values: ServiceValues): D1PreparedStatement[] => {
  const { db, actor, clock } = context
  const links = [
    ...values.ownerIds.map((target) => ({ kind: 'OWNER', target })),
    ...values.departmentIds.map((target) => ({ kind: 'DEPARTMENT', target })),
    ...values.locationIds.map((target) => ({ kind: 'LOCATION', target })),
  ]
  const into = (sql: string, rows: unknown[], ...more: unknown[]): D1PreparedStatement[] =>
    rows.length > 0 ? [db.sql(sql, actor.companyId, id, JSON.stringify(rows), ...more)] : []
  return [
    ...into(
      `INSERT OR IGNORE INTO service_links (company_id, service_id, kind, target_id, ${KEPT})
       SELECT ?1, ?2, j.value ->> 'kind', j.value ->> 'target', ${KEYS_OF_SERVICE}
         FROM json_each(?3) j CROSS JOIN services s ON s.id = ?2`,
      links,
    ),
    ...into(
      `INSERT INTO service_periods (company_id, service_id, id, start_date, end_date, units_per_month,
         cost_per_unit_minor, tax_minor, savings_minor, total_minor, amortized_minor, currency, note, auto_renew_detail,
         notice_days, cancel_by, answers)
       SELECT ?1, ?2, value ->> 'id', value ->> 'startDate', coalesce(value ->> 'endDate', '${NO_END}'), value ->> 'unitsPerMonth',
              value ->> 'costPerUnit', value ->> 'tax', value ->> 'savings', coalesce(value ->> 'totalServicePeriodCost', 0),
              value ->> 'amortizedCost', value ->> 'currency', value ->> 'note', value ->> 'autoRenewDetail',
              value ->> 'noticeDays', value ->> 'cancelBy', value -> 'answers'
         FROM json_each(?3)`,
      values.servicePeriods,
    ),
    ...into(
      `INSERT INTO service_spend_months (company_id, service_id, vendor_id, month, currency, amount_minor)
       SELECT ?1, ?2, ?4, value ->> 'month', value ->> 'currency', value ->> 'amount' FROM json_each(?3)`,
      monthsOf(values.servicePeriods, dayIn(null, clock.now())),
      values.vendorId,
    ),
    ...into(
      `INSERT OR IGNORE INTO service_answer_values (company_id, service_id, question_id, value, period_id, ${KEPT})
       SELECT ?1, ?2, j.value ->> 0, j.value ->> 1, j.value ->> 2, ${KEYS_OF_SERVICE}
         FROM json_each(?3) j CROSS JOIN services s ON s.id = ?2`,
      [{ id: '', answers: values.answers }, ...values.servicePeriods].flatMap(({ id: periodId, answers }) =>
        Object.entries(answers).flatMap(([question, value]) =>
          scalarsOf(value).map((scalar) => [question, scalar, periodId]),
        ),
      ),
    ),
    // A date already past when it is entered sends no reminder.
    ...into(
      `INSERT OR IGNORE INTO service_reminders (company_id, service_id, period_id, remind_on, settled_at)
       SELECT ?1, ?2, value ->> 'periodId', value ->> 'remindOn', iif(value ->> 'remindOn' < ?4, ?5, NULL)
         FROM json_each(?3)`,
      remindersOf(values),
      dayIn(actor.timezone, clock.now()),
      clock.now(),
    ),
  ]
}
