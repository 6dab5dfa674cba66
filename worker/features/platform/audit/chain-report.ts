/** What a check of the audit log says. Pure. */

/** A signed head that was kept elsewhere, and whether its signature is valid. */
export interface CheckedHead {
  day: string
  sequence: number
  auditId: number
  hash: string
  /** Also kept outside the database. */
  isKeptElsewhere: boolean
  verdict: 'VALID' | 'INVALID' | 'UNKNOWN_KEY'
}

export interface ChainReport {
  ok: boolean
  checked: number
  checkedUntil: string | null
  unsealed: number
  firstBroken: { auditId: string; problem: string; message: string | null; occurredAt: string | null } | null
  /** Signed heads that the log was compared with. */
  heads: { checked: number; keptElsewhere: number; lastDay: string | null; lastSequence: number | null }
  /** What this check proves and what it can't, in one sentence each. */
  limits: string[]
}

const lastOf = (heads: readonly CheckedHead[]): CheckedHead | undefined =>
  heads.toSorted((a, b) => a.sequence - b.sequence || (a.day < b.day ? -1 : 1)).at(-1)

export const summaryOf = (valid: readonly CheckedHead[]): ChainReport['heads'] => ({
  checked: valid.length,
  keptElsewhere: valid.filter(({ isKeptElsewhere }) => isKeptElsewhere).length,
  lastDay: lastOf(valid)?.day ?? null,
  lastSequence: lastOf(valid)?.sequence ?? null,
})

export const limitsOf = (heads: readonly CheckedHead[]): string[] => {
  const valid = heads.filter(({ verdict }) => verdict === 'VALID')
  const last = lastOf(valid)
  const unknown = heads.filter(({ verdict }) => verdict === 'UNKNOWN_KEY').length
  const elsewhere = valid.filter(({ isKeptElsewhere }) => isKeptElsewhere).length
  const recorded = 'This can’t show whether an entry is true, or whether something was never recorded.'
  const uncheckable =
    unknown > 0 ? [`${unknown} signed summaries couldn’t be checked: this installation doesn’t have their key.`] : []
  if (!last) {
    return [
      'There are no signed summaries yet, so this can’t show whether entries were removed from the end or the whole log was rewritten.',
      ...uncheckable,
      recorded,
    ]
  }
  return [
    `The first ${last.sequence} entries match the summary signed on ${last.day}: no one could change them unnoticed without the signing key.`,
    'Entries written since then aren’t signed yet: removing them from the end wouldn’t be noticed.',
    ...(elsewhere === 0
      ? ['The signed summaries are only in the database: anyone who can rewrite it could remove them.']
      : []),
    ...uncheckable,
    recorded,
  ]
}
