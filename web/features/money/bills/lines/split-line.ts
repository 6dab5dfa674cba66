import type { LineValues } from '../form-values.ts'

/** A line as several with the same booking, whose amounts are as equal as minor units allow and add up to its own. */
export const splitLine = (line: LineValues, parts: number): LineValues[] => {
  const { id: _, ...copy } = line
  const each = line.amount === null ? null : Math.floor(line.amount / parts)
  return Array.from({ length: parts }, (_part, at) => ({
    ...(at === 0 ? line : { ...copy, key: crypto.randomUUID() }),
    amount: line.amount === null || each === null ? null : each + (at < line.amount - each * parts ? 1 : 0),
  }))
}
