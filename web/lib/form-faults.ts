/** The part of a Mantine form that finds its fields on the page. */
interface FieldsOnPage {
  getInputNode: (path: string) => Element | null
}

const isBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/**
 * Focuses the first field on the page that has a fault, once the messages are rendered.
 * @returns the paths of faults without a field, whose messages no one would see
 */
export const focusFault = (form: FieldsOnPage, faults: object): string[] => {
  const paths = Object.keys(faults)
  setTimeout(() => {
    const nodes = paths.map((path) => form.getInputNode(path)).filter((node) => node !== null)
    const [first] = nodes.sort((one, other) => (isBefore(one, other) ? -1 : 1))
    if (first instanceof HTMLElement) first.focus()
  }, 0)
  return paths.filter((path) => form.getInputNode(path) === null)
}
