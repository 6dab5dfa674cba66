// @vitest-environment happy-dom
import '../../../../web/lib/plain-words.ts'
import { MantineProvider, TextInput } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../../schema/shared/endpoint.ts'
import { keptText } from '../../../../web/lib/kept/kept-text.ts'
import { DraftNotice } from '../../../../web/ui/drafts/draft-notice.tsx'
import { TextOwnerProvider } from '../../../../web/ui/drafts/owner.ts'
import type { Draft } from '../../../../web/ui/drafts/use-draft.ts'
import { useFormDraft } from '../../../../web/ui/drafts/use-form-draft.ts'
import { useEndpointForm } from '../../../../web/ui/endpoint-form.ts'
import { watchToasts } from '../../../support/shown-toasts.ts'

/** What is kept of a form once it was sent. */

const saveTrip = endpoint({
  ...{ id: 'trips.save', method: 'POST', path: '/api/trips', summary: 'A trip' },
  body: z.object({ title: z.string().min(1, 'Say where to') }),
  response: z.object({ id: z.string() }),
})

const OWNER = 'c1.u1'
const kept = () => (keptText(OWNER, 'trip.new')?.value as { title: string } | undefined)?.title

/** A form that stays open with its values after it was sent, as a dialog does while it closes. */
const Form = () => {
  const { form, submit } = useEndpointForm(saveTrip, {
    initial: { title: '' },
    success: 'Trip saved',
    onSuccess: (): void => draft.finish(),
  })
  const draft: Draft = useFormDraft(form, { name: 'trip.new', isSent: false })
  return (
    <form onSubmit={submit} noValidate>
      <DraftNotice draft={draft} />
      <TextInput label="Title" {...form.getInputProps('title')} />
      <button type="button" onClick={() => form.reset()}>
        Another
      </button>
    </form>
  )
}

let answer: () => Promise<Response>
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const SAVED = async () => json(200, { id: 't1' })
const FAILURES: [string, () => Promise<Response>][] = [
  ['the server fails', async () => json(500, { code: 'INTERNAL', message: 'Down', requestId: 'r1' })],
  ['a field is refused', async () => json(400, { code: 'INVALID', message: 'No', fields: { title: 'No' } })],
  ['the network is gone', () => Promise.reject(new TypeError('Failed to fetch'))],
]

let root: Root
const show = async (): Promise<void> => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } })
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MantineProvider env="test">
          <TextOwnerProvider value={OWNER}>
            <Form />
          </TextOwnerProvider>
        </MantineProvider>
      </QueryClientProvider>,
    ),
  )
}
const leave = async (): Promise<void> => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
}
const settle = () => act(() => vi.advanceTimersByTimeAsync(6000))
const type = async (text: string): Promise<void> => {
  await act(async () => {
    const node = document.querySelector('input')
    if (!node) throw new Error('There is no field')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(node, text)
    node.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await settle()
}
const send = async (): Promise<void> => {
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })
  await settle()
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  localStorage.clear()
  watchToasts()
  answer = SAVED
  vi.stubGlobal('fetch', () => answer())
})
afterEach(async () => {
  await leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('what was saved is kept no longer, also when the page closes while the form still has it', async () => {
  await show()
  await type('Graz')
  expect(kept()).toBe('Graz')
  await send()
  expect(kept()).toBeUndefined()
  window.dispatchEvent(new Event('pagehide'))
  await leave()
  expect(kept()).toBeUndefined()
  await show()
  expect(document.querySelector('input')?.value).toBe('')
  expect(document.body.textContent).not.toContain('unsaved changes')
})

it.each(FAILURES)(
  'what could not be saved because %s is kept, and there when the page opens again',
  async (_, fails) => {
    await show()
    await type('Graz')
    answer = fails
    await send()
    expect(document.querySelector('input')?.value).toBe('Graz')
    expect(kept()).toBe('Graz')
    window.dispatchEvent(new Event('pagehide'))
    await leave()
    expect(kept()).toBe('Graz')
    await show()
    expect(document.body.textContent).toContain('Restore')
    // The second try goes through.
    answer = SAVED
    await type('Graz')
    await send()
    expect(kept()).toBeUndefined()
  },
)

it('what is typed into the next one is kept again', async () => {
  await show()
  await type('Graz')
  await send()
  await act(async () => document.querySelector('button')?.click())
  await type('Linz')
  expect(kept()).toBe('Linz')
})
