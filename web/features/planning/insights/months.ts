import type { PlanFigures } from '../../../../schema/planning/plans/endpoints.ts'

/** The figures of some months of a plan. */

export interface Months {
  from: string
  to: string
}

/** The months asked for, as far as the plan has them. */
export const monthsWithin = (
  { startYearMonth, endYearMonth }: { startYearMonth: string; endYearMonth: string },
  { from, to }: Partial<Months>,
): Months => {
  const isThere = (month: string | undefined): month is string =>
    month !== undefined && month >= startYearMonth && month <= endYearMonth
  const [first, last] = [isThere(from) ? from : startYearMonth, isThere(to) ? to : endYearMonth]
  return first <= last ? { from: first, to: last } : { from: startYearMonth, to: endYearMonth }
}

type Amounts = Pick<PlanFigures['all'], 'planned' | 'actual'>

export interface Figure {
  planned: number
  /** Null for people who don't see what was spent. */
  actual: number | null
}

const part = (list: readonly number[], all: readonly string[], { from, to }: Months): number[] =>
  list.filter((_, at) => {
    const month = all[at] ?? ''
    return month >= from && month <= to
  })

const sum = (list: readonly number[]): number => list.reduce((total, amount) => total + amount, 0)

/** @param all the months of the plan */
export const figureOf = ({ planned, actual }: Amounts, all: readonly string[], months: Months): Figure => ({
  planned: sum(part(planned, all, months)),
  actual: actual && sum(part(actual, all, months)),
})

/** The same by month, for the chart. */
export const figuresWithin = <Whole extends Pick<PlanFigures, 'all' | 'months' | 'currency'>>(
  { all, months, currency }: Whole,
  asked: Months,
): Pick<PlanFigures, 'all' | 'months' | 'currency'> => {
  const { planned, actual } = figureOf(all, months, asked)
  return {
    months: months.filter((month) => month >= asked.from && month <= asked.to),
    currency,
    all: {
      planned: part(all.planned, months, asked),
      total: planned,
      actual: all.actual && part(all.actual, months, asked),
      actualTotal: actual,
    },
  }
}
