import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { unauthenticated } from '../../../../lib/rest.ts'
import { backoffMs, saysChanged } from '../live-backoff.ts'
import { useSubjectApi } from '../subject-api.ts'

const NOTE_MS = 10_000
/** The Worker's 401 for sockets. */
const SESSION_OVER = 4401
/** A connection that lasted this long was good. A shorter one counts as a failure. */
const STABLE_MS = 10_000

const addressOf = (path: string): string => {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}`
}

/**
 * Keeps a request's page up to date: a socket announces changes. Changes missed while the connection was lost, or the
 * tab was in the background, are loaded afterwards.
 * @returns whether it changed a moment ago
 */
export const useLive = (id: string, enabled: boolean): boolean => {
  const client = useQueryClient()
  const api = useSubjectApi()
  const [changedAt, setChangedAt] = useState<number | null>(null)

  useEffect(() => {
    if (!enabled) return
    let socket: WebSocket | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let ended = false
    let missed = false
    const refresh = (): void => void client.invalidateQueries({ queryKey: api.keyOf(id) })

    const connect = (): void => {
      const current = new WebSocket(addressOf(api.livePath(id)))
      let openedAt: number | null = null
      socket = current
      current.onopen = () => {
        openedAt = Date.now()
        if (missed) refresh()
        missed = false
      }
      current.onmessage = ({ data }) => {
        if (!saysChanged(data)) return
        setChangedAt(Date.now())
        refresh()
      }
      current.onclose = ({ code }) => {
        if (ended || socket !== current) return
        if (code === SESSION_OVER) return unauthenticated()
        missed = true
        if (openedAt !== null && Date.now() - openedAt > STABLE_MS) failures = 0
        timer = setTimeout(connect, backoffMs(failures))
        failures += 1
      }
    }
    const onVisible = (): void => {
      if (document.visibilityState !== 'visible') return
      refresh()
      if (socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING) return
      clearTimeout(timer)
      connect()
    }
    connect()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      socket?.close()
    }
  }, [id, enabled, client, api])

  useEffect(() => {
    if (changedAt === null) return
    const timer = setTimeout(() => setChangedAt(null), NOTE_MS)
    return () => clearTimeout(timer)
  }, [changedAt])

  return changedAt !== null
}
