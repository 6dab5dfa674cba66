const FIELDS =
  'input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable="true"]'
const CHOSEN = '[data-autofocus]'

/** What a dialog reads first has arrived by then. */
const LATEST_MS = 3000

/** What is read only or not shown can't be filled in. */
const isFillable = (field: HTMLElement): boolean =>
  !(field as HTMLInputElement).readOnly &&
  field.getAttribute('aria-hidden') !== 'true' &&
  !field.closest('[hidden], [inert]')

const firstOf = (dialog: HTMLElement): HTMLElement | undefined =>
  [...dialog.querySelectorAll<HTMLElement>(FIELDS)].find(isFillable)

/** A calendar opens with the focus, and would cover the rest. */
const opens = (field: HTMLElement | undefined): boolean => field?.hasAttribute('data-opens') ?? false

/** The person hasn't chosen another place yet: the focus is where an opening dialog puts it. */
const isUntouched = (dialog: HTMLElement, nowhere: HTMLElement): boolean => {
  const { activeElement } = document
  return !dialog.contains(activeElement) || [dialog, nowhere].includes(activeElement as HTMLElement)
}

/**
 * Gives the focus of an opening dialog to its first field, also if the field appears a moment later. A dialog can choose
 * another place by `data-autofocus`.
 * @param nowhere takes the focus until there is one
 * @returns stops waiting
 */
export const watchFirstField = (dialog: HTMLElement, nowhere: HTMLElement): (() => void) => {
  if (dialog.querySelector(CHOSEN)) return () => {}
  const first = firstOf(dialog)
  const field = opens(first) ? undefined : first
  // Mantine looks for it when it takes the focus.
  ;(field ?? nowhere).setAttribute('data-autofocus', '')
  if (first) return () => {}
  const end = Date.now() + LATEST_MS
  const observer = new MutationObserver(() => {
    const late = [...dialog.querySelectorAll<HTMLElement>(CHOSEN)].find((one) => one !== nowhere) ?? firstOf(dialog)
    if (!late && Date.now() < end) return
    observer.disconnect()
    if (late && !opens(late) && isUntouched(dialog, nowhere)) late.focus()
  })
  observer.observe(dialog, { childList: true, subtree: true })
  return () => observer.disconnect()
}
