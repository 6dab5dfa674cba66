/** Taxpayer ids as they are shown to everybody: the last signs tell them apart, the rest stays hidden. */

const MARK = '•••'
const SHOWN = 4

/** Short ones show at most half of themselves. */
export const maskTaxId = (number: string): string => {
  if (number === '' || isMaskedTaxId(number)) return number
  const shown = Math.min(SHOWN, Math.floor(number.length / 2))
  return shown === 0 ? MARK : `${MARK}${number.slice(-shown)}`
}

export const isMaskedTaxId = (number: string): boolean => number.startsWith(MARK)
