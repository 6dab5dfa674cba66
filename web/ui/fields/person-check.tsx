import { Button, Input, useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

/** The part of Turnstile's interface that is used (https://developers.cloudflare.com/turnstile/get-started/client-side-rendering). */
interface Turnstile<Widget> {
  render(
    place: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      size: 'flexible'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): Widget
  remove(widget: Widget): void
}

const known = () => (window as { turnstile?: Turnstile<unknown> }).turnstile

const loading = new Map<string, Promise<void>>()

/** Loads it once for the page. A failed attempt can be repeated. */
const load = (address: string): Promise<void> => {
  const before = loading.get(address)
  if (before) return before
  const attempt = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      loading.delete(address)
      script.remove()
      reject(new Error('The check was not reached'))
    }
    document.head.append(script)
  })
  loading.set(address, attempt)
  return attempt
}

interface PersonCheckProps {
  check: { siteKey: string; script: string }
  error: string | undefined
  /** The token, or null once it has expired. Each works for one sending. */
  onChange: (token: string | null) => void
}

/** The box that shows that the sender is a person. A new one is made by another `key`. */
export const PersonCheck = ({ check, error, onChange }: PersonCheckProps) => {
  const scheme = useComputedColorScheme('light')
  const place = useRef<HTMLDivElement>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    let widget: unknown = null
    let left = false
    setFailed(false)
    const fail = () => {
      if (left) return
      setFailed(true)
      changed.current(null)
    }
    load(check.script).then(() => {
      const turnstile = known()
      if (left || !place.current || !turnstile) return
      widget = turnstile.render(place.current, {
        sitekey: check.siteKey,
        theme: scheme,
        size: 'flexible',
        callback: (token) => changed.current(token),
        'expired-callback': () => changed.current(null),
        'error-callback': fail,
      })
    }, fail)
    return () => {
      left = true
      if (widget !== null) known()?.remove(widget)
    }
  }, [check.script, check.siteKey, scheme, attempt])
  return (
    <Input.Wrapper label="Are you a person?" error={failed ? undefined : error} withAsterisk>
      <div ref={place} id="sender-person" tabIndex={-1} />
      {failed && (
        <Input.Error>
          The check could not be loaded.{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </Input.Error>
      )}
    </Input.Wrapper>
  )
}
