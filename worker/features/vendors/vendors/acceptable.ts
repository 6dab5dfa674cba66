/** Some of several values that are valid together, and what is wrong with the others. */
export interface Acceptable<Checked> {
  checked: Checked
  kept: string[]
  refused: Record<string, string>
}

/**
 * Leaves out what is refused until the rest is valid. A value can become invalid without another one that its condition
 * asks about.
 * @param check checks all values of these keys together
 */
export const acceptable = async <Checked>(
  keys: readonly string[],
  check: (keys: readonly string[]) => Promise<Checked>,
  faultOf: (key: string, checked: Checked) => string | undefined,
): Promise<Acceptable<Checked>> => {
  const refused: Record<string, string> = {}
  for (let kept = [...keys]; ; ) {
    const checked = await check(kept)
    const faults = kept.flatMap((key) => {
      const message = faultOf(key, checked)
      return message === undefined ? [] : [[key, message] as const]
    })
    if (faults.length === 0) return { checked, kept, refused }
    Object.assign(refused, Object.fromEntries(faults))
    kept = kept.filter((key) => !Object.hasOwn(refused, key))
  }
}

export const NOT_ASKED_NOW = 'Its condition doesn’t apply'
