// @vitest-environment happy-dom
import '../../../web/lib/plain-words.ts'
import { MantineProvider, Textarea, TextInput } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../schema/shared/endpoint.ts'
import { useEndpointForm } from '../../../web/ui/endpoint-form.ts'
import { watchToasts } from '../../support/shown-toasts.ts'

/** A form that is checked by the body of its endpoint, in a page. */

let toasts: ReturnType<typeof watchToasts>

const saveTrip = endpoint({
  id: 'trips.save',
  method: 'PUT',
  path: '/api/trips/{tripId}',
  summary: 'Change a trip',
  params: z.object({ tripId: z.string() }),
  body: z
    .object({
      travelerUserId: z.string(),
      title: z.string().trim().min(1, 'Say where to').max(10),
      from: z.string(),
      until: z.string(),
      tags: z.array(z.string()).max(1, 'At most one tag').default([]),
      version: z.number().int(),
    })
    .refine(({ from, until }) => from <= until, { path: ['until'], message: 'Ends before it starts' }),
  response: z.object({ id: z.string() }),
})

interface Trip {
  title: string
  version: number
}

const read = vi.fn<() => Promise<Trip | null>>()
const saved = vi.fn()

const Form = ({ tags = [] as string[] }) => {
  const { form, submit, theirs } = useEndpointForm(saveTrip, {
    params: { tripId: 't1' },
    initial: { title: '', from: '2030-01-02', until: '2030-01-03', traveler: null as string | null },
    toBody: ({ traveler, ...values }) => ({ ...values, tags, travelerUserId: traveler }),
    fields: { travelerUserId: 'traveler' },
    moreFaults: ({ title }): Record<string, string> => (title === 'Ghost' ? { traveler: 'Not found' } : {}),
    edited: { version: 4, read },
    success: (_, { title }) => `${title} saved`,
    onSuccess: saved,
  })
  const traveler = form.getInputProps('traveler')
  return (
    <form onSubmit={submit} noValidate>
      <output>{theirs === 'gone' ? 'gone' : theirs?.title}</output>
      <TextInput label="Title" {...form.getInputProps('title')} />
      <TextInput label="From" {...form.getInputProps('from')} />
      <TextInput label="Until" {...form.getInputProps('until')} />
      <Textarea label="Traveler" {...traveler} value={traveler.value ?? ''} />
    </form>
  )
}

/** What the server was sent, and what it answers. */
const sent: { path: string; body: unknown }[] = []
let answers: [status: number, body: unknown][] = []

let root: Root
const show = async (element = <Form />): Promise<void> => {
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider>{element}</MantineProvider>
      </QueryClientProvider>,
    ),
  )
}

const field = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`[data-path="${name}"]`)
  if (!found) throw new Error(`There is no field ${name}`)
  return found
}

const type = (name: string, text: string): Promise<void> =>
  act(async () => {
    const node = field(name)
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), 'value')?.set?.call(node, text)
    node.dispatchEvent(new Event('input', { bubbles: true }))
  })

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)))

const submit = async (): Promise<void> => {
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })
  for (let round = 0; round < 4; round++) await settle()
}

const messageAt = (name: string): string | undefined => {
  const id = field(name).getAttribute('aria-describedby')?.split(' ').at(-1)
  return (id && document.getElementById(id)?.textContent) || undefined
}

const refusal = (code: string, message: string, fields?: Record<string, string>) => ({
  ...{ code, message, requestId: 'r1' },
  ...(fields && { fields }),
})

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  toasts = watchToasts()
  sent.length = 0
  answers = [[200, { id: 't1' }]]
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) })
    const [status, body] = answers.shift() ?? [500, {}]
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  vi.restoreAllMocks()
})

it('the messages of the body stand beside their fields, the first field on the page gets the focus, and nothing is sent', async () => {
  await show()
  await submit()
  expect(messageAt('title')).toBe('Say where to')
  // The body has another name for it, and it comes first there.
  expect(messageAt('traveler')).toBe('Required')
  expect(document.activeElement).toBe(field('title'))
  expect(sent).toEqual([])
})

