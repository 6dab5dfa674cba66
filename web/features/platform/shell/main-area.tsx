import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from '../../../lib/said/announce.ts'
import { watchNewPage } from '../../../ui/focus/new-page.ts'
import classes from './shell.module.css'

/** The heading of a new page takes the focus, and its title is said, so that keyboard and screen reader start there. */
export const MainArea = ({ children }: { children: ReactNode }) => {
  const router = useRouter()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    let stop = () => {}
    const end = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return
      stop()
      if (ref.current) stop = watchNewPage(ref.current, announce)
    })
    return () => {
      stop()
      end()
    }
  }, [router])
  return (
    <main id="main" ref={ref} tabIndex={-1} className={classes.main}>
      <div className={classes.page}>{children}</div>
    </main>
  )
}
