import { strFromU8, unzipSync } from 'fflate'
import type { Page } from '../../../../schema/documents/readings.ts'

/** The text of Office Open XML files: a zip of XML parts. Only the parts named here are unpacked, up to a size. */

const MAX_UNPACKED = 40 * 1024 * 1024

/** Errors: when the file is damaged, or its parts are larger than any text is. */
const partsOf = (bytes: Uint8Array, wanted: RegExp): Map<string, string> => {
  let total = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!wanted.test(name)) return false
      total += originalSize
      if (total > MAX_UNPACKED) throw new Error('The parts of the file are too large')
      return true
    },
  })
  return new Map(Object.entries(files).map(([name, part]) => [name, strFromU8(part)]))
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The five entities of XML and numbered characters; nothing else is ever resolved. */
const decoded = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, digits, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(digits)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

const attribute = (tag: string, name: string): string | undefined =>
  decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '') || undefined

const TOKENS = /<([^>]+)>|([^<]+)/g

/** Calls back for every tag and text of a part, in their order. */
const walk = (xml: string, onTag: (name: string, tag: string) => void, onText: (text: string) => void): void => {
  for (const [, tag, text] of xml.matchAll(TOKENS)) {
    if (tag !== undefined) onTag(/^\/?[\w:.-]+/.exec(tag)?.[0] ?? '', tag)
    else if (text) onText(decoded(text))
  }
}

const tidy = (text: string): string =>
  text
    .replaceAll(/[ \u00a0]+/g, ' ')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const numbered = (texts: string[]): Page[] => texts.map((text, i) => ({ page: i + 1, text: tidy(text) }))

/** Word: paragraphs in lines; pages where the file says that one ended when it was last shown. */
export const docxPages = (bytes: Uint8Array): Page[] => {
  const xml = partsOf(bytes, /^word\/document\.xml$/).get('word/document.xml')
  if (xml === undefined) throw new Error('The file has no document part')
  const pages = ['']
  const add = (text: string) => {
    pages[pages.length - 1] += text
  }
  let inText = false
  walk(
    xml,
    (name, tag) => {
      if (name === 'w:t') inText = !tag.endsWith('/')
      else if (name === '/w:t') inText = false
      else if (name === 'w:tab' || name === '/w:tc') add('\t')
      else if (name === '/w:p') add('\n')
      else if (name === 'w:lastRenderedPageBreak' || (name === 'w:br' && attribute(tag, 'w:type') === 'page')) {
        if (pages.at(-1)?.trim()) pages.push('')
      } else if (name === 'w:br') add('\n')
    },
    (text) => inText && add(text),
  )
  return numbered(pages)
}

const textsOf = (xml: string, textTag: string, endTag: string): string => {
  let text = ''
  let inText = false
  walk(
    xml,
    (name, tag) => {
      if (name === textTag) inText = !tag.endsWith('/')
      else if (name === `/${textTag}`) inText = false
      else if (name === endTag) text += '\n'
    },
    (piece) => {
      if (inText) text += piece
    },
  )
  return text
}

const byNumber = (a: string, b: string): number =>
  Number(/(\d+)\.xml$/.exec(a)?.[1] ?? 0) - Number(/(\d+)\.xml$/.exec(b)?.[1] ?? 0)

/** PowerPoint: a page for each slide. */
export const pptxPages = (bytes: Uint8Array): Page[] => {
  const parts = partsOf(bytes, /^ppt\/slides\/slide\d+\.xml$/)
  const slides = [...parts.keys()].sort(byNumber)
  return numbered(slides.map((name) => textsOf(parts.get(name) ?? '', 'a:t', '/a:p')))
}

/** Excel: a page for each sheet; cells of a row stand apart by tabs. Numbers are as they are stored. */
export const xlsxPages = (bytes: Uint8Array): Page[] => {
  const parts = partsOf(bytes, /^xl\/(sharedStrings\.xml|worksheets\/sheet\d+\.xml)$/)
  const strings = (parts.get('xl/sharedStrings.xml') ?? '')
    .split('</si>')
    .map((item) => textsOf(item, 't', '').replaceAll('\n', ' '))
  const sheets = [...parts.keys()].filter((name) => name.startsWith('xl/worksheets/')).sort(byNumber)
  return numbered(sheets.map((name) => sheetText(parts.get(name) ?? '', strings)))
}

const sheetText = (xml: string, strings: readonly string[]): string => {
  let text = ''
  let type = ''
  let reading = false
  walk(
    xml,
    (name, tag) => {
      if (name === 'c') type = attribute(tag, 't') ?? ''
      else if (name === 'v' || name === 't') reading = !tag.endsWith('/')
      else if (name === '/v' || name === '/t') reading = false
      else if (name === '/c') text += '\t'
      else if (name === '/row') text += '\n'
    },
    (piece) => {
      if (reading) text += type === 's' ? (strings[Number(piece)] ?? '') : piece
    },
  )
  return text.replaceAll(/\t+\n/g, '\n')
}
