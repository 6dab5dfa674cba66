import { useEffect, useState } from 'react'

const listeners = new Set<(text: string) => void>()

/** Says something to people who don't see the page, once, when they are free to listen. */
export const announce = (text: string): void => {
  for (const say of listeners) say(text)
}

/** The one place where it is said. In the frame of every page. */
export const Announcer = () => {
  const [said, setSaid] = useState({ text: '', count: 0 })
  useEffect(() => {
    const say = (text: string): void => setSaid(({ count }) => ({ text, count: count + 1 }))
    listeners.add(say)
    return () => {
      listeners.delete(say)
    }
  }, [])
  return (
    <div className="ol-visually-hidden" aria-live="polite" data-announcer>
      {/* The same words are said again when something happens again. */}
      <span key={said.count}>{said.text}</span>
    </div>
  )
}
