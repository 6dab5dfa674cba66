import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerText } from '../../../../schema/requests/forms/answer-words.ts'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import {
  bidderScore,
  type ComparedBid,
  compareBids,
  missingScores,
  seesScores,
  weightedScore,
  weightsProblem,
} from '../../../../schema/requests/sourcing-events/rules.ts'
import { MAX_SCORE } from '../../../../schema/requests/sourcing-events/values.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import type { Money } from '../../../../schema/shared/money.ts'

const criterion = (id: string, weight: number) => ({ id, label: id, description: '', weight })
const scoreOf = (bidderId: string, criterionId: string, score: number | null) => ({
  ...{ bidderId, criterionId, score },
  note: '',
})

/** Weights that add up to 100. */
const weights = fc
  .array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })
  .map((parts) => {
    const sum = parts.reduce((total, part) => total + part, 0)
    const whole = parts.map((part) => Math.max(1, Math.floor((part * 100) / sum)))
    const rest = 100 - whole.reduce((total, part) => total + part, 0)
    return whole.map((part, i) => (i === 0 ? part + rest : part))
  })
  .filter((all) => all.every((weight) => weight >= 1))

describe('weights', () => {
  it('must add up to 100%, unless nothing is scored', () => {
    expect(weightsProblem([])).toBeNull()
    expect(weightsProblem([criterion('a', 60), criterion('b', 40)])).toBeNull()
    expect(weightsProblem([criterion('a', 60), criterion('b', 30)])).toBe(
      'The weights add up to 90%. They must add up to 100%.',
    )
  })

  it('a score is between the lowest and the highest points given, and full points are the most', () => {
    fc.assert(
      fc.property(
        weights,
        fc.array(fc.integer({ min: 0, max: MAX_SCORE }), { minLength: 8, maxLength: 8 }),
        (all, points) => {
          const criteria = all.map((weight, i) => criterion(`c${i}`, weight))
          const scores = criteria.map(({ id }, i) => scoreOf('b', id, points[i] ?? 0))
          const given = scores.map(({ score }) => score ?? 0)
          const total = weightedScore(criteria, scores, 'b') ?? -1
          expect(total).toBeGreaterThanOrEqual(Math.min(...given) * 100)
          expect(total).toBeLessThanOrEqual(Math.max(...given) * 100)
        },
      ),
    )
  })

  it('the order of reviewers and of their scores changes nothing', () => {
    const criteria = [criterion('a', 70), criterion('b', 30)]
    const card = (a: number, b: number) => ({ scores: [scoreOf('x', 'a', a), scoreOf('x', 'b', b)] })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(10), fc.nat(10)), { minLength: 1, maxLength: 6 }), (points) => {
        const cards = points.map(([a, b]) => card(a, b))
        const turned = cards.map(({ scores }) => ({ scores: [...scores].reverse() })).reverse()
        expect(bidderScore(criteria, turned, 'x')).toBe(bidderScore(criteria, cards, 'x'))
      }),
    )
  })

  it('a bid that a reviewer has not scored completely has no score from them', () => {
    const criteria = [criterion('a', 70), criterion('b', 30)]
    expect(weightedScore(criteria, [scoreOf('x', 'a', 10)], 'x')).toBeNull()
    expect(weightedScore(criteria, [scoreOf('x', 'a', 10), scoreOf('x', 'b', null)], 'x')).toBeNull()
    expect(missingScores(criteria, ['x'], [scoreOf('x', 'a', 0)])).toEqual([{ bidderId: 'x', criterionId: 'b' }])
  })
})

describe('who sees scorecards', () => {
  const reviewer = (id: string, hasSubmitted: boolean) => ({ id, hasSubmitted })
  it('a reviewer once their own is submitted, others once all are', () => {
    const some = [reviewer('rita', true), reviewer('rob', false)]
    expect(seesScores(some, 'rita')).toBe(true)
    expect(seesScores(some, 'rob')).toBe(false)
    expect(seesScores(some, 'admin')).toBe(false)
    expect(seesScores([reviewer('rita', true)], 'admin')).toBe(true)
  })
})

