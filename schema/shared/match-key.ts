const SUFFIXES =
  'llc|inc|incorporated|ltd|limited|corp|corporation|co|company|gmbh|ag|kg|sa|sas|sarl|bv|nv|plc|pty|llp|lp|ab|as|oy|spa|srl|kk'
const SUFFIX = new RegExp(`[\\s]+(?:${SUFFIXES})$`)

const plainOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/&/g, ' and ')
    .replace(/(?<=\p{L})\.(?=\p{L}\b)/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * A vendor's name without leading numbers, punctuation and company suffixes such as LLC, Inc, Ltd (specification 3 §7):
 * "0042 Acme, Inc." is "acme". If nothing else is left, the name stays as it is.
 */
export const matchKeyOf = (name: string): string => {
  const plain = plainOf(name)
  let key = plain.replace(/^\d+\s+(?=\S)/, '')
  while (SUFFIX.test(key)) key = key.replace(SUFFIX, '')
  return key || plain || name.trim().toLowerCase()
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['incorporated', 'inc'],
  ['limited', 'ltd'],
  ['corporation', 'corp'],
  ['company', 'co'],
])

/** The leading number and the legal form, which the key of a name leaves out. */
const leftOut = (name: string): { number: string | null; form: string | null } => {
  const plain = plainOf(name)
  const form = SUFFIX.exec(plain)?.[0]?.trim()
  return {
    number: /^(\d+)\s+\S/.exec(plain)?.[1] ?? null,
    form: form === undefined ? null : (SHORT.get(form) ?? form),
  }
}

/**
 * Whether two names of the same key can be of two companies: both say a legal form and not the same one ("Acme GmbH" and
 * "Acme Inc"), or both begin with a number and not with the same one.
 */
export const differsInForm = (a: string, b: string): boolean => {
  const [one, other] = [leftOut(a), leftOut(b)]
  const differs = (x: string | null, y: string | null): boolean => x !== null && y !== null && x !== y
  return differs(one.number, other.number) || differs(one.form, other.form)
}

/** The text without these characters at its end. Each is looked at once, however many there are. */
export const withoutEnd = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
