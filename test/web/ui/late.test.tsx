// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { onCodeMissing } from '../../../web/lib/connection/chunk-error.ts'
import { isLoadedAhead, late, loadLate } from '../../../web/ui/settling/late.tsx'
import { mounted } from '../../support/web/mounted.tsx'

/** Code of a page's dialogs and tabs, which comes after the page. */

const { show, showAtOnce } = mounted()
const text = () => document.body.textContent
const bones = () => document.querySelectorAll('.mantine-Skeleton-root').length
const Notes = ({ of }: { of: string }) => <p>Notes of {of}</p>

it('a tab has bones in its place until its code is there, and a dialog has nothing', async () => {
  const arrives: (() => void)[] = []
  const load = () => new Promise<typeof Notes>((resolve) => arrives.push(() => resolve(Notes)))
  const Tab = late(load, 200)
  const Dialog = late(load)
  await show(<Tab of="Acme" />)
  expect({ bones: bones(), text: text() }).toMatchObject({ bones: 1, text: expect.not.stringContaining('Notes') })
  await show(<Dialog of="Globex" />)
  expect(bones()).toBe(0)
  await act(async () => {
    for (const arrive of arrives) arrive()
  })
  expect(text()).toContain('Notes of Globex')
})

it('what was loaded ahead is there at once, and is loaded once', async () => {
  const load = vi.fn(async () => Notes)
  const Tab = late(load, 200)
  await loadLate()
  await loadLate()
  showAtOnce(<Tab of="Acme" />)
  expect({ bones: bones(), loads: load.mock.calls.length }).toEqual({ bones: 0, loads: 1 })
  expect(text()).toContain('Notes of Acme')
})

it('what can’t be loaded ahead is said to be missing, and loads when someone asks for it', async () => {
  const missing = vi.fn()
  onCodeMissing(missing)
  const seen: boolean[] = []
  let isUp = false
  const Tab = late(async () => {
    seen.push(isLoadedAhead())
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
    return Notes
  })
  await loadLate()
  expect({ missing: missing.mock.calls.length, seen, after: isLoadedAhead() }).toEqual({
    ...{ missing: 1, seen: [true], after: false },
  })
  isUp = true
  await show(<Tab of="Acme" />)
  expect(text()).toContain('Notes of Acme')
})
