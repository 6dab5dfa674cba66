/** Small choices of this browser: the sidebar's width, hidden columns, the target after signing in. */
const PREFIX = 'outlay.'

export const remember = (name: string, value: unknown): void => {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Storage may be full or refused. Nothing depends on it.
  }
}

export const recall = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')
  } catch {
    return null
  }
}

export const forget = (name: string): void => {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    // As above.
  }
}
