import type { Answers, FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import type { Service } from '../../../../schema/vendors/services/endpoints.ts'
import { type CustomFormFields, NO_FIELDS } from '../../../../schema/vendors/settings/fields.ts'
import type { UpdateRow } from '../../../../schema/vendors/vendor-forms/update-endpoints.ts'
import {
  type CurrentValues,
  type LeftOut,
  type ShownUpdates,
  type VendorUpdate,
  vendorUpdates,
  withoutLeftOut,
} from '../../../../schema/vendors/vendor-forms/updates.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { requireService, serviceFromForm } from '../services/index.ts'
import {
  type FormSource,
  type FromForm,
  labelsOf,
  lookUpChosen,
  type ReadVendor,
  requireVendor,
  vendorFromForm,
} from '../vendors/index.ts'
import type { FormRow } from './form-row.ts'
import { isComposed } from './form-version.ts'

/**
 * What the approval of a form changes now. The preview and the approval plan it the same way, by the rules of an edit.
 */

/** What was changed, kept with the form. */
export interface MadeUpdates {
  /** The outbox row that did it, which may run twice. */
  effect: string
  at: number
  rows: UpdateRow[]
}

interface Stored {
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

const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T))

const storedOf = async ({ db }: StaffContext, { id, companyId }: Pick<FormRow, 'id' | 'companyId'>) => {
  const row = await db.first<Stored>(
    db.sql(
      `SELECT f.definition, i.period_ids AS periodIds, i.values_before AS valuesBefore, i.left_out AS leftOut,
              i.shown_updates AS shown, i.made_updates AS made, s.version AS answersVersion,
              (SELECT json_group_object(a.question_id, json(a.value)) FROM intake_answers a
                WHERE a.submission_id = s.id AND a.version = s.version) AS answers,
              (SELECT c.definition FROM custom_form_fields c WHERE c.company_id = ?1 AND c.vendor_category_id = '') AS fields
         FROM vendor_form_invitations i
        CROSS JOIN intake_form_versions f ON f.intake_category_id = i.intake_category_id AND f.version = i.form_version
         LEFT JOIN intake_submissions s ON s.id = i.intake_submission_id
        WHERE i.company_id = ?1 AND i.id = ?2`,
      companyId,
      id,
    ),
  )
  return (
    row && {
      form: JSON.parse(row.definition) as FormDefinition,
      fields: { ...NO_FIELDS, ...parsed<CustomFormFields>(row.fields) },
      answers: parsed<Answers>(row.answers) ?? {},
      version: row.answersVersion ?? 0,
      periodIds: parsed<string[]>(row.periodIds) ?? [],
      before: parsed<CurrentValues>(row.valuesBefore),
      leftOut: parsed<LeftOut>(row.leftOut) ?? {},
      shown: parsed<ShownUpdates>(row.shown),
      made: parsed<MadeUpdates>(row.made),
    }
  )
}

