import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isConnectionLost, onConnectionBack, watchConnection } from '../../lib/connection/connection.ts'
import { announce } from '../../lib/said/announce.ts'
import classes from './connection-bar.module.css'

const LOST = 'You’re offline. What you type is kept, and Outlay tries again automatically.'
/** A page that is left breaks off its calls. */
const SURE_MS = 1000
const BACK = 'You’re online again.'

/** Says that the product can't be reached, below the page. What failed is read again once it can. */
export const ConnectionBar = () => {
  const client = useQueryClient()
  const isLost = useSyncExternalStore(watchConnection, isConnectionLost)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(() => {
      setShown(true)
      announce(LOST)
    }, SURE_MS)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isLost])
  useEffect(
    () =>
      onConnectionBack(() => {
        announce(BACK)
        void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      }),
    [client],
  )
  return isShown && <div className={classes.bar}>{LOST}</div>
}
