import type { Answers, Question } from '../../../../schema/requests/forms/form.ts'
import type { Service } from '../../../../schema/vendors/services/endpoints.ts'
import type { UpdateRow } from '../../../../schema/vendors/vendor-forms/update-endpoints.ts'
import {
  type CurrentValues,
  type LeftOut,
  type ShownUpdates,
  type VendorUpdate,
  vendorUpdates,
  withoutLeftOut,
} from '../../../../schema/vendors/vendor-forms/updates.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { serviceFromForm } from '../services/index.ts'
import { type FormSource, type FromForm, labelsOf, type ReadVendor, vendorFromForm } from '../vendors/index.ts'
import type { FormRow } from './form-row.ts'
import { isComposed } from './form-version.ts'
import type { MadeUpdates, ReadPlan } from './read-for-plan.ts'

/**
 * What the approval of a form changes now. The preview and the approval plan it the same way, by the rules of an edit.
 */

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
 * Null for a form without questions about fields. Reads nothing.
 * @param choose what the approval takes of what is planned, all by default
 */
export const planUpdates = async (
  context: StaffContext,
  row: FormRow,
  read: ReadPlan | null,
  choose: Choose = (updates) => updates,
  /** Instead of what is left out so far. */
  leftOutNow?: LeftOut,
): Promise<PlannedUpdates | null> => {
  if (!read || !isComposed(row.formVersion)) return null
  const { vendor, service } = read
  const { shown, version, leftOut: leftOutBefore, made, ...source } = read.stored
  const leftOut = leftOutNow ?? leftOutBefore
  const current: CurrentValues = {
    vendor: vendor?.stored.answers ?? null,
    service: service?.answers ?? null,
    periods: Object.fromEntries((service?.servicePeriods ?? []).map(({ id, answers }) => [id, answers])),
  }
  const updates = vendorUpdates({ ...source, current, hasService: row.serviceId !== null })
  const chosen = choose(withoutLeftOut(updates, leftOut), shown, version)
  const { checked, cleared, write } = await checkedUpdates(context, chosen, read)
  const all = [...checked.map((update) => ({ ...update, isCleared: false })), ...cleared]
  return {
    ...{ leftOut, version, made, vendor: vendor?.vendor ?? null, write },
    rows: rowsOf(all, { vendorName: row.vendorName, service, names: read.chosen.names }),
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
  { vendor: read, service, vendorForm, serviceForm, now, chosen }: ReadPlan,
) => {
  const open = updates.filter(({ skip }) => !skip)
  const ofVendor = open.filter(({ place }) => place === 'VENDOR')
  const ofPeriods = Map.groupBy(
    open.filter(({ place }) => place === 'PERIOD'),
    ({ periodId }) => periodId ?? '',
  )
  const ofService = open.filter(({ place }) => place === 'SERVICE')
  const vendor =
    read && ofVendor.length > 0
      ? await vendorFromForm(context, read, answersOf(ofVendor), { form: vendorForm, now, chosen })
      : null
  const about =
    service && (ofService.length > 0 || ofPeriods.size > 0)
      ? await serviceFromForm(
          context,
          service,
          vendor?.after ?? null,
          {
            service: answersOf(ofService),
            periods: Object.fromEntries([...ofPeriods].map(([id, own]) => [id, answersOf(own)])),
          },
          { form: serviceForm, now, chosen },
        )
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

const rowsOf = (
  updates: readonly Cleared[],
  about: { vendorName: string; service: Service | null; names: ReadonlyMap<string, string> },
): UpdateRow[] => {
  const { vendorName, service, names } = about
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