it('what the form knows to be wrong with a field is said rather than that it is missing', async () => {
  await show()
  await type('title', 'Ghost')
  await submit()
  expect(messageAt('traveler')).toBe('Not found')
})

it('typing into a field takes its message away', async () => {
  await show()
  await submit()
  await type('title', 'Graz')
  expect(messageAt('title')).toBeUndefined()
  expect(messageAt('traveler')).toBe('Required')
})

it('a rule about two fields stands beside the one that it names', async () => {
  await show()
  await type('title', 'Graz')
  await type('traveler', 'u1')
  await type('until', '2030-01-01')
  await submit()
  expect(messageAt('until')).toBe('Ends before it starts')
  expect(document.activeElement).toBe(field('until'))
  expect(sent).toEqual([])
})

const fill = async (): Promise<void> => {
  await type('title', ' Graz ')
  await type('traveler', 'u1')
}

it('the parsed body is sent with the version that was read', async () => {
  await show()
  await fill()
  await submit()
  expect(sent).toEqual([
    {
      path: '/api/trips/t1',
      body: {
        ...{ travelerUserId: 'u1', title: 'Graz', from: '2030-01-02', until: '2030-01-03', tags: [], version: 4 },
      },
    },
  ])
  expect(toasts.successes()).toContain('Graz saved')
  expect(saved).toHaveBeenCalledTimes(1)
})

it('a field error of the server stands beside the same field, which gets the focus, without a toast', async () => {
  answers = [[400, refusal('INVALID', 'They are away', { travelerUserId: 'They are away' })]]
  await show()
  await fill()
  await submit()
  expect(messageAt('traveler')).toBe('They are away')
  expect(document.activeElement).toBe(field('traveler'))
  expect(field('title').value).toBe(' Graz ')
  expect(toasts.errors()).toEqual([])
})

it('an error of a field that is not on the page is told in a toast', async () => {
  answers = [[400, refusal('INVALID', 'Budget is spent', { budget: 'Budget is spent' })]]
  await show()
  await fill()
  await submit()
  expect(toasts.errors()).toContain('Budget is spent')
})

it('what the body refuses about something that is not on the page is told in a toast', async () => {
  await show(<Form tags={['a', 'b']} />)
  await fill()
  await submit()
  expect(toasts.errors()).toContain('At most one tag')
  expect(sent).toEqual([])
})

it('after a conflict theirs is shown, what was typed stays, and saving again replaces theirs', async () => {
  answers = [
    [409, { ...refusal('CONFLICT', 'The trip was changed.'), reason: 'STALE_VERSION' }],
    [200, { id: 't1' }],
  ]
  read.mockResolvedValue({ title: 'Linz', version: 5 })
  await show()
  await fill()
  await submit()
  expect(document.querySelector('output')?.textContent).toBe('Linz')
  expect(field('title').value).toBe(' Graz ')
  expect(toasts.errors()).toEqual([])
  await submit()
  expect(sent.map(({ body }) => (body as Trip).version)).toEqual([4, 5])
  expect(saved).toHaveBeenCalledTimes(1)
})

it('if someone deleted it meanwhile, that is said and what was typed stays', async () => {
  answers = [[404, refusal('NOT_FOUND', 'The trip was not found.')]]
  read.mockResolvedValue(null)
  await show()
  await fill()
  await submit()
  expect(document.querySelector('output')?.textContent).toBe('gone')
  expect(field('title').value).toBe(' Graz ')
})

it('a refusal that no change explains is told in a toast', async () => {
  answers = [[409, refusal('CONFLICT', 'The trip has already begun.')]]
  read.mockResolvedValue({ title: 'Graz', version: 4 })
  await show()
  await fill()
  await submit()
  expect(document.querySelector('output')?.textContent).toBe('')
  expect(toasts.errors()).toContain('The trip has already begun.')
})
