// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { InboxItem } from '../../../../schema/approvals/inbox/endpoints.ts'
import type { InboxSubject } from '../../../../web/features/approvals/inbox/subject.ts'
import { useApprove } from '../../../../web/features/approvals/inbox/use-approve.tsx'
import { ApiError, NetworkError } from '../../../../web/lib/errors.ts'
import { watchToasts } from '../../../support/shown-toasts.ts'

/** An approval leaves the inbox before its answer is there. */

const itemOf = (id: string) => ({ targetType: 'INTAKE_SUBMISSION', id, title: `Request ${id}` }) as InboxItem
const seen = (id: string) => ({ item: itemOf(id), blockId: `step-of-${id}`, version: 3 })

const decide = vi.fn<InboxSubject['decide']>()
const undo = vi.fn<InboxSubject['undo']>()
const readList = vi.fn(async () => [])
const onUndone = vi.fn()
const subjects = {
  INTAKE_SUBMISSION: { decide, undo, keyOf: (id: string) => ['request', id] } as unknown as InboxSubject,
}

let approving: ReturnType<typeof useApprove>
let toasts: ReturnType<typeof watchToasts>
let root: Root
const gone = (): number => approving.gone.size

const Page = () => {
  approving = useApprove(subjects, onUndone)
  return null
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(notifications, 'hide').mockReturnValue('')
  toasts = watchToasts()
  decide.mockReset().mockResolvedValue({ sequence: 7 })
  undo.mockReset().mockResolvedValue(undefined)
  onUndone.mockReset()
  root = createRoot(document.createElement('div'))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await client.prefetchQuery({ queryKey: ['inbox'], queryFn: readList })
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** An answer that comes when the test says so. */
const later = () => Promise.withResolvers<{ sequence: number }>()

it('an approved item is gone before the answer is there', async () => {
  const answer = later()
  decide.mockReturnValueOnce(answer.promise)
  let all: Promise<void> | undefined
  await act(async () => {
    all = approving.approve([seen('a')])
  })
  expect(gone()).toBe(1)
  answer.resolve({ sequence: 7 })
  await act(async () => all)
  expect(decide).toHaveBeenCalledExactlyOnceWith(
    'a',
    { status: 'APPROVED', levelGroupStatusId: 'step-of-a', seenVersion: 3 },
    expect.any(String),
  )
})

it.each([
  [
    'was refused',
    () => new ApiError({ status: 409, code: 'CONFLICT', message: 'The answers changed.' }),
    'The answers',
  ],
  ['got no answer', () => new NetworkError(new TypeError('Failed to fetch')), 'Outlay could not be reached'],
])(
  'an approval that %s is back in the list while others are still on their way, and says why',
  async (_, fails, why) => {
    const other = later()
    decide.mockRejectedValueOnce(fails()).mockReturnValueOnce(other.promise)
    let all: Promise<void> | undefined
    await act(async () => {
      all = approving.approve([seen('a'), seen('b')])
    })
    expect([...approving.gone].map((key) => key.split(/\W/).at(-1))).toEqual(['b'])
    expect(toasts.errors()).toEqual([expect.stringContaining(`Request a: ${why}`)])
    other.resolve({ sequence: 8 })
    await act(async () => all)
    expect(gone()).toBe(0)
  },
)

it('only what was approved can be undone, with the number of the approval', async () => {
  decide.mockRejectedValueOnce(new ApiError({ status: 403, code: 'FORBIDDEN', message: 'No.' }))
  decide.mockResolvedValueOnce({ sequence: 12 })
  await act(() => approving.approve([seen('a'), seen('b')]))
  await act(async () => approving.undoLast())
  expect(undo).toHaveBeenCalledExactlyOnceWith('b', 12, expect.any(String))
  expect(onUndone).toHaveBeenCalledOnce()
})

it('nothing can be undone after everything was refused', async () => {
  decide.mockRejectedValue(new ApiError({ status: 403, code: 'FORBIDDEN', message: 'No.' }))
  await act(() => approving.approve([seen('a')]))
  await act(async () => approving.undoLast())
  expect(undo).not.toHaveBeenCalled()
  expect(toasts.errors()).toContain('There’s nothing left to undo.')
})

it('an approval can be undone for nine seconds, and not after', async () => {
  const now = vi.spyOn(Date, 'now')
  now.mockReturnValue(1_000_000)
  await act(() => approving.approve([seen('a')]))
  now.mockReturnValue(1_000_000 + 9_001)
  await act(async () => approving.undoLast())
  expect(undo).not.toHaveBeenCalled()
  now.mockReturnValue(2_000_000)
  await act(() => approving.approve([seen('a')]))
  now.mockReturnValue(2_000_000 + 9_000)
  await act(async () => approving.undoLast())
  expect(undo).toHaveBeenCalledOnce()
})
