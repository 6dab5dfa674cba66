import { dateIn } from '../../shared/written/dates.ts'

/** Invoice numbers as they are printed. Pure. */

const LONGEST = 40
const TOKEN = /\S+/g
const isDateLike = (text: string): boolean => dateIn(text, 'DMY') !== null && !/^\p{L}{1,4}[-/]/u.test(text)
/** A part of a number has digits, or is a sign or a code between two that have. */
const HAS_DIGIT = /\d/
const BETWEEN = /^(?:[-–—/.#|]|[A-Z]{1,8}[-/.]?)$/
/** Words before a number that aren't part of it. */
const NOT_ITS_OWN = /^(?:no|nr|number|nummer|n°|nº|#|№|:|-)\.?:?$/i
/** What may follow a number without being a part of it. */
const FOLLOWS = /^\(?(?:dated?|from|of|vom|du|de|del|di|van|av|af|z|dnia|page|seite|\|)$/i

interface ReadNumber {
  number: string
  /** Whether something stands behind it that might belong to it. */
  isOpen: boolean
}

/** The whole number at the start of a text, spaces and separators included, or null. */
export const numberIn = (text: string): ReadNumber | null => {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\u2010\u2011\u00ad]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const tokens = plain.match(TOKEN) ?? []
  while (tokens[0] && NOT_ITS_OWN.test(tokens[0])) tokens.shift()
  let end = 0
  let isDate = false
  for (const [at, token] of tokens.entries()) {
    if (isDateLike(tokens.slice(at, at + 1).join(' ')) || (at > 0 && isDateLike(tokens.slice(at, at + 3).join(' ')))) {
      isDate = true
      break
    }
    if (HAS_DIGIT.test(token)) end = at + 1
    else if (!BETWEEN.test(token)) break
  }
  const number = tokens
    .slice(0, end)
    .join(' ')
    .replace(/^#/, '')
    .replace(/[.,;:/-]{1,80}$/, '')
    .trim()
  if (!HAS_DIGIT.test(number) || number.length > LONGEST || isDateLike(number)) return null
  if (/[€£¥₪$%]|^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$/.test(number)) return null
  const next = tokens[end]
  return { number, isOpen: next !== undefined && !isDate && !FOLLOWS.test(next) }
}
