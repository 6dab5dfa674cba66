/** What people and programs write in many ways: digits, spaces, minus signs and apostrophes, as one each. Pure. */

/** The digits of a script begin at a code that ends in 0, as Arabic and Thai ones do, or in 6, as Indian ones do. */
const digit = (one: string): string => {
  const code = one.codePointAt(0) ?? 0
  const low = code & 0xf
  return String(/\p{Nd}/u.test(String.fromCodePoint(code - low)) ? low : low - 6)
}
const DIGITS = /(?![0-9])\p{Nd}/gu
/** Hyphens, dashes and minus signs: U+2212 is what typesetters write. */
const DASHES = /[\u2010-\u2015\u2212\u2043\u207b\ufe58\ufe63\uff0d\u00ad]/g
const APOSTROPHES = /[’‘ʼ′`´＇]/g
/** Marks of direction and joining that no one sees. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c]/g

/** Most texts are, and needn't be looked at further. */
const IS_PLAIN = /^(?:[!-_a-~]| (?! ))*$/

/** A text with plain digits, spaces, hyphens, apostrophes and signs. It keeps its words, and not always its length. */
export const plainWritten = (text: string): string => (IS_PLAIN.test(text) ? text.trim() : plainly(text))

const plainly = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(DIGITS, digit)
    .replaceAll(DASHES, '-')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll('٫', '.')
    .replaceAll(/[٬·]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
