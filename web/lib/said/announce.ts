type Say = (text: string) => void

const listeners = new Set<Say>()

/** Says something to people who don't see the page, once, when they are free to listen. */
export const announce = (text: string): void => {
  for (const say of listeners) say(text)
}

/** @param say shows it where screen readers look. @returns ends that */
export const onAnnounce = (say: Say): (() => void) => {
  listeners.add(say)
  return () => {
    listeners.delete(say)
  }
}
