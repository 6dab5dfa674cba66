// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CalendarDateField } from '../../../web/ui/fields/calendar-date-field.tsx'

let root: Root
const show = (value: string | null) =>
  act(async () =>
    root.render(
      <MantineProvider env="test">
        <CalendarDateField label="Start" value={value} onChange={() => {}} />
      </MantineProvider>,
    ),
  )
beforeEach(async () => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await show(null)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

/** Whether the browser goes on with the key, which sends the form. */
const goesOn = async (key: string): Promise<boolean> => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  await act(async () => void document.querySelector('input')?.dispatchEvent(event))
  return !event.defaultPrevented
}

it('the first Enter in a date takes the date, the second one sends the form', async () => {
  expect(await goesOn('3')).toBe(true)
  expect(await goesOn('Enter')).toBe(false)
  expect(await goesOn('Enter')).toBe(true)
})

it('after another key, Enter takes the date again', async () => {
  await goesOn('Enter')
  await goesOn('4')
  expect(await goesOn('Enter')).toBe(false)
})

it.each(['0206', '1926', '2206'])('a year far from today is asked about: %s', async (year) => {
  await show(`${year}-11-12`)
  expect(document.body.textContent).toContain(`Is the year ${year} right?`)
  await show('2026-11-12')
  expect(document.body.textContent).not.toContain('Is the year')
})
