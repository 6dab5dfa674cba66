import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

/** Also read by pages/_worker.ts, which sends the page in these colors from the start. */
const COOKIE = 'outlay-color-scheme'
const A_YEAR = 60 * 60 * 24 * 365
const CHANGED = 'changed'

const isScheme = (value: unknown): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto'

const chosen = (): unknown =>
  document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)

const write = (value: MantineColorScheme, seconds: number): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
}

const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outlay-color-scheme')
let onMessage: (() => void) | undefined

/** Light, dark, or like the system. Chosen in this browser, for all its tabs. */
export const colorSchemeInCookie: MantineColorSchemeManager = {
  get: (fallback) => {
    const value = chosen()
    return isScheme(value) ? value : fallback
  },
  set: (value) => {
    write(value, value === 'auto' ? 0 : A_YEAR)
    otherTabs?.postMessage(CHANGED)
  },
  subscribe: (onUpdate) => {
    onMessage = () => onUpdate(colorSchemeInCookie.get('auto'))
    otherTabs?.addEventListener('message', onMessage)
  },
  unsubscribe: () => {
    if (onMessage) otherTabs?.removeEventListener('message', onMessage)
  },
  clear: () => write('auto', 0),
}
