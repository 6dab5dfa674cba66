const CONTROLS =
  'a[href], button:not(:disabled), input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** The nearest part of the page that holds what follows. */
const PLACES = 'form, [role="dialog"], main, body'

const isShown = (control: HTMLElement): boolean =>
  control.closest('[hidden], [inert], [aria-hidden="true"]') === null && control.tabIndex >= 0

/** Gives the focus to the control that follows a part of the page, which is about to leave it. */
export const focusAfter = (leaving: HTMLElement): void => {
  const place = leaving.parentElement?.closest(PLACES) ?? document.body
  const controls = [...place.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !leaving.contains(control) && isShown(control),
  )
  const follows = (control: HTMLElement): boolean =>
    (leaving.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const next = controls.find(follows) ?? document.getElementById('main')
  next?.focus({ preventScroll: true })
}
