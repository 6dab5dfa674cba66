/** The values of a chart's axis. */

export interface Scale {
  low: number
  high: number
  /** Round values from low to high, zero among them. */
  ticks: number[]
}

const STEPS = [1, 2, 2.5, 5, 10]

/** The smallest round step of at least this size: 1, 2, 2.5 or 5 times a power of ten. */
const roundStep = (atLeast: number, smallest: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(atLeast, smallest)))
  const step = STEPS.map((each) => each * power).find((each) => each >= Math.max(atLeast, smallest))
  return step !== undefined && Number.isInteger(step / smallest) ? step : Math.ceil(atLeast / smallest) * smallest
}

/**
 * A scale from zero, or from the lowest value below it, to the highest value, in about as many steps as asked for.
 * @param smallest no step is smaller: 1 where things are counted, the minor units of a whole unit for amounts
 */
export const scaleOf = (values: readonly number[], smallest = 1, steps = 3): Scale => {
  const most = Math.max(0, ...values)
  const least = Math.min(0, ...values)
  const step = roundStep((most - least) / steps, smallest)
  const from = Math.floor(least / step)
  const until = Math.max(Math.ceil(most / step), from + 1)
  return {
    low: from * step,
    high: until * step,
    ticks: Array.from({ length: until - from + 1 }, (_, index) => (from + index) * step),
  }
}

/** Where a value is between the two ends, in percent from below. */
export const placeIn = ({ low, high }: Scale, value: number): number => (100 * (value - low)) / (high - low)

/** How a column is called on the axis: "Nov" or "Nov 14" alone, and its year where it begins. */
export const axisName = (name: string, before: string | undefined): { text: string; year?: string } => {
  const [, text, year] = /^([A-Z][a-z]{2}(?: \d{1,2})?),? (\d{4})$/.exec(name) ?? []
  if (!text || !year) return { text: name }
  return before?.endsWith(year) ? { text } : { text, year }
}
