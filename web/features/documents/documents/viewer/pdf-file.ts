import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import type { Place } from '../places.ts'

/** Loaded only when a PDF is shown, because the library is large. */

GlobalWorkerOptions.workerSrc = workerUrl

export interface PdfFile {
  pages: number
  /** Draws a page, and gives its height for a width of 1. */
  draw: (page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<number>
  /** Where a text stands on a page. Empty if it isn't there. */
  find: (page: number, text: string) => Promise<Place['boxes']>
  close: () => void
}

/** A drawing of more pixels takes memory and says no more. */
const MOST_WIDE = 3200

/** Throws network errors, and those of a damaged file. */
export const openPdf = async (url: string, signal: AbortSignal): Promise<PdfFile> => {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error('The document couldn’t be loaded. Try again.')
  const task = getDocument({ data: new Uint8Array(await answer.arrayBuffer()) })
  const pdf = await task.promise.catch((cause: unknown) => {
    throw signal.aborted ? cause : new Error('This PDF is damaged or locked. Open the file instead.', { cause })
  })
  return {
    pages: pdf.numPages,
    close: () => void task.destroy(),
    draw: async (page, canvas, width, stop) => {
      const sheet = await pdf.getPage(page)
      const plain = sheet.getViewport({ scale: 1 })
      const ratio = plain.height / plain.width
      if (stop.aborted) return ratio
      const pixels = Math.min(MOST_WIDE, width * Math.max(1, window.devicePixelRatio))
      const viewport = sheet.getViewport({ scale: pixels / plain.width })
      // Drawn apart, so that what is shown stays until then.
      const drawing = document.createElement('canvas')
      drawing.width = viewport.width
      drawing.height = viewport.height
      const render = sheet.render({ canvas: drawing, viewport })
      stop.addEventListener('abort', () => render.cancel(), { once: true })
      await render.promise
      canvas.width = drawing.width
      canvas.height = drawing.height
      canvas.getContext('2d')?.drawImage(drawing, 0, 0)
      return ratio
    },
    find: async (page, text) => {
      const sheet = await pdf.getPage(page)
      const { width, height } = sheet.getViewport({ scale: 1 })
      const wanted = text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
      const { items } = await sheet.getTextContent()
      for (const item of items) {
        if (!('str' in item) || wanted === '') continue
        const at = item.str.replaceAll(/\s+/g, ' ').toLowerCase().indexOf(wanted)
        if (at < 0) continue
        const [, , , , x = 0, y = 0] = item.transform as number[]
        const each = item.width / Math.max(1, item.str.length)
        const box = { left: (x + at * each) / width, top: 1 - (y + item.height) / height }
        return [{ ...box, width: (wanted.length * each) / width, height: (item.height * 1.2) / height }]
      }
      return []
    },
  }
}
