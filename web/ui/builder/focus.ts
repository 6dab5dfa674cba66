/** Element ids of an entry in a builder: its row, and the parts of its editor. */
export const rowElementId = (id: string): string => `entry-${id}`
export const partElementId = (id: string, part: string): string => `entry-${id}-${part}`

const TRIES = 10

/** Focuses an element after the next render: the first of the ids that exists. */
export const focusSoon = (ids: string[], { select = false } = {}): void => {
  const attempt = (left: number): void => {
    const element = ids.map((id) => document.getElementById(id)).find((found) => found !== null)
    const preferred = document.getElementById(ids[0] ?? '')
    if ((!preferred && left > 0) || !element) {
      if (left > 0) requestAnimationFrame(() => attempt(left - 1))
      return
    }
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest' })
    if (select && (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) element.select()
  }
  requestAnimationFrame(() => attempt(TRIES))
}
