/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export const listOf = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** A shortened list of names: "Ada, Bo or 3 others". */
export const shortListOf = (names: readonly string[], last: 'and' | 'or', shown = 3): string => {
  if (names.length <= shown) return listOf(names, last)
  const rest = names.length - (shown - 1)
  return `${names.slice(0, shown - 1).join(', ')} ${last} ${rest} others`
}

/** A name at the end of a sentence, with one full stop: "Acme Inc." and "Acme GmbH." */
export const withStop = (name: string): string => (name.endsWith('.') ? name : `${name}.`)
