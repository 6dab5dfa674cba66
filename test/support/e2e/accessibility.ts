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

/**
 * Elements by what the other rules look at: what an element is, is called by and is in, with what it says of itself. A
 * page of elements that were all found right before, at any width, isn't asked again what it consists of.
 */
const rightShapes = new Set<number>()

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
    const { faults, measured, open, shapes } = await page.evaluate(examine, {
      known: [...contrasting],
      undecided: [...undecided],
      right: [...rightShapes],
    })
    for (const shape of shapes) rightShapes.add(shape)
    for (const look of measured) contrasting.add(look)
    for (const look of open) undecided.add(look)
    // Others of the same look were passed over.
    if (open.length === 0) return faults
  }
}

/** Runs in the page. */
const examine = async (looks: { known: number[]; undecided: number[]; right: number[] }) => {
  const { axe } = globalThis as unknown as { axe: typeof Axe & { _audit: { rules: Rule[] } } }
  const contrast = axe._audit.rules.find(({ id }) => id === 'color-contrast')
  if (!contrast) throw new Error('axe has no rule about contrast')

  const numberOf = (text: string): number => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57]
    for (let i = 0; i < text.length; i++) {
      high = Math.imul(high ^ text.charCodeAt(i), 2654435761)
      low = Math.imul(low ^ text.charCodeAt(i), 1597334677)
    }
    return 4294967296 * ((high ^ (low >>> 13)) & 0xfffff) + ((low ^ (high >>> 16)) >>> 0)
  }

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
    return numberOf(parts.filter((part, i) => part !== parts[i - 1]).join(';'))
  }

  const ids = Map.groupBy(document.querySelectorAll('[id]'), ({ id }) => id)
  const told = new Map<Element, boolean>()
  /** Whether something is said in it to those who don't see it. */
  const tells = (node: Element): boolean => {
    const found = told.get(node)
    if (found !== undefined) return found
    const isSilent = node.getAttribute('aria-hidden') === 'true' || !node.checkVisibility({ visibilityProperty: true })
    const says =
      !isSilent &&
      (Boolean((node.getAttribute('aria-label') ?? node.getAttribute('alt'))?.trim()) ||
        [...node.childNodes].some((child) =>
          child instanceof Element ? tells(child) : child.nodeType === Node.TEXT_NODE && child.textContent?.trim(),
        ))
    told.set(node, says)
    return says
  }
  const leadsTo = (id: string): string => {
    const named = document.getElementById(id)
    return named ? `${tells(named)}` : 'nowhere'
  }
  const REFERENCES = /^(for|aria-(labelledby|describedby|controls|owns|activedescendant|errormessage|details|flowto))$/
  const TEXTS =
    /^(alt|title|href|src|placeholder|name|usemap|headers|accesskey|aria-(label|description|placeholder|valuetext))$/
  const VALUES = /^(role|type|tabindex|scope|autocomplete|lang|disabled|hidden|inert|controls|contenteditable|aria-.*)$/
  /** Free text counts by whether there is any, a reference by what it leads to, everything else by its value. */
  const attributeOf = ({ name, value }: Attr): string => {
    if (name === 'id') return (ids.get(value)?.length ?? 0) > 1 ? 'id twice' : ''
    if (REFERENCES.test(name)) return `${name} ${value.split(' ').map(leadsTo)}`
    if (TEXTS.test(name)) return `${name} ${value.trim() ? 'said' : 'empty'}`
    if (!VALUES.test(name)) return ''
    return `${name} ${/^aria-.*\d/.test(`${name}${value}`) && Number.isFinite(Number(value)) ? 'number' : value}`
  }
  const places = new Map<Element, string>()
  /** What it is in. Elements that mean nothing by themselves are passed over. */
  const placeOf = (node: Element): string => {
    const found = places.get(node)
    if (found !== undefined) return found
    const around = node.parentElement ? placeOf(node.parentElement) : ''
    const own = ['role', 'aria-hidden', 'tabindex'].map((name) => node.getAttribute(name) ?? '').join()
    const isPlain = own === ',,' && (node.localName === 'div' || node.localName === 'span')
    const place = isPlain ? around : `${around}>${node.localName},${own}`
    places.set(node, place)
    return place
  }
  const shapeOf = (node: Element): number => {
    const attributes = [...node.attributes].map(attributeOf).filter(Boolean).sort()
    const inside = new Set([...node.children].map((child) => `${child.localName}${child.getAttribute('role') ?? ''}`))
    const labels = [...((node as HTMLInputElement).labels ?? [])].map(tells)
    const place = node.parentElement ? placeOf(node.parentElement) : `${Boolean(document.title)}`
    return numberOf([node.localName, attributes, [...inside].sort(), labels, tells(node), place].join(';'))
  }
  const right = new Set(looks.right)
  const shapes = new Set([...document.querySelectorAll('*')].filter((node) => node.checkVisibility()).map(shapeOf))
  const isKnown = [...shapes].every((shape) => right.has(shape))

  const seen = new Set(looks.known)
  const always = new Set(looks.undecided)
  const measured = new Set<number>()
  const { matches } = contrast
  const hasText = (node: Element): boolean =>
    node.matches('input, select, textarea, option') ||
    [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim())
  contrast.matches = function (node, ...more) {
    if (!hasText(node)) return false
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
  // What these find depends on how wide the page is and where things stand.
  const drawn = [contrast.id, 'scrollable-region-focusable', 'link-in-text-block']
  const asked = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] }
  try {
    const { violations, incomplete } = await axe.run(document, {
      ...(isKnown
        ? { runOnly: { type: 'rule' as const, values: drawn } }
        : { ...asked, rules: Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }])) }),
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
      shapes: violations.length > 0 || isKnown ? [] : [...shapes],
      open: [...new Set(open)].filter((look) => !always.has(look)),
    }
  } finally {
    contrast.matches = matches
  }
}
