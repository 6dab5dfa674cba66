/** What a number format of a spreadsheet shows (ECMA-376, part 1, 18.8.30). Pure. */

import { addDays } from '../../../../../schema/shared/calendar.ts'

export interface Shown {
  kind: 'NUMBER' | 'DATE' | 'TIME' | 'MOMENT' | 'DURATION' | 'PERCENT'
  /** Decimals that are shown, or null for as many as there are. */
  decimals: number | null
  /** A currency, as it is written beside the number. */
  unit: string
}

const GENERAL: Shown = { kind: 'NUMBER', decimals: null, unit: '' }
const dated = (kind: Shown['kind']): Shown => ({ kind, decimals: null, unit: '' })

/** Formats that every program knows by number. */
const builtIn = (id: number): Shown => {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58) || id === 36) return dated('DATE')
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) return dated('TIME')
  if (id === 22) return dated('MOMENT')
  if (id === 46) return dated('DURATION')
  if (id === 9 || id === 10) return { kind: 'PERCENT', decimals: id === 10 ? 2 : 0, unit: '' }
  if (id === 2 || id === 4 || id === 39 || id === 40) return { kind: 'NUMBER', decimals: 2, unit: '' }
  return GENERAL
}

/** @param code what the file itself says that the number means, if it does */
export const formatOf = (id: number, code: string | undefined): Shown => {
  if (code === undefined) return builtIn(id)
  const [positive = ''] = code.split(';')
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return dated('DURATION')
  const unit =
    /\[\$([^\]-]{1,4})/.exec(positive)?.[1] ??
    /["\\]?([€£$¥₪])/.exec(positive)?.[1] ??
    /"\s?([A-Z]{3})\s?"/.exec(positive)?.[1] ??
    ''
  // Letters in quotation marks, brackets or behind a backslash are shown as they are.
  const bare = positive
    .replaceAll(/"[^"]{0,60}"|\[[^\]]{0,40}\]|\\.|_./g, '')
    .replaceAll(/general|standard/gi, '')
    .replaceAll(/am\/pm|a\/p/gi, 'h')
  const [hasDay, hasTime] = [/[dy]|m{3}|e{2,}/i.test(bare), /[hs]/i.test(bare)]
  if (hasDay || hasTime || /^m+$/i.test(bare.trim()))
    return dated(hasDay && hasTime ? 'MOMENT' : hasTime ? 'TIME' : 'DATE')
  const decimals = /[.,](0+)(?!.*[.,]0)/.exec(bare)?.[1]?.length ?? (/0/.test(bare) ? 0 : null)
  const shown = decimals === 0 && !/[#0],?[#0]{0,20}0/.test(bare) ? null : decimals
  return { kind: /%/.test(bare) ? 'PERCENT' : 'NUMBER', decimals: shown, unit: unit.trim() }
}

const two = (n: number): string => String(n).padStart(2, '0')

/** Days since the end of 1899, in which programs think that 1900 had a February 29. Since 1904 with `is1904`. */
const dayText = (serial: number, is1904: boolean): string | null => {
  const days = Math.floor(serial)
  if (!(days >= 0 && days < 2_958_466)) return null
  return addDays(is1904 ? '1904-01-01' : days < 60 ? '1899-12-31' : '1899-12-30', days)
}

/** A number of at most fifteen digits, written as short as it can be. Tables have millions of them. */
const PLAIN = /^(?:-?[1-9]\d{0,9}|0)(?:\.\d{0,4}[1-9])?$/

/** More decimals than are shown are kept, because they may matter. Fewer are filled up. */
const filledUp = (plain: string, decimals: number | null): string => {
  if (decimals === null || decimals === 0 || decimals > 10) return plain
  const point = plain.indexOf('.')
  const missing = decimals - (point < 0 ? 0 : plain.length - point - 1)
  return missing > 0 ? `${plain}${point < 0 ? '.' : ''}${'0'.repeat(missing)}` : plain
}

const withUnit = (text: string, unit: string): string => (unit ? `${unit} ${text}` : text)

/** What an eye sees in a cell with a number. Dates as yyyy-mm-dd, whose order no one mistakes. */
export const numberShown = (text: string, { kind, decimals, unit }: Shown, is1904: boolean): string => {
  if (kind === 'NUMBER' && PLAIN.test(text)) return withUnit(filledUp(text, decimals), unit)
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return text
  // To whole seconds, because a half day is stored as 0.49999.
  const seconds = Math.round(value * 86_400)
  const time = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}`
  if (kind === 'DURATION') return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}`
  if (kind === 'TIME' && value >= 0 && value < 1) return time
  if (kind === 'DATE' || kind === 'MOMENT' || kind === 'TIME') {
    const day = dayText(seconds / 86_400, is1904)
    return day === null ? text : kind === 'DATE' ? day : `${day} ${time}`
  }
  // Fifteen digits count, as in every spreadsheet.
  const exact = Number(value.toPrecision(15))
  if (kind === 'PERCENT')
    return `${decimals === null ? Number((exact * 100).toPrecision(12)) : (exact * 100).toFixed(Math.min(decimals, 10))}%`
  const plain = /e/i.test(String(exact)) ? text : String(exact)
  return withUnit(/e/i.test(plain) ? plain : filledUp(plain, decimals), unit)
}