const unlessGone = async <T>(read: Promise<T>): Promise<T | null> => {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

export interface PlannedUpdates {
  rows: UpdateRow[]
  /** What is shown of each now, by question. */
  values: ShownUpdates['values']
  leftOut: LeftOut
  version: number
  made: MadeUpdates | null
  vendor: ReadVendor['vendor'] | null
  write: (source: FormSource) => ReturnType<FromForm['write']>
}

type Choose = (updates: VendorUpdate[], shown: ShownUpdates | null, version: number) => VendorUpdate[]

/**
 * Null for a form without questions about fields.
 * @param choose what the approval takes of what is planned, all by default
 */
export const planUpdates = async (
  context: StaffContext,
  row: FormRow,
  choose: Choose = (updates) => updates,
  /** Instead of what is left out so far. */
  leftOutNow?: LeftOut,
): Promise<PlannedUpdates | null> => {
  if (!isComposed(row.formVersion)) return null
  const [stored, read, service] = await Promise.all([
    storedOf(context, row),
    unlessGone(requireVendor(context, row.vendorId)),
    row.serviceId ? unlessGone(requireService(context, row.serviceId)) : null,
  ])
  if (!stored) return null
  const { shown, version, leftOut: leftOutBefore, made, ...source } = stored
  const leftOut = leftOutNow ?? leftOutBefore
  // A service that went to another vendor isn't this vendor's to answer for.
  const ours = service?.vendor.id === row.vendorId ? service : null
  const current: CurrentValues = {
    vendor: read?.stored.answers ?? null,
    service: ours?.answers ?? null,
    periods: Object.fromEntries((ours?.servicePeriods ?? []).map(({ id, answers }) => [id, answers])),
  }
  const updates = vendorUpdates({ ...source, current, hasService: row.serviceId !== null })
  const chosen = choose(withoutLeftOut(updates, leftOut), shown, version)
  const { checked, cleared, write } = await checkedUpdates(context, chosen, read, ours)
  const known = { ...context, vendorName: row.vendorName, service: ours }
  return {
    ...{ leftOut, version, made, vendor: read?.vendor ?? null, write },
    rows: await rowsOf(known, [...checked.map((update) => ({ ...update, isCleared: false })), ...cleared]),
    values: Object.fromEntries(updates.map(({ key, now }) => [key, now])),
  }
}

type Cleared = VendorUpdate & { isCleared: boolean }

const clearedUpdate = (
  question: Question,
  now: Answers,
  { place, period, periodId }: Pick<VendorUpdate, 'place' | 'period' | 'periodId'>,
): Cleared => ({
  ...{
    key: `cleared:${periodId ?? place}:${question.id}`,
    place,
    period,
    periodId,
    fieldId: question.id,
    question,
    asked: question,
  },
  ...{ now: now[question.id] ?? null, answer: null, isChangedSince: false, skip: null, isCleared: true },
})

const answersOf = (updates: readonly VendorUpdate[]): Answers =>
  Object.fromEntries(updates.map(({ fieldId, answer }) => [fieldId, answer]))

/** With those that the rules of an edit refuse, and fields that lose their value. */
const checkedUpdates = async (
  context: StaffContext,
  updates: VendorUpdate[],
  read: ReadVendor | null,
  service: Service | null,
) => {
  const open = updates.filter(({ skip }) => !skip)
  const ofVendor = open.filter(({ place }) => place === 'VENDOR')
  const ofPeriods = Map.groupBy(
    open.filter(({ place }) => place === 'PERIOD'),
    ({ periodId }) => periodId ?? '',
  )
  const ofService = open.filter(({ place }) => place === 'SERVICE')
  const vendor = read && ofVendor.length > 0 ? await vendorFromForm(context, read, answersOf(ofVendor)) : null
  const about =
    service && (ofService.length > 0 || ofPeriods.size > 0)
      ? await serviceFromForm(context, service, vendor?.after ?? null, {
          service: answersOf(ofService),
          periods: Object.fromEntries([...ofPeriods].map(([id, own]) => [id, answersOf(own)])),
        })
      : null
  const refusalOf = ({ place, periodId, fieldId }: VendorUpdate): string | undefined => {
    if (place === 'VENDOR') return vendor?.refused[fieldId]
    return place === 'SERVICE' ? about?.refused.service[fieldId] : about?.refused.periods[periodId ?? '']?.[fieldId]
  }
  const isAsked = (place: VendorUpdate['place'], periodId: string | null, { id }: Question) =>
    open.some((update) => update.place === place && update.periodId === periodId && update.fieldId === id)
  const periods = service?.servicePeriods ?? []
  return {
    checked: updates.map((update): VendorUpdate => {
      const detail = update.skip ? undefined : refusalOf(update)
      return detail === undefined ? update : { ...update, skip: { reason: 'INVALID', detail } }
    }),
    cleared: [
      ...(vendor?.cleared ?? [])
        .filter((question) => !isAsked('VENDOR', null, question))
        .map((q) => clearedUpdate(q, read?.stored.answers ?? {}, { place: 'VENDOR', period: null, periodId: null })),
      ...(about?.cleared.service ?? [])
        .filter((question) => !isAsked('SERVICE', null, question))
        .map((q) => clearedUpdate(q, service?.answers ?? {}, { place: 'SERVICE', period: null, periodId: null })),
      ...periods.flatMap(({ id, answers }) =>
        (about?.cleared.periods[id] ?? [])
          .filter((question) => !isAsked('PERIOD', id, question))
          .map((q) =>
            clearedUpdate(q, answers, {
              ...{ place: 'PERIOD', periodId: id },
              period: ofPeriods.get(id)?.[0]?.period ?? null,
            }),
          ),
      ),
    ],
    write: (source: FormSource) => {
      const parts = [vendor, about].flatMap((part) => (part ? [part.write(source)] : []))
      return {
        statements: parts.flatMap(({ statements }) => statements),
        audit: parts.flatMap(({ audit }) => audit),
      }
    },
  }
}

const rowsOf = async (
  context: StaffContext & { vendorName: string; service: Service | null },
  updates: readonly Cleared[],
): Promise<UpdateRow[]> => {
  const { vendorName, service } = context
  const values = updates.flatMap(({ now, answer }, at): [string, Answers[string]][] => [
    [`${at} now`, now],
    [`${at} answer`, answer],
  ])
  const { names } = await lookUpChosen(context, Object.fromEntries(values))
  return updates.map((update): UpdateRow => {
    const { key, place, period, periodId, question, asked, now, answer, isChangedSince, isCleared, skip } = update
    const shown = (of: Question, value: Answers[string]) => ({ value, labels: labelsOf(of, value, names) })
    const dates = service?.servicePeriods.find(({ id }) => id === periodId)
    return {
      ...{ key, place, period, isChangedSince, isCleared, skip, label: question.label, type: question.type },
      target: place === 'VENDOR' ? vendorName : (service?.name ?? ''),
      dates: dates ? { startDate: dates.startDate, endDate: dates.endDate } : null,
      ...{ now: shown(question, now), answer: shown(asked, answer) },
    }
  })
}
