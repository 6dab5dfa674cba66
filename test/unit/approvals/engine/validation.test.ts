import { describe, expect, it } from 'vitest'
import type { Question, QuestionType } from '../../../../schema/requests/forms/form.ts'
import { QUESTION_TYPES } from '../../../../schema/requests/forms/form.ts'
import { validateAnswers } from '../../../../schema/requests/forms/validation.ts'
import { form, isYes, question, usd } from './fixtures.ts'

const check = (type: QuestionType, value: unknown, more: Partial<Question> = {}, draft = false) =>
  validateAnswers(form([question('q', type, { isRequired: true, ...more })]), { q: value }, { draft }).q
const options = { options: [{ id: 'o1', label: 'One', parentId: null, ordinal: 0 }] }
const home = { country: 'US', address1: '1 Main St', address2: '', city: 'Albany', state: 'NY', postalCode: '12207' }

describe('validation of answers', () => {
  it.each(QUESTION_TYPES.filter((t) => t !== 'DISPLAY_ONLY' && t !== 'NEEDS_REQUEST_SIGNER'))(
    'a required %s says Required when it is empty, and a draft does not',
    (type) => {
      expect(check(type, null)).toBe('Required')
      expect(check(type, undefined)).toBe('Required')
      expect(check(type, null, {}, true)).toBeUndefined()
      expect(check(type, null, { isRequired: false })).toBeUndefined()
    },
  )

  it.each(['DISPLAY_ONLY', 'NEEDS_REQUEST_SIGNER'] as const)('%s always passes', (type) => {
    for (const value of [null, undefined, true, 'x', 3]) expect(check(type, value)).toBeUndefined()
  })

  it.each<[QuestionType, unknown, string | undefined]>([
    ['EMAIL', 'no address', 'Invalid email'],
    ['EMAIL', ' Ada@Example.com ', undefined],
    ['DATE', '2026-02-29', 'There is no February 29. February 2026 has 28 days'],
    ['DATE', '2028-02-29', undefined],
    ['DUE_DATE', '1/2/2026', 'Date must be in format yyyy-mm-dd'],
    ['START_DATE', '   ', 'Required'],
    ['YES_NO', false, undefined],
    ['YES_NO', 'yes', 'Must be Yes or No'],
    ['NUMBER', 0, undefined],
    ['NUMBER', '5', 'Must be a number'],
    ['NUMBER', Number.NaN, 'Must be a number'],
    ['MONEY', usd(0), undefined],
    ['MONEY', { value: 1.5, currency: 'USD' }, 'The amount is too large or has too many decimals'],
    ['MONEY', usd(-5000), undefined],
    ['REQUEST_AMOUNT', usd(0), undefined],
    ['REQUEST_AMOUNT', usd(-5000), 'The amount can’t be less than 0'],
    ['REQUEST_AMOUNT', { value: 1, currency: 'XXX' }, 'Must be an amount with a currency'],
    ['DURATION', { years: 0, months: 0, days: 0 }, 'Required'],
    ['DURATION', { years: 0, months: 1, days: 0 }, undefined],
    ['ADDRESS', home, undefined],
    ['ADDRESS', { ...home, postalCode: ' ' }, 'Required'],
    ['ADDRESS', { ...home, address2: '' }, undefined],
    ['TEXT', '   ', 'Required'],
    ['TEXT', 5, 'Must be text'],
    ['DOCUMENTS', [], 'Required'],
    ['DOCUMENTS', ['d1'], undefined],
    ['DOCUMENTS', 'd1', 'Must be a list of documents'],
    ['VENDOR_SELECT', 'v1', undefined],
    ['VENDOR_SELECT', ['v1'], 'Must be one choice'],
  ])('%s %j: %s', (type, value, message) => {
    expect(check(type, value)).toBe(message)
  })

  it('a multi select takes a list, and a custom select only its own options', () => {
    expect(check('MEMBER_SELECT', ['a', 'b'], { isMulti: true })).toBeUndefined()
    expect(check('MEMBER_SELECT', 'a', { isMulti: true })).toBe('Must be a list of choices')
    expect(check('CUSTOM_SELECT', 'o1', options)).toBeUndefined()
    expect(check('CUSTOM_SELECT', 'o2', options)).toBe('Choose one of the options')
    expect(check('CUSTOM_SELECT', ['o1', 'o2'], { ...options, isMulti: true })).toBe('Choose one of the options')
  })

  it('a question for departments asks for an approver for each one if it is set to', () => {
    const asked = { isMulti: true, requireDepartmentApproverAssigneeSelection: true }
    const chosen = { id: 'd1', name: 'One', departmentApproverAssigneeUserId: 'u1' }
    const open = { ...chosen, departmentApproverAssigneeUserId: null }
    expect(check('DEPARTMENT_SELECT', [chosen], asked)).toBeUndefined()
    expect(check('DEPARTMENT_SELECT', [chosen, open], asked)).toBe('The same department is chosen twice')
    const other = { ...open, id: 'd2' }
    expect(check('DEPARTMENT_SELECT', [chosen, other], asked)).toBe('Choose an approver for every department')
    expect(check('DEPARTMENT_SELECT', [chosen, other], asked, true)).toBeUndefined()
    expect(check('DEPARTMENT_SELECT', ['d1'], asked)).toBe('Choose an approver for every department')
    const one = { ...asked, isMulti: false }
    expect(check('DEPARTMENT_SELECT', [chosen], one)).toBeUndefined()
    expect(check('DEPARTMENT_SELECT', [chosen, { ...chosen, id: 'd2' }], one)).toBe('Must be one choice')
    expect(check('DEPARTMENT_SELECT', [], { ...asked, isRequired: true })).toBe('Required')
    expect(check('DEPARTMENT_SELECT', [chosen], { isMulti: true })).toBe('Must be a list of choices')
  })

  it('a draft still refuses values of the wrong shape', () => {
    expect(check('DATE', 'soon', {}, true)).toBe('Date must be in format yyyy-mm-dd')
    expect(check('CUSTOM_SELECT', 'o2', options, true)).toBe('Choose one of the options')
    expect(check('DURATION', { years: 0, months: 0, days: 0 }, {}, true)).toBeUndefined()
  })

  it('questions hidden by conditions are skipped', () => {
    const hidden = form([
      question('a', 'YES_NO'),
      question('b', 'TEXT', { ...isYes('a'), isRequired: true, ordinal: 1 }),
    ])
    expect(validateAnswers(hidden, { a: false })).toEqual({})
    expect(validateAnswers(hidden, { a: true })).toEqual({ b: 'Required' })
  })

  it('an end before the start is refused beside the end, also in another step and in a draft', () => {
    const asked = [question('from', 'START_DATE'), question('to', 'END_DATE')]
    const [from, to] = asked as [Question, Question]
    const early = { from: '2030-02-01', to: '2030-01-31' }
    const refused = { to: 'The end is before the start' }
    expect(validateAnswers(form(asked), early)).toEqual(refused)
    expect(validateAnswers(form(asked), early, { draft: true })).toEqual(refused)
    expect(validateAnswers(form(asked), { ...early, to: '2030-02-01' })).toEqual({})
    expect(validateAnswers(form(asked), { to: '2030-01-31' })).toEqual({})
    expect(validateAnswers(form([from], [to]), early, { stepIds: ['security'] })).toEqual(refused)
    expect(validateAnswers(form([from, { ...to, ...isYes('longer') }, question('longer', 'YES_NO')]), early)).toEqual(
      {},
    )
  })

  it('each end is compared with its own start if there are as many, and otherwise with every start', () => {
    const [a, b, c, d] = [
      question('first', 'START_DATE', { ordinal: 0 }),
      question('second', 'START_DATE', { ordinal: 1 }),
      question('end', 'END_DATE', { ordinal: 2 }),
      question('last', 'END_DATE', { ordinal: 3 }),
    ]
    const refused = 'The end is before the start'
    const dates = { first: '2030-01-01', second: '2030-06-01', end: '2030-03-01', last: '2030-05-01' }
    expect(validateAnswers(form([a, b, c]), dates)).toEqual({ end: refused })
    expect(validateAnswers(form([a, b], [c]), dates, { stepIds: ['security'] })).toEqual({ end: refused })
    expect(validateAnswers(form([a, c, d]), { ...dates, last: '2029-12-31' })).toEqual({ last: refused })
    expect(validateAnswers(form([a, b, c, d]), dates)).toEqual({ last: refused })
    expect(validateAnswers(form([a, b, c, d]), { ...dates, last: '2030-06-01' })).toEqual({})
    expect(validateAnswers(form([a, b, c]), { ...dates, second: null })).toEqual({})
  })

  it('additional steps are checked only when they are due', () => {
    const two = form([question('a', 'TEXT')], [question('later', 'TEXT', { isRequired: true })])
    expect(validateAnswers(two, {})).toEqual({})
    expect(validateAnswers(two, {}, { stepIds: ['security'] })).toEqual({ later: 'Required' })
  })
})

describe('a question with its own list of departments', () => {
  it('the question takes only departments of its list, one or several', () => {
    const refused = 'Choose one of the options'
    expect(check('DEPARTMENT_SELECT', 'o1', options)).toBeUndefined()
    expect(check('DEPARTMENT_SELECT', 'o2', options)).toBe(refused)
    expect(check('DEPARTMENT_SELECT', ['o1', 'o2'], { ...options, isMulti: true })).toBe(refused)
    expect(check('DEPARTMENT_SELECT', 'o2', options, true)).toBe(refused)
    expect(check('DEPARTMENT_SELECT', 'o2')).toBeUndefined()
  })
})
