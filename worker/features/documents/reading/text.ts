import type { Page } from '../../../../schema/documents/readings.ts'

/** The text of a file by page. The libraries are loaded only when a file is read. */

/** Larger files are kept but not read. Bytes. */
export const MAX_READ_BYTES = 20 * 1024 * 1024
const MAX_PAGES = 300
const MAX_CHARACTERS = 500_000

/** A piece of a page's text and where it stands, from 0 to 1 from the upper left corner. */
export interface Piece {
  /** Of the page's text. */
  start: number
  end: number
  left: number
  top: number
  right: number
  bottom: number
}

export interface ReadPage extends Page {
  /** PDF only. */
  pieces: Piece[]
}

/** The file is what it is: reading it again would not help. */
export class UnreadableFile extends Error {}

/** Errors: UnreadableFile with a sentence for people. */
export const pagesOf = async (kind: 'pdf' | 'docx' | 'xlsx' | 'pptx', bytes: Uint8Array): Promise<ReadPage[]> => {
  if (bytes.byteLength > MAX_READ_BYTES) throw new UnreadableFile('The file is too large to be read (20 MB at most).')
  let pages: ReadPage[]
  try {
    pages = kind === 'pdf' ? await pdfPages(bytes) : await officePages(kind, bytes)
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === 'PasswordException'
    throw new UnreadableFile(isLocked ? 'The file is password-protected.' : 'The file is damaged.', { cause })
  }
  const read = limited(pages)
  if (read.every(({ text }) => text === '')) {
    throw new UnreadableFile('No text found. The file may be a scanned image.')
  }
  return read
}

const limited = (pages: ReadPage[]): ReadPage[] => {
  let left = MAX_CHARACTERS
  return pages.slice(0, MAX_PAGES).map((page) => {
    const text = page.text.slice(0, left)
    left -= text.length
    return { ...page, text }
  })
}

const officePages = async (kind: 'docx' | 'xlsx' | 'pptx', bytes: Uint8Array): Promise<ReadPage[]> => {
  const office = await import('./office.ts')
  const read = { docx: office.docxPages, xlsx: office.xlsxPages, pptx: office.pptxPages }[kind]
  return read(bytes).map((page) => ({ ...page, pieces: [] }))
}

const pdfPages = async (bytes: Uint8Array): Promise<ReadPage[]> => {
  const { getDocumentProxy } = await import('unpdf')
  // The library takes the bytes for itself.
  const pdf = await getDocumentProxy(bytes.slice())
  const pages: ReadPage[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number++) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    let text = ''
    const pieces: Piece[] = []
    let lineAt: number | null = null
    for (const item of items) {
      if (!('str' in item)) continue
      const [, , , , x = 0, y = 0] = item.transform as number[]
      // Pieces of one line are not told apart by every program that writes PDF.
      if (lineAt !== null && Math.abs(lineAt - y) > 2 && !text.endsWith('\n')) text += '\n'
      else if (text && !/\s$/.test(text) && item.str && !/^\s/.test(item.str) && pieces.length > 0) {
        const last = pieces.at(-1)
        if (last && x / width - last.right > 0.004) text += ' '
      }
      lineAt = y
      const start = text.length
      text += item.str
      if (item.str.trim()) {
        pieces.push({
          start,
          end: text.length,
          left: x / width,
          right: (x + item.width) / width,
          top: 1 - (y + item.height) / height,
          bottom: 1 - y / height,
        })
      }
      if (item.hasEOL && !text.endsWith('\n')) text += '\n'
    }
    pages.push({ page: number, text: text.trimEnd(), pieces })
    page.cleanup()
  }
  await pdf.loadingTask.destroy()
  return pages
}

/** Where a part of a page's text stands: the box around its pieces; null where that is not known. */
export const boxOf = ({ pieces }: ReadPage, start: number, end: number): { x: number; y: number }[] | null => {
  const within = pieces.filter((piece) => piece.start < end && piece.end > start)
  if (within.length === 0) return null
  const round = (n: number) => Math.round(Math.min(1, Math.max(0, n)) * 10_000) / 10_000
  const left = round(Math.min(...within.map((piece) => piece.left)))
  const right = round(Math.max(...within.map((piece) => piece.right)))
  const top = round(Math.min(...within.map((piece) => piece.top)))
  const bottom = round(Math.max(...within.map((piece) => piece.bottom)))
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}
