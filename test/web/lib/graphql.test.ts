import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { graphql, runGraphql } from '../../../web/lib/graphql.ts'
import { setUnauthenticatedHandler } from '../../../web/lib/rest.ts'
import { wasShown } from '../../../web/lib/shown-errors.ts'
import { watchToasts } from '../../support/shown-toasts.ts'

const query = graphql<{ thing: { id: string } }, { id: string }>('query Thing($id: ID!) { thing(id: $id) { id } }')
const mutation = graphql<{ save: { id: string } }, { id: string }>('mutation Save($id: ID!) { save(id: $id) { id } }')

const fetchMock = vi.fn<typeof fetch>()
const answer = (body: unknown, status = 200) =>
  fetchMock.mockResolvedValue(new Response(JSON.stringify(body), { status }))
let toasts: ReturnType<typeof watchToasts>['errors']
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  toasts = watchToasts().errors
})
afterEach(() => {
  fetchMock.mockReset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setUnauthenticatedHandler(() => {})
})

describe('runGraphql', () => {
  it('a call posts the document and the variables', async () => {
    answer({ data: { thing: { id: '1' } } })
    await expect(runGraphql(query, { id: '1' })).resolves.toEqual({ thing: { id: '1' } })
    const [url, init] = fetchMock.mock.calls[0] ?? []
    expect(url).toBe('/graphql')
    expect(JSON.parse(String(init?.body))).toEqual({
      query: 'query Thing($id: ID!) { thing(id: $id) { id } }',
      variables: { id: '1' },
    })
    expect(new Headers(init?.headers).has('idempotency-key')).toBe(false)
  })

  it('a mutation is sent with the id of its intent', async () => {
    answer({ data: { save: { id: '1' } } })
    await runGraphql(mutation, { id: '1' }, { commandId: 'intent-1' })
    expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).get('idempotency-key')).toBe('intent-1')
  })

  it('every error message is shown, and the first is thrown with its code and fields', async () => {
    answer({
      data: null,
      errors: [
        { message: 'The name is taken.', extensions: { code: 'INVALID', fields: { name: 'Taken' } } },
        { message: 'And so is the label.' },
      ],
    })
    const error = await failure(runGraphql(mutation, { id: '1' }))
    expect(toasts()).toEqual(['The name is taken.', 'And so is the label.'])
    expect(error).toMatchObject({ code: 'INVALID', message: 'The name is taken.', fields: { name: 'Taken' } })
    expect(wasShown(error)).toBe(true)
  })

  it('an error without a message gets a sentence', async () => {
    answer({ data: null }, 500)
    await failure(runGraphql(query, { id: '1' }))
    answer({ errors: [{ message: '' }] })
    await failure(runGraphql(mutation, { id: '1' }))
    expect(toasts()).toEqual(['Could not complete requested query', 'Could not complete requested update'])
  })

  it('no message is shown when the caller shows the error itself', async () => {
    answer({ errors: [{ message: 'Nope' }] })
    const error = await failure(runGraphql(query, { id: '1' }, { quiet: true }))
    expect(toasts()).toEqual([])
    expect(wasShown(error)).toBe(false)
  })

  it('a lost session is left to the login page', async () => {
    const gone = vi.fn()
    setUnauthenticatedHandler(gone)
    answer({ message: 'Please sign in.', code: 'UNAUTHENTICATED' }, 401)
    const error = await failure(runGraphql(query, { id: '1' }))
    expect(gone).toHaveBeenCalledTimes(1)
    expect(toasts()).toEqual([])
    expect(wasShown(error)).toBe(true)
  })
})
