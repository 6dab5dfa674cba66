/** Marks what holds the focus only because the control that had it is gone. */
export const HOLDS = 'data-holds-focus'

/** Whether no control has the focus: a page has it as a whole, or nothing has. */
export const isNowhere = (element: Element | null = document.activeElement): boolean =>
  element === null || element.matches(`body, #main, #main h1, [${HOLDS}]`)
