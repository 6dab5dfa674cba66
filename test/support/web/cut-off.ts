import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { leaveForLogin } from '../../../web/features/platform/session/index.ts'
import { beginPages, closePage, openPart } from './page.tsx'
import { type, until } from './screen.ts'

/** A session that ends while someone types, and the page after signing in again. */

export interface CutOff {
  open: () => ReactNode
  /** Teaches the server what the form asks for. */
  answers: () => void
  /** Something of the form is on the screen. */
  isOpen: () => unknown
  enter: () => Promise<void>
  /** What the form has, as a person reads it. */
  shown: () => string
  /** People without an account: the text stays in the tab, and there is no other person. */
  isOpenToAll?: true
}

export const beginCutOffs = (): void => {
  beginPages()
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  })
  afterEach(() => {
    window.dispatchEvent(new Event('pageshow'))
    vi.restoreAllMocks()
  })
}

/** Fields by their name. */
const fieldsNamed = (field: string) =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].filter((node) => {
    const label = document.querySelector(`label[for="${CSS.escape(node.id)}"]`)?.textContent
    return (node.getAttribute('aria-label') ?? label?.replace(/ \*$/, '')) === field
  })

/** Types a text into a field. */
export const typing = (field: string, text: string): Pick<CutOff, 'isOpen' | 'enter' | 'shown'> => ({
  isOpen: () => fieldsNamed(field)[0],
  enter: async () => {
    await act(async () => fieldsNamed(field)[0]?.focus())
    await type(text)
    expect(fieldsNamed(field)[0]?.value).toContain(text)
  },
  shown: () => fieldsNamed(field)[0]?.value ?? '',
})

/** The page as it is after it was loaded again. */
const load = async ({ open, answers, isOpen }: CutOff, who: object): Promise<void> => {
  window.dispatchEvent(new Event('pageshow'))
  answers()
  await openPart(open, who)
  await until('the form', isOpen)
}

/** Enters something, ends the session, and looks for it after signing in: for that person, and for no other one. */
export const comesBack = async (kind: CutOff): Promise<void> => {
  await load(kind, {})
  const blank = kind.shown()
  await kind.enter()
  const whole = kind.shown()
  expect(whole).not.toBe(blank)
  await act(async () => leaveForLogin())
  expect(window.location.replace).toHaveBeenCalledWith('/login')
  await closePage()

  await load(kind, {})
  await until('what was entered', () => kind.shown() === whole)
  await closePage()
  if (kind.isOpenToAll) return
  await load(kind, { session: { userId: 'tom' } })
  expect(kind.shown()).toBe(blank)
}
