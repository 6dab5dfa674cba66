/** What a sentence says about renewal. Pure. */

export interface RenewalSaid {
  /** Undefined if it mentions renewal without saying how it happens. */
  autorenews?: boolean
  confidence: number
}

const PRICE =
  /\b(?:prices?|pricing|fees?|rates?|charges?|discounts?|increases?|increased|uplift|CPI|costs?|amounts? payable|invoices?)\b/i

/** What follows is a condition or a possible notice, which says nothing about the default. */
const CONDITION =
  /\b(?:unless|if|notif\w{1,5}|notice|intent(?:ion|ion not|s|ds)?|elects?|wish(?:es)?|decides?|in case|in the event|should)\b/i

const REFUSED = [
  /\b(?:shall|will|does|do|is|are|may|can)\s(?:not|never)\s(?:be\s)?(?:subject to\s)?(?:an?\s)?(?:automatic(?:ally)?\s|auto-?)?renew/i,
  /\b(?:doesn|won|isn)['’]t\s(?:be\s)?(?:automatically\s|auto-?)?renew/i,
  /\bnot\s(?:be\s)?(?:automatic(?:ally)?\s|auto-?)renew/i,
  /\b(?:no|without)\s(?:automatic\s|auto-?|tacit\s)renewal/i,
  /\brenew(?:s|ed|al)?\sonly\b/i,
]
const BY_CHOICE = [
  /\b(?:may|can)\s(?:be\s)?renew/i,
  /\boption\sto\srenew/i,
  /\brenew\w{0,3}\b[^.]{0,40}\b(?:mutual|written)\s(?:written\s)?(?:agreement|consent)/i,
]
const AUTOMATIC = [
  /\bautomatic(?:ally)?\s(?:be\s)?(?:renew|extend)/i,
  /\bauto-?renew/i,
  /\b(?:shall|will)\srenew\b[^.]{0,120}\bunless\b/i,
  /\brenews\b[^.]{0,120}\bunless\b/i,
]
const RENEWS_AUTOMATICALLY = /\b(renew(?:s|ed|al)?)\b([^.]{0,60})\bautomatically\b(\s(?:be\s)?[a-z]{2,12})?/i
const OTHER_VERB = /^\s(?:be\s)?(?:increas|adjust|appl|ris|escalat|chang|convert|charg|invoic|bill)/i

const isAutomatic = (sentence: string): boolean => {
  if (AUTOMATIC.some((pattern) => pattern.test(sentence))) return true
  // "Upon renewal, fees automatically increase" is about fees.
  const match = RENEWS_AUTOMATICALLY.exec(sentence)
  return match !== null && !PRICE.test(match[2] ?? '') && !OTHER_VERB.test(match[3] ?? '')
}

/** Whether prices, rather than the contract, (don't) renew. */
const isOfPrices = (sentence: string): boolean => {
  const verb = /\b(?:renew|automatic|auto-?renew)/i.exec(sentence)
  return verb !== null && PRICE.test(sentence.slice(Math.max(0, verb.index - 60), verb.index))
}

/** Null for a sentence about something else, such as payment after a renewal. */
export const renewalIn = (sentence: string): RenewalSaid | null => {
  const main = sentence.slice(0, CONDITION.exec(sentence)?.index ?? sentence.length)
  const speaksOfPrices = PRICE.test(sentence)
  if (speaksOfPrices && isOfPrices(sentence)) return null
  const refused = REFUSED.some((pattern) => pattern.test(main))
  const byChoice = !refused && BY_CHOICE.some((pattern) => pattern.test(main))
  const automatic = !refused && isAutomatic(sentence)
  if (automatic && byChoice) return { confidence: 0.5 }
  if (!refused && !byChoice && !automatic) return speaksOfPrices ? null : { confidence: 0.5 }
  const isConditional = main.trim().split(/\s/).length < 3
  const isClear = !speaksOfPrices && !isConditional && !byChoice
  return { autorenews: automatic, confidence: isClear ? 0.9 : 0.65 }
}
