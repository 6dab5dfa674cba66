import { describe, expect, it } from 'vitest'
import type { FormDefinition, QuestionType } from '../../../../schema/requests/forms/form.ts'
import { earlierAnswers, type GivenForm } from '../../../../schema/vendors/vendor-forms/earlier-answers.ts'
import { question } from '../../approvals/engine/fixtures.ts'

const formOf = (...questions: [id: string, type: QuestionType, label: string][]): FormDefinition => ({
  steps: [
    {
      ...{ id: 'one', label: 'One', ordinal: 0, isAdditionalStep: false },
      questions: questions.map(([id, type, label]) => question(id, type, { label })),
    },
  ],
})
const given = (definition: FormDefinition, answers: GivenForm['answers'], day = '2026-01-05'): GivenForm => ({
  ...{ definition, answers, companyName: `Customer of ${day}`, submittedAt: `${day}T09:00:00.000Z` },
})

describe('answers that a vendor gave before', () => {
  it('the same question is found in other upper case, spaces and punctuation', () => {
    const before = given(formOf(['a', 'TEXT', 'Where is your policy?']), { a: 'On our site' })
    expect(earlierAnswers(formOf(['x', 'TEXT', '  where is YOUR policy ']), [before])).toEqual([
      {
        questionId: 'x',
        value: 'On our site',
        companyName: 'Customer of 2026-01-05',
        submittedAt: '2026-01-05T09:00:00.000Z',
      },
    ])
  })

  it('the newest one counts, and a blank one doesn’t', () => {
    const form = formOf(['a', 'EMAIL', 'Security contact'])
    const newest = given(form, { a: '' }, '2026-03-01')
    const middle = given(form, { a: 'new@v.test' }, '2026-02-01')
    const oldest = given(form, { a: 'old@v.test' }, '2026-01-01')
    expect(earlierAnswers(form, [newest, middle, oldest])).toMatchObject([{ value: 'new@v.test' }])
  })

  it('a question of another type, unknown choices and files are not offered', () => {
    const before = given(
      formOf(['a', 'TEXT', 'Founded'], ['b', 'CUSTOM_SELECT', 'Region'], ['c', 'DOCUMENTS', 'Certificates']),
      { a: '1999', b: 'eu', c: ['document'] },
    )
    const form = formOf(
      ['a', 'NUMBER', 'Founded'],
      ['b', 'CUSTOM_SELECT', 'Region'],
      ['c', 'DOCUMENTS', 'Certificates'],
    )
    expect(earlierAnswers(form, [before])).toEqual([])
  })

  const choice = (labels: string[], { isMulti = false, prefix = '', parents = [] as (number | null)[] } = {}) => ({
    steps: [
      {
        ...{ id: 'one', label: 'One', ordinal: 0, isAdditionalStep: false },
        questions: [
          question('q', 'CUSTOM_SELECT', {
            label: 'Certificates',
            isMulti,
            options: labels.map((label, ordinal) => {
              const parent = parents[ordinal] ?? null
              return {
                id: `${prefix}${ordinal}`,
                label,
                ordinal,
                parentId: parent === null ? null : `${prefix}${parent}`,
              }
            }),
          }),
        ],
      },
    ],
  })
  const valueIn = (form: FormDefinition, ...before: GivenForm[]) => earlierAnswers(form, before)[0]?.value

  it('a choice is offered as the option of the same name', () => {
    const before = given(choice(['SOC 2 Type II', 'ISO 27001'], { prefix: 'a' }), { q: 'a1' })
    const form = choice(['None', 'iso-27001', 'SOC 2 Type II'], { prefix: 'b' })
    expect(valueIn(form, before)).toBe('b1')
    expect(valueIn({ ...choice(['None'], { prefix: 'b' }) }, before)).toBeUndefined()
  })

  it('several choices are offered only if all of them are there', () => {
    const labels = ['SOC 2', 'ISO 27001', 'PCI DSS']
    const before = given(choice(labels, { prefix: 'a', isMulti: true }), { q: ['a0', 'a2'] }, '2026-02-01')
    expect(valueIn(choice(['PCI DSS', 'SOC 2'], { prefix: 'b', isMulti: true }), before)).toEqual(['b1', 'b0'])
    expect(valueIn(choice(['SOC 2'], { prefix: 'b', isMulti: true }), before)).toBeUndefined()
    // A question with one answer takes one.
    expect(valueIn(choice(labels, { prefix: 'b' }), before)).toBeUndefined()
    const single = given(choice(labels, { prefix: 'c' }), { q: 'c1' }, '2026-01-01')
    expect(valueIn(choice(labels, { prefix: 'b' }), before, single)).toBe('b1')
    expect(valueIn(choice(labels, { prefix: 'b', isMulti: true }), single)).toEqual(['b1'])
  })

  it('two options of one name are told apart by what they are under, and never guessed', () => {
    const tree = { parents: [null, null, 0, 1] }
    const before = given(choice(['EU', 'US', 'East', 'East'], { prefix: 'a', ...tree }), { q: 'a3' })
    expect(valueIn(choice(['US', 'EU', 'East', 'East'], { prefix: 'b', ...tree }), before)).toBe('b2')
    expect(valueIn(choice(['East', 'East'], { prefix: 'b' }), before)).toBeUndefined()
    const twice = given(choice(['East', 'West'], { prefix: 'a' }), { q: 'a0' })
    expect(valueIn(choice(['East', 'East'], { prefix: 'b' }), twice)).toBeUndefined()
  })

  it('an option that was removed since is not offered', () => {
    const before = given(choice(['EU'], { prefix: 'a' }), { q: 'gone' })
    expect(valueIn(choice(['EU'], { prefix: 'b' }), before)).toBeUndefined()
  })
})
