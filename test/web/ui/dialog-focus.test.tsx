// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, type ReactNode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from '../../../web/ui/dialog.tsx'

let root: Root
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

/** A dialog that exists only while it is open. */
const Opener = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <MantineProvider env="test">
      <button type="button" aria-label="Reject" onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog opened onClose={() => setOpen(false)} title="Reject request">
          <textarea aria-label="Comment" />
          <button type="button" aria-label="Send" onClick={() => setOpen(false)} />
        </Dialog>
      )}
    </MantineProvider>
  )
}

const show = (content: ReactNode) =>
  act(async () =>
    root.render(
      <MantineProvider env="test">
        <Dialog opened onClose={() => {}} title="Comments" closeButtonProps={{ 'aria-label': 'Close' }}>
          {content}
        </Dialog>
      </MantineProvider>,
    ),
  )
const focused = (label: string) =>
  vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(label))

it('an opening dialog gives the focus to its first field that can be filled in', async () => {
  await show(
    <>
      <input type="file" aria-label="File" />
      <input readOnly aria-label="Number" />
      <textarea aria-label="Comment" />
      <input aria-label="Other" />
    </>,
  )
  await focused('Comment')
})

it('a field that appears a moment later gets it, and until then no key closes the dialog', async () => {
  await show('Loading')
  await vi.waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull())
  expect(document.activeElement?.tagName).toBe('SPAN')
  await show(<textarea aria-label="Comment" />)
  await focused('Comment')
})

it('a calendar doesn’t open with the dialog, over what is below it', async () => {
  await show(
    <>
      <input data-opens aria-label="From" />
      <button type="button">Send</button>
    </>,
  )
  await vi.waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull())
  expect(document.activeElement?.tagName).toBe('SPAN')
})

it('what a dialog chose itself has the focus', async () => {
  await show(
    <>
      <input aria-label="First" />
      <input aria-label="Amount" data-autofocus />
    </>,
  )
  await focused('Amount')
})

it('a dialog that is taken off the page gives the focus back to what opened it', async () => {
  await act(async () => root.render(<Opener />))
  const button = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  button('Reject')?.focus()
  await act(async () => button('Reject')?.click())
  await focused('Comment')
  await act(async () => button('Send')?.click())
  await focused('Reject')
})
