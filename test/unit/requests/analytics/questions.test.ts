import { describe, expect, it } from 'vitest'
import { callByRules } from '../../../../worker/features/requests/analytics/by-rules.ts'
import { type NamedCall, settledCall } from '../../../../worker/features/requests/analytics/figures-call.ts'
import { figuresText } from '../../../../worker/features/requests/analytics/words.ts'

const CATALOG = {
  categories: [
    { id: 'c1', name: 'Software' },
    { id: 'c2', name: 'Software renewal' },
  ],
  departments: [{ id: 'd1', name: 'Marketing' }],
}
const TODAY = '2026-11-24'
const ask = (question: string) => callByRules(question, CATALOG, TODAY)
const ALL: NamedCall = {
  ...{ measure: 'COUNT', dimension: 'NONE', statuses: [], categories: [], departments: [], from: null, to: null },
}

describe('questions about requests, read by rules', () => {
  it.each<[string, Partial<NamedCall>]>([
    ['How many requests are there?', {}],
    ['How many requests were filed this year by month?', { dimension: 'MONTH', from: '2026-01-01' }],
    ['How many approved requests in March?', { statuses: ['APPROVED'], from: '2026-03-01', to: '2026-03-31' }],
    ['How many requests in December?', { from: '2025-12-01', to: '2025-12-31' }],
    [
      'How much by vendor last quarter?',
      { measure: 'AMOUNT', dimension: 'VENDOR', from: '2026-07-01', to: '2026-09-30' },
    ],
    ['How long do decisions take by category?', { measure: 'PROCESSING_DAYS', dimension: 'CATEGORY' }],
    [
      'average processing time for Marketing in 2025',
      { measure: 'PROCESSING_DAYS', departments: ['Marketing'], from: '2025-01-01', to: '2025-12-31' },
    ],
    ['Number of Software renewal requests per status', { dimension: 'STATUS', categories: ['Software renewal'] }],
    ['Who filed the most requests in the last 30 days?', { dimension: 'REQUESTER', from: '2026-10-26' }],
    [
      'total amount of rejected Software requests since 2026-05-01',
      { measure: 'AMOUNT', statuses: ['REJECTED'], categories: ['Software'], from: '2026-05-01' },
    ],
    ['requests from 2026-01-05 to 2026-01-09', { from: '2026-01-05', to: '2026-01-09' }],
    ['How much was spent in Q1 2026?', { measure: 'AMOUNT', from: '2026-01-01', to: '2026-03-31' }],
  ])('“%s”', (question, expected) => {
    expect(ask(question)).toEqual({ ...ALL, ...expected })
  })

  it.each(['How many laptops were requested?', 'How many requests did Dana file?', 'How many requests from Narnia?'])(
    '“%s” has a word that it doesn’t know, so it isn’t answered as if that said nothing',
    (question) => expect(ask(question)).toHaveProperty('refusal'),
  )

  it.each(['Hello', 'drop table requests; select * from users', 'What is the weather?', ''])(
    '“%s” is refused with what can be asked',
    (question) => expect(ask(question)).toMatchObject({ refusal: expect.stringContaining('I can count requests') }),
  )
})

describe('the call of the tool', () => {
  it('covers the last twelve months unless the question says otherwise, and names what it found by id', () => {
    expect(settledCall({ ...ALL, categories: ['software'] }, CATALOG, TODAY)).toMatchObject({
      from: '2025-11-25',
      to: TODAY,
      categories: [{ id: 'c1', name: 'Software' }],
    })
  })
  it('refuses names that the company doesn’t have, periods that end before they begin, and more than two years', () => {
    expect(settledCall({ ...ALL, categories: ["x' OR 1=1"] }, CATALOG, TODAY)).toHaveProperty('refusal')
    expect(settledCall({ ...ALL, departments: ['Sales'] }, CATALOG, TODAY)).toHaveProperty('refusal')
    expect(settledCall({ ...ALL, from: '2026-02-01', to: '2026-01-01' }, CATALOG, TODAY)).toHaveProperty('refusal')
    expect(settledCall({ ...ALL, from: '2020-01-01', to: null }, CATALOG, TODAY)).toHaveProperty('refusal')
  })
})

describe('figures in words', () => {
  const group = { label: '', count: 3, amount: 120_000, unpriced: 1, decided: 2, averageMs: 36 * 3_600_000 }
  const figures = { total: group, groups: [{ ...group, label: 'Software' }], groupCount: 4, isCut: true }
  const call = { ...ALL, categories: [], departments: [], from: '2026-01-01', to: '2026-01-31' }

  it('a text says what was counted, what is left out and what was cut', () => {
    const text = figuresText(
      { ...call, measure: 'AMOUNT', dimension: 'CATEGORY', statuses: ['APPROVED'] },
      figures,
      'USD',
    )
    expect(text).toContain('$1,200.00 in total: 3 approved requests filed from Jan 1, 2026 to Jan 31, 2026.')
    expect(text).toContain('By category (the 1 largest of 4):\nSoftware: $1,200.00 (3 requests)')
    expect(text).toContain('1 request without an exchange rate is left out of the amount.')
    expect(text).toContain('these are its newest')
  })
  it('an average time is said with how many were decided', () => {
    expect(figuresText({ ...call, measure: 'PROCESSING_DAYS' }, { ...figures, groups: [], isCut: false }, 'USD')).toBe(
      '1.5 days on average from submission to decision, for 2 decided of 3 requests filed from Jan 1, 2026 to Jan 31, 2026.',
    )
  })
})
