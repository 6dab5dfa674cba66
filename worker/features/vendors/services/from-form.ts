import type { Answers, Question } from '../../../../schema/requests/forms/form.ts'
import { differences } from '../../../../schema/shared/record.ts'
import type { Service } from '../../../../schema/vendors/services/endpoints.ts'
import type { StaffContext } from '../../../core/operation.ts'
import {
  acceptable,
  attachStatements,
  type CheckedWith,
  clearedIn,
  type FromForm,
  NOT_ASKED_NOW,
} from '../vendors/index.ts'
import { type CheckedAnswers, checkAnswers, type ServiceForm } from './fields.ts'
import { readable, type ServiceValues, updateStatements, valuesOf } from './write.ts'

/** Answers of an approved vendor form that become values of a service and its periods. */

export interface AnswersOfService {
  service: Answers
  /** By id. */
  periods: Readonly<Record<string, Answers>>
}

export interface ServiceFromForm extends Pick<FromForm, 'write'> {
  refused: { service: Record<string, string>; periods: Record<string, Record<string, string>> }
  cleared: { service: Question[]; periods: Record<string, Question[]> }
}

/** An answer's place among all: the period, or nothing for the service itself, and the field. */
const keyOf = (periodId: string, fieldId: string): string => `${periodId} ${fieldId}`
const partsOf = (key: string): [periodId: string, fieldId: string] => {
  const at = key.indexOf(' ')
  return [key.slice(0, at), key.slice(at + 1)]
}

const namesIn = (service: Service): [string, string][] => [
  ...[
    service.vendor,
    service.spendCategory,
    service.businessUnit,
    ...service.departments,
    ...service.locations,
  ].flatMap((unit): [string, string][] => (unit ? [[unit.id, unit.name]] : [])),
  ...service.owners.map((owner): [string, string] => [
    owner.id,
    `${owner.firstName} ${owner.lastName}`.trim() || owner.email,
  ]),
]

const of = (keys: readonly string[], periodId: string): string[] =>
  keys.flatMap((key) => (partsOf(key)[0] === periodId ? [partsOf(key)[1]] : []))

/**
 * Checks answers by the rules of an edit, without reading anything. Other values stay.
 * @param vendorAnswers the vendor's values, which conditions can ask about
 */
export const serviceFromForm = async (
  context: StaffContext,
  service: Service,
  vendorAnswers: Answers | null,
  given: AnswersOfService,
  { form: stored, now, chosen: known }: CheckedWith<ServiceForm>,
): Promise<ServiceFromForm> => {
  const before = valuesOf(service)
  const form = { ...stored, now, ...(vendorAnswers && { vendorAnswers }) }
  const all = { '': given.service, ...given.periods }
  const chosen = (keys: readonly string[], periodId: string): Answers =>
    Object.fromEntries(of(keys, periodId).map((id) => [id, all[periodId as keyof typeof all]?.[id] ?? null]))
  const { checked, kept, refused } = await acceptable<CheckedAnswers<ServiceValues>>(
    Object.entries(all).flatMap(([periodId, answers]) => Object.keys(answers).map((id) => keyOf(periodId, id))),
    (keys) =>
      checkAnswers(
        context,
        form,
        {
          ...before,
          answers: { ...before.answers, ...chosen(keys, '') },
          servicePeriods: before.servicePeriods.map((period) => ({
            ...period,
            answers: { ...period.answers, ...chosen(keys, period.id) },
          })),
        },
        {
          service: of(keys, '').length > 0,
          periods: before.servicePeriods.map(({ id }) => of(keys, id).length > 0),
        },
        before,
        known,
      ),
    (key, { faults, values }) => {
      const [periodId, id] = partsOf(key)
      const index = values.servicePeriods.findIndex((period) => period.id === periodId)
      const answers = periodId ? values.servicePeriods[index]?.answers : values.answers
      const path = periodId ? `servicePeriods.${index}.answers.${id}` : `answers.${id}`
      return faults[path] ?? (answers && Object.hasOwn(answers, id) ? undefined : NOT_ASKED_NOW)
    },
  )
  const after = checked.values
  const refusedOf = (periodId: string): Record<string, string> =>
    Object.fromEntries(of(Object.keys(refused), periodId).map((id) => [id, refused[keyOf(periodId, id)] ?? '']))
  const byPeriod = <T>(value: (period: ServiceValues['servicePeriods'][number], index: number) => T) =>
    Object.fromEntries(after.servicePeriods.map((period, index) => [period.id, value(period, index)]))
  const { ofService, ofItem } = checked.form
  return {
    refused: { service: refusedOf(''), periods: byPeriod(({ id }) => refusedOf(id)) },
    cleared: {
      service: clearedIn(ofService.questions, before.answers, after.answers),
      periods: byPeriod(({ answers }, index) =>
        clearedIn(ofItem.questions, before.servicePeriods[index]?.answers ?? {}, answers),
      ),
    },
    write: ({ sentence, data }) => {
      if (kept.length === 0) return { statements: [], audit: [] }
      const names = new Map([...namesIn(service), ...checked.names])
      const { changed, changeData } = differences(
        readable(before, names, checked.form),
        readable(after, names, checked.form),
      )
      const target = ['SERVICE', service.id] as const
      return {
        statements: [
          ...updateStatements(context, service.id, after, service.version),
          ...attachStatements(context, ofService.questions, chosen(kept, ''), target),
          ...after.servicePeriods.flatMap(({ id }) =>
            attachStatements(context, ofItem.questions, chosen(kept, id), target),
          ),
        ],
        audit: [
          {
            changeKey: `service:${service.id}:v${service.version + 1}`,
            action: 'service.changed',
            targetType: 'SERVICE',
            targetId: service.id,
            message: `Changed the service ${service.name} by ${sentence}: ${changed
              .map((field) => (field === 'servicePeriods' ? 'periods' : field))
              .join(', ')}`,
            changeData: { ...changeData, after: { ...changeData.after, ...data } },
          },
        ],
      }
    },
  }
}
