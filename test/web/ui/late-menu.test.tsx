// @vitest-environment happy-dom
import { Menu } from '@mantine/core'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { AccountButton } from '../../../web/features/platform/shell/account-button.tsx'
import { lateMenu, type MenuStart, useMenuStart } from '../../../web/ui/menus/late-menu.tsx'
import { loadLate } from '../../../web/ui/settling/late.tsx'
import { mounted } from '../../support/web/mounted.tsx'

/** Menus whose code comes after the page. */

const { show } = mounted()
const button = () => {
  const found = document.querySelector('button[aria-haspopup]')
  if (!(found instanceof HTMLButtonElement)) throw new Error('No button opens a menu')
  return found
}
const press = () => act(async () => button().click())
const items = () => [...document.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent)

const Actions = ({ target, startsOpen }: MenuStart) => {
  const [opened, setOpened, around] = useMenuStart(startsOpen)
  return (
    <div ref={around}>
      <Menu opened={opened} onChange={setOpened} transitionProps={{ duration: 0 }}>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Archive</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
const target = <button type="button">More actions</button>

it('its button says that it opens a menu before the menu is there, and the first click opens it', async () => {
  const Late = lateMenu(async () => Actions)
  await show(<Late target={target} />)
  expect({ expanded: button().ariaExpanded ?? button().getAttribute('aria-expanded'), items: items() }).toEqual({
    ...{ expanded: 'false', items: [] },
  })
  button().focus()
  await press()
  expect(items()).toEqual(['Archive'])
  expect(button().getAttribute('aria-expanded')).toBe('true')
})

it('the button of the account menu looks the same before and after its menu is there', async () => {
  const account = <AccountButton name="Ada Pereira" company="Brightwater" />
  const Late = lateMenu(async () => Actions)
  await show(<Late target={account} />)
  const before = button().className.split(' ')
  await press()
  expect(button().className.split(' ')).toEqual(expect.arrayContaining(before))
})

it('the code that arrives meanwhile leaves the button as it is, with its focus', async () => {
  const Late = lateMenu(async () => Actions)
  await show(<Late target={target} />)
  const before = button()
  before.focus()
  await act(loadLate)
  expect(button()).toBe(before)
  expect(document.activeElement).toBe(before)
  await press()
  expect(items()).toEqual(['Archive'])
})

it('closed again, the focus is on its button', async () => {
  const Late = lateMenu(async () => Actions)
  await show(<Late target={target} />)
  button().focus()
  await press()
  await act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(items()).toEqual([])
  expect(document.activeElement).toBe(button())
})

it('without a connection it stays closed, and its button stays', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
  let isUp = false
  const Late = lateMenu(async () => {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
    return Actions
  })
  await show(<Late target={target} />)
  await press()
  expect({ items: items(), text: button().textContent }).toEqual({ items: [], text: 'More actions' })
  isUp = true
  await press()
  expect(items()).toEqual(['Archive'])
  vi.unstubAllGlobals()
})

it('the arrow down opens it the first time, too', async () => {
  const Late = lateMenu(async () => Actions)
  await show(<Late target={target} />)
  button().focus()
  await act(async () => {
    button().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
  })
  expect(items()).toEqual(['Archive'])
})
