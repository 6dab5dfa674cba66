import fontkit from '@pdf-lib/fontkit'
import bidiFactory from 'bidi-js'
import {
  beginText,
  endText,
  moveText,
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  PDFString,
  StandardFonts,
  setFontAndSize,
  showText,
} from 'pdf-lib'
import { inTurn } from './in-turn.ts'
import { inCharacters } from './pdf-text.ts'

/**
 * Text of any language in a PDF. Latin is in the standard fonts, as in all our PDFs. Greek, Cyrillic, Hebrew, Arabic and
 * others are in an embedded font, of which the file gets the letters it needs. Chinese, Japanese and Korean are in the
 * fonts that PDF readers bring for them. Lines are put in order from right to left where their language is.
 */

export interface Face {
  widthOfTextAtSize(text: string, size: number): number
  draw(page: PDFPage, text: string, at: { x: number; y: number; size: number }): void
}

/** Fonts that readers have (ISO 32000-1, 9.7.5.2), by what is written in them. */
const ASIAN = {
  japanese: { font: 'HeiseiKakuGo-W5', ordering: 'Japan1', supplement: 2, cmap: 'UniJIS-UTF16-H' },
  korean: { font: 'HYGoThic-Medium', ordering: 'Korea1', supplement: 1, cmap: 'UniKS-UTF16-H' },
  chinese: { font: 'STSong-Light', ordering: 'GB1', supplement: 4, cmap: 'UniGB-UTF16-H' },
} as const
type Asian = keyof typeof ASIAN

const IS_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u
/** Only some of the characters beyond the basic plane are in the readers' fonts, and which isn't known. */
const isBasic = (character: string): boolean => (character.codePointAt(0) ?? 0) <= 0xffff
/** What the library lays out. It fails at letters of other scripts, even of those that the embedded font has. */
const IS_LAID_OUT =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Nko}\p{Script=Lao}\p{Script=Canadian_Aboriginal}\p{Script=Ogham}\p{Script=Common}\p{Script=Inherited}]/u
/** Digits read from the left in a line from the right. The library would turn them round with their letters. */
const IS_ARABIC_DIGIT = /[\u0660-\u0669\u066b\u066c\u06f0-\u06f9]/
const IS_PLAIN = /^[ -~]*$/
const IS_RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The same character means another glyph in another language, which the rest of the text tells. */
const asianOf = (text: string): Asian =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'japanese'
    : /\p{Script=Hangul}/u.test(text)
      ? 'korean'
      : 'chinese'

/** The library cuts fonts to size in steps that it keeps in one queue for the whole isolate. */
const saving = inTurn(20_000)

/** A part of a line in one font. */
interface Run {
  font: PDFFont | Asian
  text: string
}

const bidi = bidiFactory()

/** The parts of a line from left to right, each in the order in which it is read, with whether that is from the right. */
const visualParts = (line: string): { text: string; isRight: boolean }[] => {
  if (!IS_RIGHT_TO_LEFT.test(line)) return [{ text: line, isRight: false }]
  const levels = bidi.getEmbeddingLevels(line, 'ltr')
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels)
  const parts: { indices: number[]; isRight: boolean }[] = []
  for (const index of bidi.getReorderedIndices(line, levels)) {
    const isRight = (levels.levels[index] ?? 0) % 2 === 1
    const last = parts.at(-1)
    if (last?.isRight === isRight) last.indices.push(index)
    else parts.push({ indices: [index], isRight })
  }
  return parts.map(({ indices, isRight }) => ({
    text: indices
      .toSorted((a, b) => a - b)
      .map((index) => mirrored.get(index) ?? line[index] ?? '')
      .join(''),
    isRight,
  }))
}

/** A font that the reader has, written into the document once. */
const asianFont = (pdf: PDFDocument, language: Asian): PDFRef => {
  const { font, ordering, supplement, cmap } = ASIAN[language]
  const { context } = pdf
  const descriptor = context.register(
    context.obj({
      ...{ Type: 'FontDescriptor', FontName: font, Flags: 4, FontBBox: [-100, -200, 1000, 900], ItalicAngle: 0 },
      ...{ Ascent: 880, Descent: -120, CapHeight: 700, StemV: 90 },
    }),
  )
  const descendant = context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'CIDFontType0', BaseFont: font, FontDescriptor: descriptor, DW: 1000 },
      CIDSystemInfo: {
        // In ASCII (ISO 32000-1, 9.7.3): other readers don't find the font for text of two bytes.
        ...{ Registry: PDFString.of('Adobe'), Ordering: PDFString.of(ordering) },
        Supplement: supplement,
      },
    }),
  )
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: `${font}-${cmap}`,
      Encoding: cmap,
      DescendantFonts: [descendant],
    }),
  )
}

const utf16 = (text: string): PDFHexString =>
  PDFHexString.of(
    Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join(''),
  )

