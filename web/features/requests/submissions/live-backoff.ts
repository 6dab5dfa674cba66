const FIRST_MS = 1000
const LONGEST_MS = 30_000

/** The wait before connection attempt `attempt` (0 is the first retry): doubling, randomized by up to a half. */
export const backoffMs = (attempt: number, random: () => number = Math.random): number => {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10))
  return Math.round(full * (0.5 + random() / 2))
}

/** Whether a message on the request's socket announces a change. */
export const saysChanged = (text: unknown): boolean => {
  if (typeof text !== 'string') return false
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null && (message as { type?: unknown }).type === 'changed'
  } catch {
    return false
  }
}
