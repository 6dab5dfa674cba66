// @vitest-environment happy-dom
import { Button, MantineProvider } from '@mantine/core'
import { act, type ReactNode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { keepFocus } from '../../../web/ui/focus/keep-focus.ts'
import { watchNewPage } from '../../../web/ui/focus/new-page.ts'

/** Where the focus is when the control that had it is gone. */

let root: Root
let end: () => void
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  end = keepFocus()
})
afterEach(async () => {
  end()
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

const show = (content: ReactNode) =>
  act(async () =>
    root.render(
      <MantineProvider env="test">
        <main id="main" tabIndex={-1}>
          {content}
        </main>
      </MantineProvider>,
    ),
  )
const button = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)
const press = (name: string) =>
  act(async () => {
    button(name)?.focus()
    button(name)?.click()
  })
const focused = (check: (element: Element | null) => void) =>
  act(async () => vi.waitFor(() => check(document.activeElement)))

const Row = () => {
  const [isGone, setGone] = useState(false)
  return (
    <section aria-label="Approvers">
      {!isGone && <button type="button" aria-label="Remove Ada" onClick={() => setGone(true)} />}
      <button type="button" aria-label="Remove Omar" />
    </section>
  )
}

const All = () => {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? (
    <section>
      <button type="button" aria-label="Restore" onClick={() => setOpen(false)} />
    </section>
  ) : (
    <p>Restored</p>
  )
}

let refuse = () => {}
const Form = () => {
  const [isPending, setPending] = useState(false)
  refuse = () => setPending(false)
  return (
    <form aria-label="Vendor">
      <Button aria-label="Save" loading={isPending} onClick={() => setPending(true)} />
    </form>
  )
}

const Page = () => {
  const [step, setStep] = useState<'row' | 'dialog' | 'done'>('row')
  return (
    <section aria-label="Payments">
      {step !== 'done' && <button type="button" aria-label="Reject" onClick={() => setStep('dialog')} />}
      {step === 'dialog' && (
        <Dialog opened onClose={() => setStep('row')} title="Reject">
          <button type="button" aria-label="Send" onClick={() => setStep('done')} />
        </Dialog>
      )}
    </section>
  )
}

it('when a control leaves the page, the part of the page around it holds the focus', async () => {
  await show(<Row />)
  await press('Remove Ada')
  await focused((element) => expect(element?.getAttribute('aria-label')).toBe('Approvers'))
})

it('a part that leaves with its control hands the focus to what is around it', async () => {
  await show(<All />)
  await press('Restore')
  await focused((element) => expect(element?.id).toBe('main'))
})

it('a button that waits for its answer has the focus again when the answer is a refusal', async () => {
  await show(<Form />)
  await press('Save')
  await focused((element) => expect(element?.getAttribute('aria-label')).toBe('Vendor'))
  await act(async () => refuse())
  await focused((element) => expect(element?.getAttribute('aria-label')).toBe('Save'))
})

it('a dialog whose opener is gone leaves the focus in the page', async () => {
  await show(<Page />)
  await press('Reject')
  await vi.waitFor(() => expect(button('Send')).not.toBeNull())
  await press('Send')
  await focused((element) => expect(element?.closest('main')).not.toBeNull())
})

it('a new page has the focus at its heading, also if it comes late, and its title is said once', async () => {
  const link = document.body.appendChild(document.createElement('button'))
  const main = document.body.appendChild(document.createElement('main'))
  main.id = 'main'
  main.tabIndex = -1
  link.focus()
  document.title = 'Vendors · Outlay'
  const said: string[] = []
  const stop = watchNewPage(main, (title) => said.push(title))
  expect(document.activeElement).toBe(main)
  await act(async () => {
    main.innerHTML = '<h1>Vendors</h1>'
  })
  await focused((element) => expect(element?.tagName).toBe('H1'))
  await act(async () => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(said).toEqual(['Vendors'])
  stop()
})

it('a field of the new page that has the focus keeps it', async () => {
  const main = document.body.appendChild(document.createElement('main'))
  main.innerHTML = '<h1>New vendor</h1><input aria-label="Name">'
  main.querySelector('input')?.focus()
  const stop = watchNewPage(main, () => {})
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Name')
  stop()
})

it('a search that is opened while a page loads keeps the focus', async () => {
  const main = document.body.appendChild(document.createElement('main'))
  main.id = 'main'
  main.tabIndex = -1
  const search = document.body.appendChild(document.createElement('input'))
  search.focus()
  const stop = watchNewPage(main, () => {})
  await act(async () => {
    main.innerHTML = '<h1>Requests</h1>'
  })
  expect(document.activeElement).toBe(search)
  stop()
})