/** Whether something could not be written in any of the fonts is known when everything was drawn. */
export class Faces {
  readonly #pdf: PDFDocument
  readonly #further: PDFFont | null
  readonly #letters: ReadonlySet<number>
  readonly #asian = new Map<Asian, PDFRef>()
  readonly regular: Face
  readonly bold: Face
  /** A character had no letter in any font. */
  lost = false

  private constructor(pdf: PDFDocument, fonts: { regular: PDFFont; bold: PDFFont; further: PDFFont | null }) {
    this.#pdf = pdf
    this.#further = fonts.further
    this.#letters = new Set(fonts.further?.getCharacterSet())
    this.regular = this.#face(fonts.regular)
    this.bold = this.#face(fonts.bold)
  }

  /**
   * @param further a font's file, for what the standard fonts don't have
   * @param text everything that will be written, if that is known: Latin text alone needs no further font
   */
  static async make(pdf: PDFDocument, further: Uint8Array, text?: string): Promise<Faces> {
    pdf.registerFontkit(fontkit)
    const regular = await pdf.embedFont(StandardFonts.Helvetica)
    const known = new Set(regular.getCharacterSet())
    const isLatin =
      text !== undefined && [...text].every((letter) => known.has(letter.codePointAt(0) ?? 0) || /\s/u.test(letter))
    return new Faces(pdf, {
      regular,
      bold: await pdf.embedFont(StandardFonts.HelveticaBold),
      further: isLatin ? null : await pdf.embedFont(further, { subset: true }),
    })
  }

  /** The file, of which the embedded font is a part. */
  save(): Promise<Uint8Array> {
    return saving(() => this.#pdf.save())
  }

  #face(latin: PDFFont): Face {
    const known = new Set(latin.getCharacterSet())
    const fontOf = (character: string, language: Asian): PDFFont | Asian | null => {
      const code = character.codePointAt(0) ?? 0
      if (known.has(code)) return latin
      if (IS_ASIAN.test(character)) return isBasic(character) ? language : null
      return this.#letters.has(code) && IS_LAID_OUT.test(character) ? this.#further : null
    }
    const runsOf = (text: string): Run[] => {
      const language = asianOf(text)
      const has = (character: string) => fontOf(character, language) !== null
      // Control characters go, and what no font has becomes a question mark.
      const { text: written, lost } = inCharacters(text.replaceAll(/[\n\t]/g, ' '), has)
      this.lost ||= lost
      const runs: Run[] = []
      for (const { text: part, isRight } of visualParts(written)) {
        const inPart: Run[] = []
        for (const character of part) {
          const font = fontOf(character, language) ?? latin
          const last = inPart.at(-1)
          const isAlone = !isRight && IS_ARABIC_DIGIT.test(character)
          if (last?.font === font && !isAlone) last.text += character
          else inPart.push({ font, text: character })
        }
        // The embedded font turns its letters round itself. Signs between them are in the standard font.
        runs.push(
          ...(isRight
            ? inPart
                .toReversed()
                .map((run) => (run.font === latin ? { ...run, text: [...run.text].toReversed().join('') } : run))
            : inPart),
        )
      }
      return runs
    }
    // By letter, because what is drawn isn't kerned.
    const widths = new Map<string, number>()
    const widthOfLetter = (letter: string): number => {
      const width = widths.get(letter) ?? latin.widthOfTextAtSize(letter, 1)
      widths.set(letter, width)
      return width
    }
    const plainWidth = (text: string, size: number): number =>
      [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0) * size
    const widthOf = ({ font, text }: Run, size: number): number => {
      if (typeof font === 'string') return [...text].length * size
      return font === latin ? plainWidth(text, size) : font.widthOfTextAtSize(text, size)
    }
    return {
      widthOfTextAtSize: (text, size) =>
        IS_PLAIN.test(text) ? plainWidth(text, size) : runsOf(text).reduce((sum, run) => sum + widthOf(run, size), 0),
      draw: (page, text, { x, y, size }) => {
        let at = x
        for (const run of runsOf(text)) {
          if (typeof run.font === 'string') this.#drawAsian(page, run.font, run.text, { x: at, y, size })
          else page.drawText(run.text, { x: at, y, size, font: run.font })
          at += widthOf(run, size)
        }
      },
    }
  }

  #drawAsian(page: PDFPage, language: Asian, text: string, { x, y, size }: { x: number; y: number; size: number }) {
    const font = this.#asian.get(language) ?? asianFont(this.#pdf, language)
    this.#asian.set(language, font)
    const name = PDFName.of(`Asian-${language}`)
    page.node.setFontDictionary(name, font)
    page.pushOperators(beginText(), setFontAndSize(name, size), moveText(x, y), showText(utf16(text)), endText())
  }
}
