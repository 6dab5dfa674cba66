/** What the codes and glyph names of simple fonts mean (ISO 32000-1, annex D). */

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')

const table = (upper: string, from: number): (string | undefined)[] => {
  const codes: (string | undefined)[] = Array.from({ length: 256 }, () => undefined)
  for (const [i, character] of [...ASCII].entries()) codes[32 + i] = character
  for (const [i, character] of [...upper].entries()) codes[from + i] = character === '\u0000' ? undefined : character
  return codes
}

const LATIN = Array.from({ length: 96 }, (_, i) => String.fromCharCode(160 + i)).join('')
const NONE = '\u0000'

const WINDOWS = table(`€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ${LATIN}`, 128)
const MAC = table(
  `ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›fl‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ${NONE}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ`.replace(
    'fl',
    'ﬁﬂ',
  ),
  128,
)
const STANDARD = table(
  `¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ${NONE}–†‡·${NONE}¶•‚„”»…‰${NONE}¿${NONE}\`´ˆ˜¯˘˙¨${NONE}˚¸${NONE}˝˛ˇ—${NONE.repeat(16)}Æ${NONE}ª${NONE.repeat(4)}ŁØŒº${NONE.repeat(5)}æ${NONE.repeat(3)}ı${NONE.repeat(2)}łøœß`,
  161,
)
STANDARD[39] = '’'
STANDARD[96] = '‘'

export const ENCODINGS: Record<string, readonly (string | undefined)[]> = {
  WinAnsiEncoding: WINDOWS,
  MacRomanEncoding: MAC,
  StandardEncoding: STANDARD,
}

const NAMED: Record<string, string> = {
  ...{ space: ' ', exclam: '!', quotedbl: '"', numbersign: '#', dollar: '$', percent: '%', ampersand: '&' },
  ...{ quotesingle: "'", parenleft: '(', parenright: ')', asterisk: '*', plus: '+', comma: ',', hyphen: '-' },
  ...{ period: '.', slash: '/', zero: '0', one: '1', two: '2', three: '3', four: '4', five: '5', six: '6' },
  ...{ seven: '7', eight: '8', nine: '9', colon: ':', semicolon: ';', less: '<', equal: '=', greater: '>' },
  ...{ question: '?', at: '@', bracketleft: '[', backslash: '\\', bracketright: ']', asciicircum: '^' },
  ...{ underscore: '_', grave: '`', braceleft: '{', bar: '|', braceright: '}', asciitilde: '~' },
  ...{ exclamdown: '¡', cent: '¢', sterling: '£', currency: '¤', yen: '¥', brokenbar: '¦', section: '§' },
  ...{ dieresis: '¨', copyright: '©', ordfeminine: 'ª', guillemotleft: '«', logicalnot: '¬', registered: '®' },
  ...{ macron: '¯', degree: '°', plusminus: '±', twosuperior: '²', threesuperior: '³', acute: '´', mu: 'µ' },
  ...{ paragraph: '¶', periodcentered: '·', cedilla: '¸', onesuperior: '¹', ordmasculine: 'º', onehalf: '½' },
  ...{ guillemotright: '»', onequarter: '¼', threequarters: '¾', questiondown: '¿', multiply: '×', divide: '÷' },
  ...{ germandbls: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', oslash: 'ø', Oslash: 'Ø', lslash: 'ł', Lslash: 'Ł' },
  ...{ eth: 'ð', Eth: 'Ð', thorn: 'þ', Thorn: 'Þ', dotlessi: 'ı', fi: 'fi', fl: 'fl', ff: 'ff', ffi: 'ffi' },
  ...{ ffl: 'ffl', endash: '–', emdash: '—', quoteleft: '‘', quoteright: '’', quotesinglbase: '‚' },
  ...{ quotedblleft: '“', quotedblright: '”', quotedblbase: '„', dagger: '†', daggerdbl: '‡', bullet: '•' },
  ...{ ellipsis: '…', perthousand: '‰', guilsinglleft: '‹', guilsinglright: '›', fraction: '/', Euro: '€' },
  ...{ trademark: '™', minus: '−', florin: 'ƒ', circumflex: 'ˆ', tilde: '˜', nbspace: ' ', sfthyphen: '-' },
  ...{ notequal: '≠', lessequal: '≤', greaterequal: '≥', infinity: '∞', checkmark: '✓' },
}

const ACCENTS: Record<string, string> = {
  ...{ acute: '\u0301', grave: '\u0300', circumflex: '\u0302', dieresis: '\u0308', tilde: '\u0303' },
  ...{ ring: '\u030a', cedilla: '\u0327', caron: '\u030c', macron: '\u0304', ogonek: '\u0328', breve: '\u0306' },
  ...{ dotaccent: '\u0307', hungarumlaut: '\u030b', commaaccent: '\u0326' },
}

/** The text that a glyph of this name shows, if the name tells. */
export const glyphText = (name: string): string | undefined => {
  const plain = name.split('.')[0] ?? ''
  if (plain.length === 1) return plain
  const known = Object.hasOwn(NAMED, plain) ? NAMED[plain] : undefined
  if (known !== undefined) return known
  const hex = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/.exec(plain)
  if (hex) {
    const code = Number.parseInt(hex[1] ?? hex[2] ?? '', 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
  }
  const accent = plain.slice(1)
  return Object.hasOwn(ACCENTS, accent) ? `${plain[0]}${ACCENTS[accent]}`.normalize('NFC') : undefined
}

const widthsOf = (widths: string): number[] => widths.split(' ').map(Number)

/** Widths of the characters from space to tilde, in thousandths. */
const HELVETICA = widthsOf(
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584',
)
const TIMES = widthsOf(
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541',
)

/** The approximate width of a character in one of the standard fonts. */
export const standardWidth = (fontName: string, character: string): number => {
  if (/courier|mono/i.test(fontName)) return 600
  const widths = /times|serif|roman|georgia/i.test(fontName) ? TIMES : HELVETICA
  return widths[(character.codePointAt(0) ?? 0) - 32] ?? 556
}
