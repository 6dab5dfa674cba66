import { useEffect, useRef } from 'react'

/**
 * Back closes what is open above the page before it leaves the page. What opens gets its own entry in the browser's
 * history, a copy of the page's, and the router sees neither it nor the way back. If it is closed in another way, the
 * entry stays, and is used again by the next one or skipped when going back. Removing it would interfere with a closing
 * dialog that leads to another page.
 */

const MARK = 'outlayOver'

interface Entry {
  [MARK]?: true
  __TSR_key?: string
}

interface Over {
  close(): void
}

const open: Over[] = []
let before: Entry = {}
let isFollowing = false

const now = (): Entry => (window.history.state ?? {}) as Entry

/** Bypasses the router, which replaces this method on the object. */
const pushCopy = (): void => {
  if (!now()[MARK]) History.prototype.pushState.call(window.history, { ...now(), [MARK]: true }, '')
  before = now()
}

const onPop = (event: PopStateEvent): void => {
  const from = before
  before = now()
  if (from.__TSR_key !== before.__TSR_key || Boolean(from[MARK]) === Boolean(before[MARK])) return
  // The page is the same, so the router has nothing to do.
  event.stopImmediatePropagation()
  if (before[MARK]) return
  const top = open.at(-1)
  if (!top) {
    window.history.back()
    return
  }
  top.close()
  // It may want to stay, or be above another one.
  setTimeout(() => open.length > 0 && pushCopy(), 0)
}

/** Going to another page isn't announced, so the entry is read a moment later. */
const follow = (): void => {
  if (isFollowing) return
  isFollowing = true
  before = now()
  window.addEventListener('popstate', onPop, { capture: true })
  const { pushState, replaceState } = window.history
  for (const [name, method] of Object.entries({ pushState, replaceState })) {
    window.history[name as 'pushState'] = (...args) => {
      method.apply(window.history, args)
      before = now()
    }
  }
}

/** @param onClose what the close button does */
export const useBackCloses = (opened: boolean, onClose: () => void): void => {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!opened) return
    follow()
    const over: Over = { close: () => close.current() }
    open.push(over)
    pushCopy()
    return () => {
      open.splice(open.indexOf(over), 1)
    }
  }, [opened])
}
