import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The shorter one of its two files, because each examined page reads it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Texts that contrast with their ground, by what decides it: colours, size, weight and the grounds behind. Measuring one
 * takes as long as all other rules together, and most texts of a page look like others that were measured before.
 */
const contrasting = new Set<number>()
/** Looks that axe can't judge everywhere, such as on a picture. Each text that has one is measured. */
const undecided = new Set<number>()

/** What a rule of axe is to its engine. */
interface Rule {
  id: string
  impact: string
  matches(node: Element, ...more: unknown[]): boolean
}

/** Serious or critical axe findings on a page as it is. */
export const findFaults = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  for (;;) {
    const { faults, measured, open } = await page.evaluate(examine, {
      known: [...contrasting],
      undecided: [...undecided],
    })
    for (const look of measured) contrasting.add(look)
    for (const look of open) undecided.add(look)
    // Others of the same look were passed over.
    if (open.length === 0) return faults
  }
}

/** Runs in the page. */
const examine = async (looks: { known: number[]; undecided: number[] }) => {
  const { axe } = globalThis as unknown as { axe: typeof Axe & { _audit: { rules: Rule[] } } }
  const contrast = axe._audit.rules.find(({ id }) => id === 'color-contrast')
  if (!contrast) throw new Error('axe has no rule about contrast')

  const grounds = new Map<Element, { look: string; isOpaque: boolean; isElsewhere: boolean }>()
  const groundOf = (node: Element) => {
    const found = grounds.get(node)
    if (found) return found
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(node)
    const ground = {
      look: `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}`,
      isOpaque: backgroundColor.startsWith('rgb('),
      isElsewhere: position !== 'static' && position !== 'relative',
    }
    grounds.set(node, ground)
    return ground
  }

  /** A number for equal texts on equal grounds. None if something else than the elements around it may be behind it. */
  const lookOf = (node: Element): number | undefined => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(node)
    const parts = [color, fontSize, fontWeight, textShadow]
    const box = node.getBoundingClientRect()
    let isOnGround = false
    for (let each: Element | null = node; each; each = each.parentElement) {
      const { look, isOpaque, isElsewhere } = groundOf(each)
      parts.push(look)
      if (isOnGround) continue
      if (isOpaque) {
        const ground = each.getBoundingClientRect()
        const isWithin = box.left >= ground.left && box.right <= ground.right && box.bottom <= ground.bottom
        if (!isWithin || box.top < ground.top) return undefined
        isOnGround = true
      } else if (isElsewhere) return undefined
    }
    // Equal ones in a row say no more than one.
    const text = parts.filter((part, i) => part !== parts[i - 1]).join(';')
    let [high, low] = [0xdeadbeef, 0x41c6ce57]
    for (let i = 0; i < text.length; i++) {
      high = Math.imul(high ^ text.charCodeAt(i), 2654435761)
      low = Math.imul(low ^ text.charCodeAt(i), 1597334677)
    }
    return 4294967296 * ((high ^ (low >>> 13)) & 0xfffff) + ((low ^ (high >>> 16)) >>> 0)
  }

  const seen = new Set(looks.known)
  const always = new Set(looks.undecided)
  const measured = new Set<number>()
  const { matches } = contrast
  contrast.matches = function (node, ...more) {
    const look = lookOf(node)
    const isOfKnown = look !== undefined && !always.has(look)
    if (isOfKnown && seen.has(look)) return false
    if (!matches.call(this, node, ...more)) return false
    if (isOfKnown) {
      seen.add(look)
      measured.add(look)
    }
    return true
  }
  // A rule has one impact for all it finds. Those whose findings are not told are not asked.
  const mild = axe._audit.rules.filter(({ impact }) => impact !== 'serious' && impact !== 'critical')
  try {
    const { violations, incomplete } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
      rules: Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }])),
      // None of these rules looks into style sheets, and only faults are told.
      preload: false,
      resultTypes: ['violations', 'incomplete'],
      elementRef: true,
    })
    const textsOf = (results: Axe.Result[]) =>
      results.flatMap(({ id, nodes }) => (id === contrast.id ? nodes.flatMap(({ element }) => element ?? []) : []))
    const open = textsOf(incomplete).flatMap((node) => lookOf(node) ?? [])
    // Nothing is remembered of a page with a fault.
    const judged = textsOf(violations).length > 0 ? [] : [...measured].filter((look) => !open.includes(look))
    return {
      faults: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      measured: judged,
      open: [...new Set(open)].filter((look) => !always.has(look)),
    }
  } finally {
    contrast.matches = matches
  }
}
