import { type Exchange, explainConversion, inCompanyCurrency, isConverted } from '../../shared/exchange.ts'
import { formatMoney, type Money } from '../../shared/money.ts'
import { answerText, isMoney, isRecord } from '../forms/answer-words.ts'
import type { FormDefinition } from '../forms/form.ts'
import { allQuestions } from '../forms/visibility.ts'
import type { ComparisonRow, Score, Scorecard } from './review-endpoints.ts'
import type { Bid, Criterion } from './values.ts'

/** The pure part of sourcing events: which questions bidders get, what scores add up to, which bid is best at what. */

/** The questions of a public form that bidders get: without the steps that members fill in later. */
export const bidForm = ({ steps }: FormDefinition): FormDefinition => ({
  steps: steps.filter((step) => !step.isAdditionalStep),
})

/** What is wrong with the weights for publishing, or null. An event without criteria isn't scored. */
export const weightsProblem = (criteria: readonly Pick<Criterion, 'id' | 'weight'>[]): string | null => {
  if (criteria.length === 0) return null
  const sum = criteria.reduce((total, { weight }) => total + weight, 0)
  return sum === 100 ? null : `The weights add up to ${sum}%. They must add up to 100%.`
}

/** A mean in hundredths of a point, halves up, so that equal scores are equal numbers. */
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)

/** What one reviewer's points for a bidder add up to, in hundredths of a point. Null if one is missing. */
export const weightedScore = (
  criteria: readonly Pick<Criterion, 'id' | 'weight'>[],
  scores: readonly Score[],
  bidderId: string,
): number | null => {
  if (criteria.length === 0) return null
  let sum = 0
  for (const { id, weight } of criteria) {
    const given = scores.find((each) => each.bidderId === bidderId && each.criterionId === id)?.score
    if (given === null || given === undefined) return null
    sum += given * weight
  }
  return sum
}

type Cards = readonly Pick<Scorecard, 'scores'>[]

/** The mean of the reviewers who have submitted, in hundredths of a point. */
export const bidderScore = (
  criteria: readonly Pick<Criterion, 'id' | 'weight'>[],
  cards: Cards,
  bidderId: string,
): number | null => mean(cards.flatMap(({ scores }) => weightedScore(criteria, scores, bidderId) ?? []))

/** The mean of the points for one criterion, in hundredths of a point. */
const criterionScore = (criterionId: string, cards: Cards, bidderId: string): number | null =>
  mean(
    cards.flatMap(({ scores }) => {
      const given = scores.find((each) => each.bidderId === bidderId && each.criterionId === criterionId)?.score
      return given === null || given === undefined ? [] : [given * 100]
    }),
  )

/** "8.25" */
export const scoreText = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** Which points a scorecard still lacks. */
export const missingScores = (
  criteria: readonly Pick<Criterion, 'id'>[],
  bidderIds: readonly string[],
  scores: readonly Score[],
): { bidderId: string; criterionId: string }[] =>
  bidderIds.flatMap((bidderId) =>
    criteria.flatMap(({ id: criterionId }) =>
      scores.some((each) => each.bidderId === bidderId && each.criterionId === criterionId && each.score !== null)
        ? []
        : [{ bidderId, criterionId }],
    ),
  )

/**
 * Who sees the scorecards of others: a reviewer once their own is submitted, and people who don't review once all are,
 * so that no one can pass on what others think.
 */
export const seesScores = (reviewers: readonly { id: string; hasSubmitted: boolean }[], userId: string): boolean => {
  const own = reviewers.find(({ id }) => id === userId)
  return own ? own.hasSubmitted : reviewers.every(({ hasSubmitted }) => hasSubmitted)
}

export interface ComparedBid {
  bidderId: string
  content: Bid
  /** The names of its files by id. */
  files: ReadonlyMap<string, string>
}

export const leadTimeText = (days: number): string => `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`

/** The value in the company's currency, and how it was converted. Null if there is no price or no rate for it. */
export const comparablePrice = (
  price: Money | null,
  exchange: Exchange,
): { price: Money; note: string | null } | null => {
  const converted = price && inCompanyCurrency(price, exchange)
  if (!converted) return null
  return {
    price: { value: converted.value, currency: converted.currency },
    note: isConverted(converted) ? explainConversion(converted) : null,
  }
}

interface Value {
  bidderId: string
  text: string
  note?: string | null
  /** What decides who is best. Null never is. */
  rank: number | null
}

