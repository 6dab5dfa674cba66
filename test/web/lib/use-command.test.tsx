// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '../../../web/lib/errors.ts'
import { useCommand } from '../../../web/lib/use-command.ts'
import { watchToasts } from '../../support/shown-toasts.ts'

/** What a person does again after an answer got lost, or came as a refusal. */

interface Payment {
  billId: string
  amount: number
}

const lost = () => new NetworkError(new TypeError('Failed to fetch'))
const answered = (status: number) => new ApiError({ status, code: 'CONFLICT', message: `Answered ${status}` })
const PAYMENT = { billId: 'bill-1', amount: 1200 }

/** The ids that were sent, in order. */
const ids: string[] = []
const refusals: string[] = []
const answers: (Error | string)[] = []
let pay: ReturnType<typeof useCommand<Payment, string>>
let toasts: ReturnType<typeof watchToasts>
let root: Root

const Page = () => {
  pay = useCommand<Payment, string>({
    run: async (_, { commandId }) => {
      ids.push(commandId)
      const answer = answers.shift() ?? 'paid'
      if (answer instanceof Error) throw answer
      return answer
    },
    success: 'Paid',
  })
  return null
}

const send = (input: Payment) => act(() => pay.sendAsync(input).catch((error: Error) => refusals.push(error.message)))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  toasts = watchToasts()
  ids.length = 0
  refusals.length = 0
  answers.length = 0
  root = createRoot(document.createElement('div'))
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } })
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

it.each([
  ['got lost', lost],
  ['was an error of the server', () => answered(500)],
  ['was an error on the way', () => answered(502)],
  ['came too late', () => answered(504)],
])('a repeat after the answer %s has the same command id, so it happens once', async (_, fails) => {
  answers.push(fails(), fails())
  for (let attempt = 0; attempt < 3; attempt += 1) await send({ ...PAYMENT })
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
  expect(refusals).toHaveLength(2)
  expect(toasts.successes()).toEqual(['Paid'])
})

it('the id stays the same when the page was drawn again between the attempts', async () => {
  answers.push(lost())
  await send({ ...PAYMENT })
  await act(async () => pay.reset())
  await send({ ...PAYMENT })
  expect(new Set(ids).size).toBe(1)
})

it('another input after a lost answer is another command', async () => {
  answers.push(lost())
  await send({ ...PAYMENT })
  await send({ ...PAYMENT, amount: 1300 })
  expect(new Set(ids).size).toBe(2)
})

it.each([
  [400, 'Answered 400'],
  [403, 'Answered 403'],
  [404, 'Answered 404'],
  [409, 'Answered 409'],
  [422, 'Answered 422'],
  [429, 'Answered 429. Try again in a minute.'],
])('after a refusal (%i) the next attempt is a new command', async (status, said) => {
  answers.push(answered(status))
  await send({ ...PAYMENT })
  await send({ ...PAYMENT })
  expect(new Set(ids).size).toBe(2)
  expect(toasts.errors()).toEqual([said])
})

it('what was done is a new command when it is sent again', async () => {
  await send({ ...PAYMENT })
  await send({ ...PAYMENT })
  expect(new Set(ids).size).toBe(2)
})

it('one input sent after a lost answer, and again after a refusal, is two commands', async () => {
  answers.push(lost(), answered(409))
  for (let attempt = 0; attempt < 3; attempt += 1) await send({ ...PAYMENT })
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})
