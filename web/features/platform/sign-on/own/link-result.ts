/** What came of linking: the page to which the provider sends the browser keeps it for the one where linking began. */

interface LinkResult {
  isSound: boolean
  text: string
}

let last: LinkResult | null = null

export const keepLinkResult = ({ isSound, text }: LinkResult): void => {
  last = { isSound, text }
}

/** Shown once. */
export const takeLinkResult = (): LinkResult | null => {
  const result = last
  last = null
  return result
}
