// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { PriceScoreChart } from '../../../web/features/requests/sourcing-events/price-score-chart.tsx'
import { beginPages, openPart } from '../../support/web/page.tsx'

/** Bids by price and score. */

beginPages()

const usd = (value: number) => ({ value, currency: 'USD' as const })
const bidders = ['Acme', 'Globex', 'Initech'].map((name) => ({ id: name.toLowerCase(), name }))
const [acme, globex] = [
  { bidderId: 'acme', price: usd(100_000), score: 8 },
  { bidderId: 'globex', price: usd(120_000), score: 9.5 },
]
const UNPRICED = { bidderId: 'initech', price: null, score: 7 }
const UNSCORED = { bidderId: 'initech', price: usd(90_000), score: null }

const chartOf = async (points: { bidderId: string; price: ReturnType<typeof usd> | null; score: number | null }[]) => {
  const comparison = { bidders, points, rows: [], exchange: null, withScores: true }
  await openPart(() => <PriceScoreChart comparison={comparison as never} />)
  return document.querySelector('[role="img"]')?.getAttribute('aria-label') ?? null
}

it.each([
  ['none', []],
  ['one', [acme]],
  ['one, and one without a price', [acme, UNPRICED]],
  ['one, and one without a score', [acme, UNSCORED]],
])('there is no chart of %s', async (_, points) => {
  expect(await chartOf(points)).toBeNull()
})

it('two that have both are compared, and what has not is left out', async () => {
  const said = 'Price and score. Acme: $1,000, 8.00 points; Globex: $1,200, 9.50 points'
  expect(await chartOf([acme, globex, UNPRICED, UNSCORED])).toBe(said)
})
