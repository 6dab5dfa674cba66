/** What a file is taken for that never ran here. */
const UNKNOWN_SECONDS = 5

/**
 * The files that can be waited for: as many of those that say most as fit into a time, and at least one.
 *
 * @param files those that say most first
 * @param known how long each took when it last ran, in seconds
 * @param seconds of all files together, as if one ran after another
 */
export const fitting = (files: readonly string[], known: Record<string, number>, seconds: number): string[] => {
  const taken: string[] = []
  let left = seconds
  for (const file of files) {
    const cost = known[file] ?? UNKNOWN_SECONDS
    if (cost > left && taken.length > 0) continue
    taken.push(file)
    left -= cost
  }
  return taken
}
