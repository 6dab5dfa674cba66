import { useEffect, useRef, useState } from 'react'

/** For so long the second press is waited for. */
const ASKED_MS = 5000
/** The second press counts when nothing else was typed for so long. Text with a double letter isn't meant. */
const QUIET_MS = 400

interface Asked {
  key: string
  /** What it was asked about. Another one needs its own two presses. */
  about: string
}

/**
 * A decision by a key is given by the same key twice, or by the key and Enter. Everything else that is typed or clicked
 * takes the question back.
 */
export const useKeyTwice = () => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const run = useRef<(() => void) | null>(null)
  const confirmed = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const end = (): void => {
    clearTimeout(confirmed.current)
    confirmed.current = undefined
    run.current = null
    setAsked(null)
  }
  const decide = (): void => {
    const decision = run.current
    end()
    decision?.()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what ends a question listens as long as it is asked
  useEffect(() => {
    if (!asked) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === asked.key) return
      if (event.key === 'Enter') {
        event.preventDefault()
        event.stopPropagation()
        decide()
      } else if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) {
        end()
      }
    }
    const timer = setTimeout(end, ASKED_MS)
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('pointerdown', end, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener('pointerdown', end, { capture: true })
    }
  }, [asked])
  useEffect(() => () => clearTimeout(confirmed.current), [])

  return {
    asked,
    /** Pressed the first time, it asks. The second time, it decides. */
    press: (key: string, about: string, decision: () => void): void => {
      run.current = decision
      if (asked?.key !== key || asked.about !== about) setAsked({ key, about })
      else confirmed.current ??= setTimeout(decide, QUIET_MS)
    },
  }
}
