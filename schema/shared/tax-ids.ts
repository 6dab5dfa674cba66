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

/** "1.23457E+11": how a spreadsheet shows a long number, whose other digits are gone from its file. */
const CUT = /^\d{1,15}(?:[.,]\d{1,15})?e\+\d{1,3}$/i

export const isWholeTaxId = (number: string): boolean => !CUT.test(number.trim())
export const CUT_TAX_ID = 'A spreadsheet has cut digits from this number. Enter all of them'
