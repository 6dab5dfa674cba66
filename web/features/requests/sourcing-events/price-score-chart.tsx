import type { Comparison } from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import { formatLimit, type Money } from '../../../../schema/shared/money.ts'
import classes from './events.module.css'

const WIDTH = 560
const HEIGHT = 280
const LEFT = 36
const RIGHT = 24
const TOP = 16
const BOTTOM = 40
const MOST_POINTS = 10

interface Point {
  bidderId: string
  name: string
  price: Money
  score: number
}

/** Price against score: a point for each bid, up and to the left is better. The matrix below has the numbers. */
export const PriceScoreChart = ({ comparison: { points, bidders } }: { comparison: Comparison }) => {
  const known = points.flatMap(({ bidderId, price, score }): Point[] =>
    price && score !== null
      ? [{ bidderId, price, score, name: bidders.find(({ id }) => id === bidderId)?.name ?? '' }]
      : [],
  )
  const [first] = known
  if (!first || known.length < 2) return null
  const prices = known.map(({ price }) => price.value)
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const margin = Math.max((highest - lowest) * 0.15, highest * 0.02, 1)
  const [from, until] = [Math.max(0, lowest - margin), highest + margin]
  const x = (value: number) => LEFT + ((value - from) / (until - from)) * (WIDTH - LEFT - RIGHT)
  const y = (score: number) => TOP + (1 - score / MOST_POINTS) * (HEIGHT - TOP - BOTTOM)
  const label = known
    .map(({ name, price, score }) => `${name}: ${formatLimit(price)}, ${score.toFixed(2)} points`)
    .join('; ')
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Price and score. ${label}`}
      >
        {[0, 2, 4, 6, 8, 10].map((score) => (
          <g key={score}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(score)} y2={y(score)} />
            <text x={LEFT - 8} y={y(score) + 4} textAnchor="end">
              {score}
            </text>
          </g>
        ))}
        {known.map(({ bidderId, name, price, score }) => {
          const isRight = x(price.value) > WIDTH * 0.7
          return (
            <g key={bidderId}>
              <circle cx={x(price.value)} cy={y(score)} r={5} />
              <text
                x={x(price.value) + (isRight ? -10 : 10)}
                y={y(score) + 4}
                textAnchor={isRight ? 'end' : 'start'}
                data-name=""
              >
                {name}
              </text>
            </g>
          )
        })}
        {[...new Set([lowest, highest])].map((value) => (
          <text key={value} x={x(value)} y={HEIGHT - 12} textAnchor="middle">
            {formatLimit({ ...first.price, value })}
          </text>
        ))}
        <text x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 12} textAnchor="middle">
          Price
        </text>
      </svg>
      <figcaption>Weighted score (0 to 10) by price. Up and to the left is better.</figcaption>
    </figure>
  )
}
