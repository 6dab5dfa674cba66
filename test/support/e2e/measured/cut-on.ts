import type { Page } from 'playwright-core'
import { type CutText, findCutText } from './cut-text.ts'

/** Nothing points at anything there. */
const PHONE = 390

/** What is said on pointing at a text, by what lies on top there. */
const saidOf = async (page: Page, { x, y }: CutText): Promise<string> => {
  await page.mouse.move(x, y)
  return page.evaluate(
    ([left, top]) => document.elementFromPoint(left, top)?.closest('[title]')?.getAttribute('title') ?? '',
    [x, y] as const,
  )
}

/** The texts of a page that can't be read whole at this width, not on pointing at them either. */
export const cutOn = async (page: Page, width: number): Promise<string[]> => {
  const cut = await page.evaluate(findCutText)
  if (width === PHONE) return cut.map(({ text }) => `“${text}” is cut`)
  const untold: string[] = []
  for (const one of cut) {
    const said = await saidOf(page, one)
    if (!said.includes(one.text)) untold.push(`“${one.text}” is cut, and pointing at it says “${said}”`)
  }
  return untold
}