const EXCHANGE: Exchange = {
  currency: 'USD',
  allowsOthers: true,
  rates: [{ base: 'EUR', quote: 'USD', rate: '1.1', date: '2026-11-20', source: 'PROVIDER' }],
}
const bid = (bidderId: string, price: Money | null, leadTimeDays: number | null = null): ComparedBid => ({
  bidderId,
  content: { price, leadTimeDays, remark: '', answers: [], fileIds: [] },
  files: new Map(),
})
const rowOf = (bids: ComparedBid[], key: string) =>
  compareBids(bids, { form: { steps: [] }, criteria: [], cards: null, exchange: EXCHANGE }).find(
    (row) => row.key === key,
  )
const bestOf = (bids: ComparedBid[], key: string) =>
  rowOf(bids, key)
    ?.cells.filter(({ isBest }) => isBest)
    .map(({ bidderId }) => bidderId)

describe('comparison', () => {
  it('prices are compared in the company’s currency, and say how they were converted', () => {
    const bids = [bid('a', { value: 10_500, currency: 'USD' }), bid('b', { value: 10_000, currency: 'EUR' })]
    expect(bestOf(bids, 'price')).toEqual(['a'])
    const cell = rowOf(bids, 'price')?.cells[1]
    expect(cell?.text).toBe('$110.00')
    expect(cell?.note).toBe('€100.00 at 1.1 on Nov 20, 2026, European Central Bank')
  })

  it('a price without a rate is shown and never best', () => {
    const bids = [
      bid('a', { value: 1, currency: 'GBP' }),
      bid('b', { value: 5, currency: 'USD' }),
      bid('c', { value: 9, currency: 'USD' }),
    ]
    expect(bestOf(bids, 'price')).toEqual(['b'])
    expect(rowOf(bids, 'price')?.cells[0]).toMatchObject({
      text: '£0.01',
      note: 'No exchange rate, so it isn’t compared',
    })
  })

  it('exactly those with the lowest price are best, if there is more than one to compare', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 1, maxLength: 8 }), (values) => {
        const bids = values.map((value, i) => bid(`b${i}`, { value, currency: 'USD' }))
        const lowest = Math.min(...values)
        const expected = values.flatMap((value, i) => (value === lowest && values.length > 1 ? [`b${i}`] : []))
        expect(bestOf(bids, 'price')).toEqual(expected)
      }),
    )
  })

  it('the shortest lead time is best, and a missing one never is', () => {
    expect(bestOf([bid('a', null, 20), bid('b', null, 5), bid('c', null)], 'lead-time')).toEqual(['b'])
    expect(bestOf([bid('a', null, 20), bid('c', null)], 'lead-time')).toEqual([])
  })

  it('the highest weighted score is best, and hidden scores have no row', () => {
    const criteria = [criterion('a', 100)]
    const cards = [{ scores: [scoreOf('x', 'a', 4), scoreOf('y', 'a', 9)] }]
    const bids = [bid('x', null), bid('y', null)]
    const rows = compareBids(bids, { form: { steps: [] }, criteria, cards, exchange: EXCHANGE })
    const score = rows.find(({ key }) => key === 'score')
    expect(score?.cells.map(({ text, isBest }) => [text, isBest])).toEqual([
      ['4.00', false],
      ['9.00', true],
    ])
    const hidden = compareBids(bids, { form: { steps: [] }, criteria, cards: null, exchange: EXCHANGE })
    expect(hidden.some(({ kind }) => kind === 'SCORE' || kind === 'CRITERION')).toBe(false)
  })
})

describe('answers in words', () => {
  const question = (type: Question['type'], options: Question['options'] = []) =>
    ({ id: 'q', type, label: 'Q', options }) as unknown as Question
  const none = new Map<string, string>()
  it('an answer says choices, dates, yes and no, and files by name', () => {
    const options = [{ id: 'o1', label: 'Milling', parentId: null, ordinal: 0 }]
    expect(answerText(question('CUSTOM_SELECT', options), 'o1', none)).toBe('Milling')
    expect(answerText(question('CUSTOM_SELECT', options), ['o1'], none)).toBe('Milling')
    expect(answerText(question('YES_NO'), false, none)).toBe('No')
    expect(answerText(question('DATE'), '2026-12-01', none)).toBe('Dec 1, 2026')
    expect(answerText(question('DOCUMENTS'), ['f'], new Map([['f', 'offer.pdf']]))).toBe('offer.pdf')
    expect(answerText(question('DURATION'), { years: 1, months: 0, days: 2 }, none)).toBe('1 year, 2 days')
    expect(answerText(question('TEXT'), null, none)).toBe('')
  })
})
