import type { Page } from 'playwright-core'

/** What is on paper of a page with tabs. */
export interface Printed {
  /** How many of its tabs are there at the moment of printing. */
  printed: number | undefined
  /** The names of its tabs, in order. */
  parts: (string | undefined)[]
  /** Buttons and menus, but for names that open something. */
  pressed: number
  /** Fields to type into. */
  fields: number
  /** Tabs whose content is within another tab, too. */
  twice: string[]
  /** How far it goes beyond the paper, to the left or the right. */
  beyond: number
}

/** Prints the open page by the keyboard, and looks at what is on paper. */
export const printedPage = async (page: Page): Promise<Printed> => {
  await page.evaluate(() => {
    Reflect.deleteProperty(window, 'printed')
    window.print = () => Object.assign(window, { printed: document.querySelectorAll('[data-printed]').length })
  })
  await page.emulateMedia({ media: 'print' })
  await page.keyboard.press('Control+p')
  const shown = await page.evaluate(async () => {
    const wanted = (node: Element) => node.getClientRects().length > 0
    for (let tries = 0; tries < 200 && !('printed' in window); tries++) await new Promise((go) => setTimeout(go, 50))
    const panels = [...document.querySelectorAll<HTMLElement>('[role="tabpanel"]')]
    return {
      printed: (window as { printed?: number }).printed,
      parts: panels.map(({ dataset }) => dataset.printed),
      pressed: [...document.querySelectorAll('#root button:not(th button, [data-name]), nav')].filter(wanted).length,
      fields: [...document.querySelectorAll('#root :is(input, textarea, [role="textbox"])')].filter(wanted).length,
      twice: panels
        .flatMap((panel) => [...panel.querySelectorAll('h2, section[aria-label]')].map((part) => ({ panel, part })))
        .filter(({ part }) => wanted(part))
        .map(({ panel, part }) => ({ panel, name: part.getAttribute('aria-label') ?? part.textContent ?? '' }))
        .filter(({ panel, name }) => panels.some((other) => other !== panel && other.dataset.printed === name))
        .map(({ name }) => name),
      beyond: Math.max(
        ...panels
          .map((panel) => panel.getBoundingClientRect())
          .map(({ left, right }) => Math.max(-left, right - window.innerWidth)),
      ),
    }
  })
  await page.emulateMedia({ media: 'screen' })
  return shown
}
