const SUFFIXES =
  'llc|inc|incorporated|ltd|limited|corp|corporation|co|company|gmbh|ag|kg|sa|sas|sarl|bv|nv|plc|pty|llp|lp|ab|as|oy|spa|srl|kk'
const SUFFIX = new RegExp(`[\\s]+(?:${SUFFIXES})$`)

/**
 * A vendor's name without leading numbers, punctuation and company suffixes such as LLC, Inc, Ltd (specification 3 §7):
 * "0042 Acme, Inc." is "acme". If nothing else is left, the name stays as it is.
 */
export const matchKeyOf = (name: string): string => {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/&/g, ' and ')
    .replace(/(?<=\p{L})\.(?=\p{L}\b)/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  let key = plain.replace(/^\d+\s+(?=\S)/, '')
  while (SUFFIX.test(key)) key = key.replace(SUFFIX, '')
  return key || plain || name.trim().toLowerCase()
}

/** The text without these characters at its end. Each is looked at once, however many there are. */
export const withoutEnd = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
