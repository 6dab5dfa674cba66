import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './shell.module.css'

/** A new page takes the focus, so that keyboard and screen reader start at its content. */
export const MainArea = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  const ref = useRef<HTMLElement>(null)
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (!ref.current?.contains(document.activeElement)) ref.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main id="main" ref={ref} tabIndex={-1} className={classes.main}>
      <div className={classes.page}>{children}</div>
    </main>
  )
}
