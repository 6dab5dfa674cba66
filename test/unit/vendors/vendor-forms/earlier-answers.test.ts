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

  it('a question of another type, choices and files are not offered', () => {
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
})
