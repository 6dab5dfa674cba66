import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of the app, such as `/intake-request/${id}`. */
  href: string
}

/** A link within the app by its plain address. The browser handles other clicks (new tab, new window). */
export const AppLink = ({ href, onClick, target, ...rest }: AppLinkProps) => {
  const router = useRouter()
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || target || !isPlainClick(event)) return
        event.preventDefault()
        router.history.push(href)
      }}
    />
  )
}
