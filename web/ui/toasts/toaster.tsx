import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { TOAST_MS } from '../../lib/toasts.ts'
import classes from './toaster.module.css'

/**
 * Where toasts appear, one at a time in the strip above the titles: errors wait for each other, confirmations and offers
 * take each other’s place, and an offer waits for both. Loaded after the first view, with the toasts until then.
 */
export const Toaster = () => {
  // Mantine has a place for each corner. One of them is used, and says what appears in it.
  useEffect(() => {
    const used = document.querySelector('.mantine-Notifications-root[data-position="top-center"]')
    used?.setAttribute('aria-live', 'polite')
  }, [])
  return <Notifications position="top-center" autoClose={TOAST_MS} limit={1} className={classes.toaster ?? ''} />
}
