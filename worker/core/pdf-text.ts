/** Text in the standard fonts of PDF, which know Latin letters only. */

/** Letters that lose more than an accent when written in Latin. */
const SPELT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
    ı: 'i',
    '→': '->',
    '←': '<-',
    '−': '-',
    '‑': '-',
  }),
)

/**
 * Converts text to the characters of PDF's standard fonts (Latin). Other letters lose their accent if possible, and
 * otherwise become a question mark.
 * @returns the text, and whether anything was lost
 */
export const inCharacters = (text: string, known: (character: string) => boolean): { text: string; lost: boolean } => {
  let lost = false
  const written = [...text].map((character) => {
    if (character === '\n' || known(character)) return character
    if (/\s/u.test(character)) return ' '
    if (/\p{M}|\p{Cf}|\p{Cc}/u.test(character)) return ''
    const plain = SPELT.get(character) ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    if (plain !== character && plain && [...plain].every(known)) return plain
    lost = true
    return '?'
  })
  return { text: written.join(''), lost }
}

/** How much of a word is measured at a time. More never fits into a line. */
const WORD_PART = 200

const partsOf = (word: string): string[] =>
  word.length <= WORD_PART
    ? [word]
    : Array.from({ length: Math.ceil(word.length / WORD_PART) }, (_, i) =>
        word.slice(i * WORD_PART, (i + 1) * WORD_PART),
      )

/** Wraps text into lines no wider than `width`, about `most` at most. A word that is wider is broken. */
export const wrap = (
  text: string,
  width: number,
  measure: (text: string) => number,
  most = Number.POSITIVE_INFINITY,
): string[] => {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    if (lines.length > most) break
    lines.push(...wrapped(paragraph, width, measure))
  }
  return lines
}

const wrapped = (paragraph: string, width: number, measure: (text: string) => number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    // The parts of a long word are joined without a space.
    for (const [i, part] of partsOf(word).entries()) {
      const longer = i > 0 ? line + part : line ? `${line} ${part}` : part
      if (measure(longer) <= width) {
        line = longer
        continue
      }
      if (line && i === 0) lines.push(line)
      line = i === 0 ? part : longer
      while (measure(line) > width) {
        let fits = Math.max(1, Math.floor((line.length * width) / measure(line)))
        while (fits > 1 && measure(line.slice(0, fits)) > width) fits -= 1
        // Not within a character of two units.
        if (/[\ud800-\udbff]/.test(line[fits - 1] ?? '')) fits += fits > 1 ? -1 : 1
        lines.push(line.slice(0, fits))
        line = line.slice(fits)
      }
    }
  }
  return [...lines, line]
}
