// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChatMessage } from '../../../../schema/documents/chats/endpoints.ts'
import { Chat } from '../../../../web/features/documents/chats/chat.tsx'

/** The panel beside a document, with a server that answers when the test lets it. */

let root: Root
let place: HTMLElement
let threads: { id: string; kind: string; documentId: string; title: string; createdAt: string }[]
let messages: ChatMessage[]
let asked: string[]
let refusal: { status: number; body: object } | null
const pages: number[] = []

const at = '2026-11-24T10:00:00.000Z'
const message = (more: Partial<ChatMessage>): ChatMessage => ({
  ...{ id: `m${Math.random()}`, role: 'assistant', status: 'completed', content: [], createdAt: at },
  ...more,
})
const saying = (value: string): ChatMessage['content'] => [{ type: 'text', text: { value, annotations: [] } }]

const answer = (url: string, init?: RequestInit): { status: number; body: unknown } => {
  const { pathname } = new URL(url, 'https://outlay.test')
  if (pathname === '/api/chat-threads') {
    if (init?.method !== 'POST') return { status: 200, body: threads }
    threads = [{ id: 'thread-1', kind: 'DOCUMENT', documentId: 'doc-1', title: '', createdAt: at }, ...threads]
    return { status: 200, body: { threadId: 'thread-1' } }
  }
  if (init?.method !== 'POST') return { status: 200, body: { messages } }
  if (refusal) return refusal
  const { content } = JSON.parse(String(init.body)) as { content: string }
  asked.push(content)
  const both = [message({ role: 'user', content: saying(content) }), message({ status: 'in_progress' })]
  messages = [...messages, ...both]
  return { status: 200, body: { messages: both } }
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // A field that grows with its text waits for fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  threads = []
  messages = []
  asked = []
  refusal = null
  pages.length = 0
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
      const { status, body } = answer(input instanceof Request ? input.url : String(input), init)
      return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
    }),
  )
  place = document.createElement('div')
  document.body.append(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const open = async () => {
  root = createRoot(place)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <Chat
            about={{ documentId: 'doc-1' }}
            hint="Ask about it."
            examples={['When does it end?']}
            onPage={(page) => pages.push(page)}
          />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  await shows(() => place.querySelector('textarea') !== null)
}
const shows = async (what: () => boolean) => {
  for (let round = 0; round < 150 && !what(); round++)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  if (!what()) throw new Error(`Not shown: ${place.textContent}`)
}
const text = () => place.textContent ?? ''
const button = (name: string): HTMLButtonElement => {
  const found = [...place.querySelectorAll('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  )
  if (!found) throw new Error(`There is no button ${name}: ${text()}`)
  return found
}
const press = (name: string) => act(async () => button(name).click())

it('an example is asked by a click, waits for its answer, and shows its quote with the page', async () => {
  await open()
  await press('When does it end?')
  await shows(() => text().includes('Looking for an answer'))
  expect(asked).toEqual(['When does it end?'])
  const annotations = [
    {
      ...{ type: 'file_citation' as const, text: '[1]', start_index: 12, end_index: 15 },
      file_citation: { file_id: 'doc-1', quote: 'It ends on May 4.', page: 3 },
    },
  ]
  const [question] = messages
  messages = [
    ...(question ? [question] : []),
    message({ content: [{ type: 'text', text: { value: 'It ends May [1]', annotations } }] }),
  ]
  await shows(() => text().includes('It ends on May 4.'))
  await press('p. 3, quote [1]')
  expect(pages).toEqual([3])
})

it('what can’t be answered is said, and what failed can be asked again by a click', async () => {
  threads = [{ id: 'thread-1', kind: 'DOCUMENT', documentId: 'doc-1', title: 'Old', createdAt: at }]
  messages = [
    message({ role: 'user', content: saying('Is it raining?') }),
    message({ content: [{ type: 'refusal', refusal: 'I found nothing about that.' }] }),
    message({ role: 'user', content: saying('And now?') }),
    message({ status: 'incomplete' }),
  ]
  await open()
  await shows(() => text().includes('I found nothing about that.'))
  await press('Ask again')
  await shows(() => asked.length === 1)
  expect(asked).toEqual(['And now?'])
})

it('a refused question says why beside the field, and what was asked can be asked again', async () => {
  refusal = {
    status: 429,
    body: { code: 'LIMITED', message: 'You have asked 40 questions this hour. Ask again later.' },
  }
  await open()
  await press('When does it end?')
  await shows(() => text().includes('You have asked 40 questions this hour.'))
  refusal = null
  await press('When does it end?')
  await shows(() => asked.length === 1)
  expect(threads).toHaveLength(1)
})
