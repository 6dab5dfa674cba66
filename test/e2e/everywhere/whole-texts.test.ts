import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { cutOn } from '../../support/e2e/measured/cut-on.ts'
import { findCutPlaceholders } from '../../support/e2e/measured/cut-placeholders.ts'
import { findOutOfReach } from '../../support/e2e/measured/out-of-reach.ts'
import { MENU_PATHS, settled } from '../../support/e2e/menu-pages.ts'
import { staged } from '../../support/e2e/staged.ts'

const WIDTHS = [1440, 1280, 1024, 640, 390]
const THEMES = ['light', 'dark'] as const

describe('every page of the menu, at every width and in both themes', () => {
  let stage: Stage
  let page: Page
  staged('whole-texts', async (opened) => {
    stage = opened
    page = await stage.signIn('maya@brightwater.example')
  })

  it('a person reaches each control and can read every text whole', { timeout: 300_000 }, async () => {
    const faults: string[] = []
    for (const path of MENU_PATHS) {
      await page.goto(path)
      await settled(page)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme })
          const where = `${path} at ${width}, ${colorScheme}`
          for (const fault of await page.evaluate(findOutOfReach)) faults.push(`${where}: ${fault}`)
          // Letters are as wide in the dark.
          if (colorScheme !== 'light') continue
          for (const fault of await cutOn(page, width)) faults.push(`${where}: ${fault}`)
          for (const fault of await page.evaluate(findCutPlaceholders)) faults.push(`${where}: ${fault}`)
        }
        await stage.picture(page, `whole${path.replaceAll('/', '-')}-${width}`)
      }
    }
    expect(faults).toEqual([])
  })
})
