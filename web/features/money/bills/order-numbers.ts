import { withoutEnd } from '../../../../schema/shared/match-key.ts'

/** Numbers of purchase orders in the text of an invoice: after "PO" or "purchase order", with a digit. */

const NAMED =
  /\b(?:P\.?\s?O\.?|purchase\s+order)\s*(?:(?:no|num|number|nr|ref)\b\.?)?\s*[:#-]*\s*([A-Z0-9][A-Z0-9/-]{0,29})/gi
const MOST = 6

/** Each as it is written, and with the letters before it, because both can be the number. */
export const orderNumbersIn = (texts: readonly string[]): string[] => {
  const found = texts.flatMap((text) =>
    [...text.matchAll(NAMED)].flatMap(([, number]) => (number && /\d/.test(number) ? [withoutEnd(number, '/-')] : [])),
  )
  return [...new Set(found)].slice(0, MOST).flatMap((number) => [number, `PO${number}`, `PO-${number}`])
}
