import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import type { Service } from '../../../../schema/vendors/services/endpoints.ts'
import { type CustomFormFields, NO_FIELDS } from '../../../../schema/vendors/settings/fields.ts'
import type { UpdateRow } from '../../../../schema/vendors/vendor-forms/update-endpoints.ts'
import type { CurrentValues, LeftOut, ShownUpdates } from '../../../../schema/vendors/vendor-forms/updates.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { ratesOfToday, ratesOfTodayStatement } from '../../platform/currency-rates/index.ts'
import {
  type ServiceForm,
  serviceFormOfRows,
  serviceFormStatement,
  serviceStatement,
  toService,
} from '../services/index.ts'
import {
  type Chosen,
  chosenOfRows,
  chosenStatements,
  formOfRows,
  formOfVendorStatements,
  idsChosen,
  type ReadVendor,
  type VendorForm,
  vendorOfRows,
  vendorStatements,
} from '../vendors/index.ts'
import type { FormRow } from './form-row.ts'

/** What a plan of updates is made from, in two round trips: the form, then all that it can change. */

/** What was changed, kept with the form. */
export interface MadeUpdates {
  /** The outbox row that did it, which may run twice. */
  effect: string
  at: number
  rows: UpdateRow[]
}

interface StoredRow {
  definition: string
  fields: string | null
  answers: string | null
  answersVersion: number | null
  periodIds: string | null
  valuesBefore: string | null
  leftOut: string | null
  shown: string | null
  made: string | null
}

/** What is kept with a form, for the round trip that reads its row. */
export const storedStatement = (
  { db }: Pick<StaffContext, 'db'>,
  companyId: string,
  submissionId: string,
): D1PreparedStatement =>
  db.sql(
    `SELECT f.definition, i.period_ids AS periodIds, i.values_before AS valuesBefore, i.left_out AS leftOut,
            i.shown_updates AS shown, i.made_updates AS made, s.version AS answersVersion,
            (SELECT json_group_object(a.question_id, json(a.value)) FROM intake_answers a
              WHERE a.submission_id = s.id AND a.version = s.version) AS answers,
            (SELECT c.definition FROM custom_form_fields c WHERE c.company_id = ?1 AND c.vendor_category_id = '') AS fields
       FROM vendor_form_invitations i
      CROSS JOIN intake_form_versions f ON f.intake_category_id = i.intake_category_id AND f.version = i.form_version
       LEFT JOIN intake_submissions s ON s.id = i.intake_submission_id
      WHERE i.company_id = ?1 AND i.intake_submission_id = ?2`,
    companyId,
    submissionId,
  )

const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T))

const storedOf = (row: StoredRow) => ({
  form: JSON.parse(row.definition) as FormDefinition,
  fields: { ...NO_FIELDS, ...parsed<CustomFormFields>(row.fields) },
  answers: parsed<Answers>(row.answers) ?? {},
  version: row.answersVersion ?? 0,
  periodIds: parsed<string[]>(row.periodIds) ?? [],
  before: parsed<CurrentValues>(row.valuesBefore),
  leftOut: parsed<LeftOut>(row.leftOut) ?? {},
  shown: parsed<ShownUpdates>(row.shown),
  made: parsed<MadeUpdates>(row.made),
})

export interface ReadPlan {
  stored: ReturnType<typeof storedOf>
  vendor: ReadVendor | null
  /** Null also for one that went to another vendor, because it isn't this vendor's to answer for. */
  service: Service | null
  vendorForm: VendorForm
  serviceForm: ServiceForm
  now: Exchange
  /** What the answers refer to, and all values that there are. */
  chosen: Chosen
}

/** The ids in the answers, and in all values of the vendor, the service and its periods. */
const idsSql = (at: number): string => {
  const texts = (from: string, where: string) =>
    `SELECT t.atom FROM ${from} t WHERE ${where} AND t.type = 'text' AND length(t.atom) <= 64`
  return [
    `SELECT value FROM json_each(?${at})`,
    texts('vendors v CROSS JOIN json_tree(v.answers)', `v.id = ?${at + 1} AND v.company_id = ?1`),
    texts('services s CROSS JOIN json_tree(s.answers)', `s.id = ?${at + 2} AND +s.company_id = ?1`),
    texts('service_periods p CROSS JOIN json_tree(p.answers)', `p.company_id = ?1 AND p.service_id = ?${at + 2}`),
  ].join(' UNION ')
}

export const readForPlan = async (
  context: StaffContext,
  { vendorId, serviceId }: FormRow,
  found: Record<string, unknown> | undefined,
): Promise<ReadPlan | null> => {
  if (!found) return null
  const stored = storedOf(found as unknown as StoredRow)
  const ofVendor = vendorStatements(context, vendorId)
  const [fieldsOfVendor] = formOfVendorStatements(context, vendorId)
  const ids = { sql: idsSql, params: [JSON.stringify(idsChosen(stored.answers)), vendorId, serviceId] }
  const results = await context.db.batch([
    ...(fieldsOfVendor ? [fieldsOfVendor] : []),
    serviceFormStatement(context, vendorId),
    ratesOfTodayStatement(context),
    ...chosenStatements(context, ids),
    ...ofVendor,
    ...(serviceId === null ? [] : [serviceStatement(context, serviceId)]),
  ])
  const [fields, serviceFields, rates, named, documents, ...others] = results
  const [raw] = others[ofVendor.length]?.results ?? []
  const service = raw ? toService(raw, context.actor) : null
  return {
    stored,
    vendor: await vendorOfRows(context, others),
    service: service?.vendor.id === vendorId ? service : null,
    vendorForm: formOfRows(fields?.results ?? []),
    serviceForm: serviceFormOfRows(serviceFields?.results ?? []),
    now: ratesOfToday(context, rates?.results),
    chosen: chosenOfRows([named, documents]),
  }
}
