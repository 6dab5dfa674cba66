/** What the parts that furnish a company have in common. */

/** Runs one statement. ?1 is always the company. */
export type Run = (sql: string, ...values: (string | number | null)[]) => Promise<unknown>

export interface Furnished {
  companyId: string
  adminId: string
  memberId: string
  /** Acts for the member. */
  delegateId: string
  /** The end of the member's calendar link, whose hash is stored. */
  feedTokenHash: string
}

/** A company's own settings, the same in a small and in a large one. */
export const UNITS = 12
export const DAY_MS = 86_400_000

export const numbers = (count: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
