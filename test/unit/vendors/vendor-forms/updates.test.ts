import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answers, AnswerValue, Question } from '../../../../schema/requests/forms/form.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { type CustomFormFields, NO_FIELDS } from '../../../../schema/vendors/settings/fields.ts'
import { composedForm } from '../../../../schema/vendors/vendor-forms/steps.ts'
import {
  asShown,
  isSameValue,
  type UpdateSource,
  vendorUpdates,
  withoutLeftOut,
} from '../../../../schema/vendors/vendor-forms/updates.ts'

/** What an approved vendor form changes. */

const field = (id: string, more: Partial<Question> = {}): Question => ({
  ...NO_CONDITIONS,
  ...{ id, type: 'TEXT', label: id, description: '', isRequired: false, isMulti: false, showOnVendorDetails: false },
  ...{ documentTypes: [], ordinal: 0, options: [], requireDepartmentApproverAssigneeSelection: false },
  inVendorForms: 'UPDATES',
  ...more,
})
const FIELDS: CustomFormFields = {
  vendorFormFields: [field('region'), field('motto', { inVendorForms: 'ASKED' })],
  serviceFormFields: [field('hosting')],
  serviceItemFormFields: [field('seats', { type: 'NUMBER' })],
}
const FORM = composedForm(FIELDS, 2, [])
const EMPTY = { vendor: {}, service: {}, periods: { first: {}, second: {} } }
const source = (answers: Answers, more: Partial<UpdateSource> = {}): UpdateSource => ({
  ...{ form: FORM, answers, fields: FIELDS, current: EMPTY, hasService: true, before: EMPTY },
  periodIds: ['first', 'second'],
  ...more,
})
const outcomes = (of: UpdateSource) => vendorUpdates(of).map(({ key, skip }) => [key, skip?.reason ?? null])

describe('what an approved form changes', () => {
  it('only fields that say so, each at its own place', () => {
    const answers = { region: 'EU', motto: 'Up', hosting: 'Bern', 'service-period-2::seats': 4 }
    expect(
      vendorUpdates(source(answers)).map(({ place, periodId, fieldId, answer }) => [place, periodId, fieldId, answer]),
    ).toEqual([
      ['VENDOR', null, 'region', 'EU'],
      ['SERVICE', null, 'hosting', 'Bern'],
      ['PERIOD', 'second', 'seats', 4],
    ])
  })

  it('nothing that isn’t there any more', () => {
    const answers = {
      region: 'EU',
      hosting: 'Bern',
      'service-period-1::seats': 1,
      'service-period-2::seats': 2,
      'service-period-3::seats': 3,
    }
    const periods = { ...EMPTY, periods: { second: {} } }
    expect(outcomes(source(answers, { current: periods }))).toEqual([
      ['region', null],
      ['hosting', null],
      ['service-period-1::seats', 'PERIOD_GONE'],
      ['service-period-2::seats', null],
      ['service-period-3::seats', 'NO_PERIOD'],
    ])
    const alone = { ...EMPTY, service: null, periods: {} }
    expect(outcomes(source({ hosting: 'Bern', 'service-period-1::seats': 1 }, { current: alone }))).toEqual([
      ['hosting', 'SERVICE_GONE'],
      ['service-period-1::seats', 'SERVICE_GONE'],
    ])
    expect(outcomes(source({ hosting: 'Bern' }, { current: alone, hasService: false }))).toEqual([
      ['hosting', 'NO_SERVICE'],
    ])
    expect(outcomes(source({ region: 'EU' }, { fields: NO_FIELDS }))).toEqual([['region', 'FIELD_GONE']])
    const others = { ...FIELDS, vendorFormFields: [field('region', { type: 'DATE' })] }
    expect(outcomes(source({ region: 'EU' }, { fields: others }))).toEqual([['region', 'TYPE_CHANGED']])
  })

  it('a question of the category’s own steps is never taken for a field', () => {
    const own = [
      { id: 'own', label: 'Own', ordinal: 0, isAdditionalStep: false, questions: [field('service-period-1::seats')] },
    ]
    const form = composedForm({ ...FIELDS, serviceItemFormFields: [] }, 1, own)
    expect(vendorUpdates(source({ 'service-period-1::seats': 'many' }, { form }))).toEqual([])
  })
})

const value: fc.Arbitrary<AnswerValue> = fc.oneof(
  ...[fc.constantFrom('', '  ', 'EU', 'US'), fc.integer({ min: 0, max: 3 }), fc.boolean(), fc.constant(null)],
  fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  fc.record({
    value: fc.integer({ min: 0, max: 2 }),
    currency: fc.constantFrom('USD', 'EUR'),
  }) as fc.Arbitrary<AnswerValue>,
)
const answersOf = (...ids: string[]) => fc.record(Object.fromEntries(ids.map((id) => [id, value])))
const values = fc.record({
  vendor: answersOf('region', 'motto'),
  service: answersOf('hosting'),
  periods: fc.record({ first: answersOf('seats'), second: answersOf('seats') }),
})
const given = answersOf('region', 'motto', 'hosting', 'service-period-1::seats', 'service-period-2::seats')

describe('for any values', () => {
  it('two values are the same in both directions, whatever the order of choices', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(isSameValue(a, a)).toBe(true)
        expect(isSameValue(a, b)).toBe(isSameValue(b, a))
        if (Array.isArray(a)) expect(isSameValue(a, [...a].reverse())).toBe(true)
      }),
    )
  })

  it('each update changes something to an answer that was given, and nothing is erased', () => {
    fc.assert(
      fc.property(given, values, (answers, current) => {
        for (const { key, now, answer } of vendorUpdates(source(answers, { current }))) {
          expect(isSameValue(answer, null)).toBe(false)
          expect(isSameValue(now, answer)).toBe(false)
          expect(answer).toBe(answers[key])
        }
      }),
    )
  })

  it('only what was shown is changed, and a later change by staff stays', () => {
    fc.assert(
      fc.property(given, values, values, fc.boolean(), (answers, past, current, isSeen) => {
        const before = vendorUpdates(source(answers, { current: past }))
        const shown = { version: isSeen ? 1 : 2, values: Object.fromEntries(before.map(({ key, now }) => [key, now])) }
        const after = vendorUpdates(source(answers, { current, before: past }))
        for (const update of asShown(after, shown, 1)) {
          const seen = isSeen ? before.find(({ key }) => key === update.key) : undefined
          const isAsSeen = isSeen ? seen !== undefined && isSameValue(seen.now, update.now) : !update.isChangedSince
          expect(update.skip === null).toBe(isAsSeen)
        }
      }),
    )
  })

  it('what was left out is never changed, and nothing else is affected', () => {
    fc.assert(
      fc.property(given, fc.subarray(['region', 'hosting', 'service-period-1::seats']), (answers, out) => {
        const leftOut = Object.fromEntries(out.map((key) => [key, { name: 'Ada' }]))
        const updates = withoutLeftOut(vendorUpdates(source(answers)), leftOut)
        for (const { key, skip } of updates) expect(skip?.reason ?? null).toBe(out.includes(key) ? 'LEFT_OUT' : null)
      }),
    )
  })
})
