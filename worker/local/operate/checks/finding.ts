/** What a check says about a copy: one line for people. */
export interface Finding {
  ok: boolean
  text: string
}

/** The most problems of a kind that are named. */
const MOST_NAMED = 5

/** One finding: what was checked, or what is wrong with some of it. */
export const findingOf = (checked: string, problems: readonly string[]): Finding[] =>
  problems.length === 0
    ? [{ ok: true, text: checked }]
    : [
        ...problems.slice(0, MOST_NAMED).map((text) => ({ ok: false, text })),
        ...(problems.length > MOST_NAMED ? [{ ok: false, text: `… and ${problems.length - MOST_NAMED} more` }] : []),
      ]
