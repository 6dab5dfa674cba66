/** Taxpayer ids as everyone sees them: only the last characters, to tell them apart. */

const MARK = '•••'
const SHOWN = 4

/** Short ones show at most half of their characters. */
export const maskTaxId = (number: string): string => {
  if (number === '' || isMaskedTaxId(number)) return number
  const shown = Math.min(SHOWN, Math.floor(number.length / 2))
  return shown === 0 ? MARK : `${MARK}${number.slice(-shown)}`
}

export const isMaskedTaxId = (number: string): boolean => number.startsWith(MARK)
