import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Forbidden, NotFound } from '../../../ui/states.tsx'
import { admission } from './access.ts'
import classes from './shell.module.css'
import { useCan, useCompany } from './use-can.ts'

/** The page, for those who may see it. */
const Admitted = () => {
  const access = useMatches({ select: (matches) => matches.at(-1)?.staticData.access ?? 'staff' })
  const verdict = admission(access, useCompany(), useCan())
  if (verdict === 'NOT_FOUND') return <NotFound />
  return verdict === 'FORBIDDEN' ? <Forbidden /> : <Outlet />
}

/** A new page takes the focus, so that keyboard and screen reader start at its content. */
export const MainArea = () => {
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
      <div className={classes.page}>
        <Admitted />
      </div>
    </main>
  )
}
