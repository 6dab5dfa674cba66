import { useEffect, useState } from 'react'
import { onAnnounce } from '../../lib/said/announce.ts'

/** Said together, so that none is lost to the next one. */
const TOGETHER_MS = 100

/** The one place where things are said. Beside every page. */
export const Announcer = () => {
  const [said, setSaid] = useState({ text: '', count: 0 })
  useEffect(() => {
    let waiting: string[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onAnnounce((text) => {
      waiting = [...waiting.filter((other) => other !== text), text]
      timer ??= setTimeout(() => {
        const text = waiting.join('. ')
        waiting = []
        timer = undefined
        setSaid(({ count }) => ({ text, count: count + 1 }))
      }, TOGETHER_MS)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [])
  return (
    <div className="ol-visually-hidden" aria-live="polite" data-announcer>
      {/* The same words are said again when something happens again. */}
      <span key={said.count}>{said.text}</span>
    </div>
  )
}
