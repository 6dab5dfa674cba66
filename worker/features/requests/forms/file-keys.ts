/**
 * What parts of a form are called where they are referred to: their label alone if no other has it, else with the step
 * before it, else numbered too.
 */

const plain = (text: string): string => text.trim().toLowerCase()

const repeated = (texts: readonly string[]): Set<string> => {
  const seen = new Set<string>()
  return new Set(
    texts.map(plain).filter((text) => {
      if (seen.has(text)) return true
      seen.add(text)
      return false
    }),
  )
}

/** Each different from those before it, whatever they are. */
const numbered = (texts: readonly string[]): string[] => {
  const taken = new Set<string>()
  /** Where counting goes on for a text: what is lower is taken. */
  const counts = new Map<string, number>()
  return texts.map((text) => {
    let [key, count] = [text, counts.get(plain(text)) ?? 1]
    while (taken.has(plain(key))) {
      count += 1
      key = `${text} (${count})`
    }
    taken.add(plain(key))
    counts.set(plain(text), count)
    return key
  })
}

/** By position. @param parts with what they are in, such as the step of a question */
export const keysOf = (parts: readonly { within: string; label: string }[]): string[] => {
  const twice = repeated(parts.map(({ label }) => label))
  return numbered(
    parts.map(({ within, label }) => (within && twice.has(plain(label)) ? `${within} / ${label}` : label)),
  )
}

/** Finds by key, ignoring case. The exact one comes first. */
export const finder = <T>(entries: readonly (readonly [key: string, value: T])[]): ((key: string) => T | undefined) => {
  const exact = new Map([...entries].reverse())
  const loose = new Map([...entries].reverse().map(([key, value]) => [plain(key), value]))
  return (key) => exact.get(key) ?? loose.get(plain(key))
}
