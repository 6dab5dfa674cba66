import { act } from 'react'
import { expect } from 'vitest'

/** Finds what people find on a page: by what it is and how it is called. */

const ROLES: Record<string, string> = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  textbox:
    'input:not([type]), input[type="text"], input[type="email"], input[type="search"], textarea, [role="textbox"]',
  combobox: '[role="combobox"], input[aria-haspopup="listbox"], select',
  option: '[role="option"]',
  checkbox: 'input[type="checkbox"]:not([role])',
  switch: '[role="switch"]',
  radio: 'input[type="radio"]',
  menuitem: '[role="menuitem"]',
  tab: '[role="tab"]',
  dialog: '[role="dialog"]',
  heading: 'h1, h2, h3, h4',
  row: 'tr, [role="row"]',
  region: 'section[aria-label], section[aria-labelledby], [role="region"]',
}
export type Role = keyof typeof ROLES

const textOf = (node: Element | null): string => node?.textContent?.replace(/\s+/g, ' ').trim() ?? ''

/** How it is called: what names it, its label, or what it says. */
const nameOf = (node: Element): string => {
  const named = node
    .getAttribute('aria-labelledby')
    ?.split(' ')
    .map((id) => textOf(document.getElementById(id)))
  if (named?.some(Boolean)) return named.join(' ')
  const own = node.getAttribute('aria-label')
  if (own) return own
  const label = node.id ? document.querySelector(`label[for="${CSS.escape(node.id)}"]`) : null
  if (label ?? node.closest('label')) return textOf(label ?? node.closest('label')).replace(/ \*$/, '')
  return node.matches('input, textarea, select') ? (node.getAttribute('placeholder') ?? '') : textOf(node)
}

const isShown = (node: Element): boolean =>
  node.closest('[hidden], [style*="display: none"], [aria-hidden="true"]') === null

const matches = (name: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name)

export const all = <T extends HTMLElement>(role: Role, name?: string | RegExp, within: ParentNode = document): T[] =>
  [...within.querySelectorAll<T>(ROLES[role] ?? '')].filter(
    (node) => isShown(node) && (name === undefined || matches(nameOf(node), name)),
  )

/** Short enough that the test says what was not shown before it runs out of time itself. */
const PATIENCE_MS = 20_000

/** Lets the page do what it has begun until this holds. */
export const until = async <T>(what: string, look: () => T | null | undefined | false): Promise<T> => {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    const found = look()
    if (found) {
      // Counts as what the test expects.
      expect(found, what).toBeTruthy()
      return found
    }
    if (Date.now() > end) throw new Error(`Not shown: ${what}. The page says: ${textOf(document.body)}`)
  }
}

/** Waits until the first one is shown. */
export const find = <T extends HTMLElement = HTMLElement>(
  role: Role,
  name?: string | RegExp,
  within?: ParentNode,
): Promise<T> => until(`${role} ${name ?? ''}`, () => all<T>(role, name, within)[0])

export const says = (text: string | RegExp, within: ParentNode = document.body): Promise<boolean> =>
  until(String(text), () =>
    typeof text === 'string' ? textOf(within as Element).includes(text) : text.test(textOf(within as Element)),
  )

export const click = async (role: Role, name?: string | RegExp, within?: ParentNode): Promise<void> => {
  const node = await find(role, name, within)
  await act(async () => {
    node.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
    node.focus()
    node.click()
  })
}

const setValue = (node: HTMLElement, text: string): void => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), 'value')?.set?.call(node, text)
  node.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Replaces what is in a field. */
export const fill = async (name: string | RegExp, text: string, within?: ParentNode): Promise<void> => {
  const node = await until(`field ${name}`, () => all('textbox', name, within)[0] ?? all('combobox', name, within)[0])
  await act(async () => {
    node.focus()
    setValue(node, text)
  })
}

/** Writes at the end of what has the focus, key by key. */
export const type = async (text: string): Promise<void> => {
  for (const key of text) {
    const node = document.activeElement as HTMLInputElement
    await act(async () => {
      const goesOn = node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      if (goesOn && !node.readOnly) setValue(node, `${node.value}${key}`)
      node.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }))
    })
  }
}

/** A key on what has the focus, with what browsers do then: Enter sends forms and presses, Space presses. */
export const press = async (key: string, more: KeyboardEventInit = {}): Promise<void> => {
  const node = document.activeElement as HTMLElement
  await act(async () => {
    const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...more })
    if (!node.dispatchEvent(event)) return
    if (key === 'Enter' && node.matches('button, a')) node.click()
    else if (key === 'Enter' && node.matches('input')) node.closest('form')?.requestSubmit()
    else if (key === ' ' && node.matches('button, input[type="checkbox"], input[type="radio"]')) node.click()
  })
  await act(async () => {
    node.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }))
  })
}

/** Opens the list of a choice, looks for the option, and takes it. */
export const choose = async (name: string | RegExp, option: string | RegExp, search?: string): Promise<void> => {
  await click('combobox', name)
  if (search !== undefined) await fill(name, search)
  await click('option', option)
}

export const entered = (name: string | RegExp): string =>
  (all<HTMLInputElement>('textbox', name)[0] ?? all<HTMLInputElement>('combobox', name)[0])?.value ?? ''
