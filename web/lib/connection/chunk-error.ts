import type { ComponentType } from 'react'
import { errorMessage, NetworkError } from '../errors.ts'
import { cutOffText } from '../kept/kept-text.ts'
import { toastError } from '../toasts.ts'
import { connectionLost, isReachable } from './connection.ts'

const KEY = 'outlay.reloaded-at'
const AGAIN_MS = 30_000

/** Code that was removed by a deployment, or couldn't be fetched. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)

/** Reloads the page if that can help. Returns false if it can't, or was done moments ago. */
export const reloadOnce = async (now: number = Date.now()): Promise<boolean> => {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (now - last < AGAIN_MS || !(await isReachable())) return false
    sessionStorage.setItem(KEY, String(now))
  } catch {
    return false
  }
  cutOffText()
  window.location.reload()
  return true
}

/**
 * Retries a page that couldn't be loaded. Failed code stays failed in the router, so the page is reloaded once there is
 * a connection.
 * @param again for a missing answer, when the code is there
 */
export const retryPage = async (error: NetworkError, again: () => void): Promise<void> => {
  if (!isChunkError(error.cause)) again()
  else if (await isReachable()) {
    cutOffText()
    window.location.reload()
  }
}

/**
 * The code of a page. After a deployment the page is reloaded. Without a connection it says so and can be retried. The
 * router itself would reload in both cases, and so leave the app without a connection.
 */
export const pageCode =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  () =>
    load().catch(async (error: unknown) => {
      if (!isChunkError(error)) throw error
      if (await reloadOnce()) return new Promise<never>(() => undefined)
      connectionLost()
      throw new NetworkError(error)
    })

/** What people are told: never which file is missing. */
export const asShown = (error: unknown): unknown => (isChunkError(error) ? new NetworkError(error) : error)

const MISSING = 'code-missing'

/** Says that code couldn't be loaded, which browsers don't ask for twice. */
export const codeIsMissing = (): void => void window.dispatchEvent(new Event(MISSING))

/** @param run is told when code couldn't be loaded, which a reload of the app brings */
export const onCodeMissing = (run: () => void): void => window.addEventListener(MISSING, run)

interface LateCode<Props> {
  default: ComponentType<Props>
}

/**
 * The code of a dialog or panel beside the page. Without a connection it stays closed, and the page stays as it is.
 */
export const lateCode =
  <Props>(load: () => Promise<LateCode<Props>>): (() => Promise<LateCode<Props>>) =>
  () =>
    load().catch(async (error: unknown): Promise<LateCode<Props>> => {
      if (!isChunkError(error)) throw error
      if (await reloadOnce()) return new Promise<LateCode<Props>>(() => undefined)
      connectionLost()
      toastError(errorMessage(new NetworkError(error)))
      codeIsMissing()
      return { default: () => null }
    })