/** Marks the best, and all of them if several are. One alone isn't better than anything. */
const marked = (values: readonly Value[], best: 'lowest' | 'highest' | null): ComparisonRow['cells'] => {
  const ranks = values.flatMap(({ rank }) => (rank === null ? [] : [rank]))
  const top = best === null || ranks.length < 2 ? null : best === 'lowest' ? Math.min(...ranks) : Math.max(...ranks)
  return values.map(({ bidderId, text, note = null, rank }) => ({
    bidderId,
    text,
    note,
    isBest: top !== null && rank === top,
  }))
}

/** Bids side by side. @param cards submitted scorecards, or null if they are not to be seen */
export const compareBids = (
  bids: readonly ComparedBid[],
  {
    form,
    criteria,
    cards,
    exchange,
  }: {
    form: FormDefinition
    criteria: readonly Criterion[]
    cards: Cards | null
    exchange: Exchange
  },
): ComparisonRow[] => {
  const scoreRow = (
    key: string,
    label: string,
    kind: 'SCORE' | 'CRITERION',
    of: (bidderId: string) => number | null,
  ) => ({
    ...{ key, label, kind },
    cells: marked(
      bids.map(({ bidderId }) => {
        const rank = of(bidderId)
        return { bidderId, rank, text: rank === null ? '' : scoreText(rank) }
      }),
      'highest',
    ),
  })
  const price: ComparisonRow = {
    ...{ key: 'price', label: 'Price', kind: 'PRICE' },
    cells: marked(
      bids.map(({ bidderId, content }) => {
        const found = comparablePrice(content.price, exchange)
        const note = found?.note ?? (content.price && !found ? 'No exchange rate, so it isn’t compared' : null)
        const shown = found?.price ?? content.price
        return { bidderId, text: shown ? formatMoney(shown) : '', note, rank: found?.price.value ?? null }
      }),
      'lowest',
    ),
  }
  const leadTime: ComparisonRow = {
    ...{ key: 'lead-time', label: 'Lead time', kind: 'LEAD_TIME' },
    cells: marked(
      bids.map(({ bidderId, content: { leadTimeDays } }) => ({
        bidderId,
        text: leadTimeDays === null ? '' : leadTimeText(leadTimeDays),
        rank: leadTimeDays,
      })),
      'lowest',
    ),
  }
  const scores: ComparisonRow[] =
    cards && criteria.length > 0
      ? [
          scoreRow('score', 'Weighted score', 'SCORE', (bidderId) => bidderScore(criteria, cards, bidderId)),
          ...criteria.map(({ id, label, weight }) =>
            scoreRow(`criterion ${id}`, `${label} (${weight}%)`, 'CRITERION', (bidderId) =>
              criterionScore(id, cards, bidderId),
            ),
          ),
        ]
      : []
  const answers = allQuestions(form)
    .filter(({ type }) => type !== 'DISPLAY_ONLY')
    .map((question): ComparisonRow => {
      const given = bids.map(({ bidderId, content, files }) => {
        const value = content.answers.find(({ questionId }) => questionId === question.id)?.value
        const amount = isRecord(value) && isMoney(value) ? comparablePrice(value, exchange) : null
        const text = amount ? formatMoney(amount.price) : answerText(question, value, files)
        return { bidderId, text, note: amount?.note ?? null, rank: amount?.price.value ?? null }
      })
      const isAmount = question.type === 'MONEY' || question.type === 'REQUEST_AMOUNT'
      return {
        ...{ key: `question ${question.id}`, label: question.label, kind: 'ANSWER' as const },
        cells: marked(given, isAmount ? 'lowest' : null),
      }
    })
  const remark: ComparisonRow = {
    ...{ key: 'remark', label: 'Remarks', kind: 'ANSWER' },
    cells: marked(
      bids.map(({ bidderId, content }) => ({ bidderId, text: content.remark, rank: null })),
      null,
    ),
  }
  const attached: ComparisonRow = {
    ...{ key: 'files', label: 'Files', kind: 'ANSWER' },
    cells: marked(
      bids.map(({ bidderId, content, files }) => ({
        bidderId,
        text: content.fileIds.map((id) => files.get(id) ?? 'File').join(', '),
        rank: null,
      })),
      null,
    ),
  }
  return [price, leadTime, ...scores, ...answers, remark, attached]
}
