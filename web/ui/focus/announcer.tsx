import { useEffect, useRef } from 'react'
import { onAnnounce } from '../../lib/said/announce.ts'

/** Said together, so that none is lost to the next one. */
const TOGETHER_MS = 100

/**
 * The one place where things are said. Beside every page. Its words are in a closed shadow tree: assistive software reads
 * them, and a search within the page finds only what is shown.
 */
export const Announcer = () => {
  const own = useRef<HTMLDivElement>(null)
  const tree = useRef<ShadowRoot>(null)
  useEffect(() => {
    if (own.current) tree.current ??= own.current.attachShadow({ mode: 'closed' })
    let waiting: string[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onAnnounce((text) => {
      waiting = [...waiting.filter((other) => other !== text), text]
      timer ??= setTimeout(() => {
        // Another element each time, so that the same words are said again.
        const said = document.createElement('span')
        said.textContent = waiting.join('. ')
        tree.current?.replaceChildren(said)
        waiting = []
        timer = undefined
      }, TOGETHER_MS)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [])
  return <div ref={own} className="ol-visually-hidden" aria-live="polite" data-announcer />
}
