import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

/** Loaded only when a page is drawn, because the library is large. */

GlobalWorkerOptions.workerSrc = workerUrl

/** The longer side of the drawing. Pixels. */
const SHARPNESS = 1600

/** Throws network errors, and those of a damaged file. */
export const drawPage = async (url: string, page: number, canvas: HTMLCanvasElement, signal: AbortSignal) => {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error('The document couldn’t be loaded. Try again.')
  const task = getDocument({ data: new Uint8Array(await answer.arrayBuffer()) })
  signal.addEventListener('abort', () => void task.destroy(), { once: true })
  try {
    const pdf = await task.promise
    const sheet = await pdf.getPage(page)
    const plain = sheet.getViewport({ scale: 1 })
    const viewport = sheet.getViewport({ scale: SHARPNESS / Math.max(plain.width, plain.height) })
    canvas.width = viewport.width
    canvas.height = viewport.height
    await sheet.render({ canvas, viewport }).promise
  } finally {
    void task.destroy()
  }
}
