import { useRouter } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, type MouseEvent, useEffect, useRef } from 'react'
import { type Address, locationOf } from '../lib/address.ts'

export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Long enough that a pointer on its way elsewhere loads nothing. */
const INTENT_MS = 50

/** Loads a page's code and starts its data when someone seems about to open it. */
const usePreload = (href: Address | undefined) => {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = (): void => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const preload = (): void => {
    if (!href || href === window.location.pathname + window.location.search) return
    // What fails now is said when the page is opened.
    void Promise.resolve(router.preloadRoute(locationOf(href))).catch(() => undefined)
  }
  const soon = (): void => {
    cancel()
    timer.current = setTimeout(preload, INTENT_MS)
  }
  return { soon, preload, cancel }
}

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: Address
}

/**
 * A link within the app. Pointing at it, touching it or focusing it loads the page ahead. The browser handles other
 * clicks (new tab, new window).
 */
export const AppLink = ({ href, target, ...rest }: AppLinkProps) => {
  const router = useRouter()
  const { soon, preload, cancel } = usePreload(target ? undefined : href)
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        rest.onClick?.(event)
        if (event.defaultPrevented || target || !isPlainClick(event)) return
        event.preventDefault()
        router.history.push(href)
      }}
      onMouseEnter={(event) => {
        rest.onMouseEnter?.(event)
        soon()
      }}
      onMouseLeave={(event) => {
        rest.onMouseLeave?.(event)
        cancel()
      }}
      onFocus={(event) => {
        rest.onFocus?.(event)
        soon()
      }}
      onBlur={(event) => {
        rest.onBlur?.(event)
        cancel()
      }}
      onTouchStart={(event) => {
        rest.onTouchStart?.(event)
        preload()
      }}
    />
  )
}
