import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { postFile } from '../../../web/lib/post-file.ts'

/** Sending a file, with a server that answers as the test wants. */

let answer: { status: number; body: string }
let opened: Sending[]

class Sending {
  upload: { onprogress?: (event: object) => void } = {}
  headers: Record<string, string> = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  constructor() {
    opened.push(this)
  }
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  abort(): void {
    this.onabort?.()
  }
  send(): void {
    if (answer.status === -1) return
    this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
    this.status = answer.status
    this.responseText = answer.body
    if (answer.status === 0) this.onerror?.()
    else this.onload?.()
  }
}

beforeEach(() => {
  opened = []
  vi.stubGlobal('XMLHttpRequest', Sending)
})
afterEach(() => vi.unstubAllGlobals())

const shares: number[] = []
const send = (signal = new AbortController().signal) =>
  postFile('/api/files', new FormData(), (share) => shares.push(share), signal)

it.each([200, 201, 204])(
  'a file that is taken with %i resolves to the answer, and tells how far it is',
  async (status) => {
    shares.length = 0
    answer = { status, body: '{"id":"1"}' }
    expect(await send()).toBe('{"id":"1"}')
    expect(shares).toEqual([0.25])
    expect(opened[0]?.headers['idempotency-key']).toMatch(/^[\w-]{20,}$/)
  },
)

it.each([
  [400, JSON.stringify({ fields: { file: 'This isn’t a PDF' } }), 'This isn’t a PDF'],
  [413, 'Too large', 'Error uploading file'],
  [422, JSON.stringify({ fields: {} }), 'Error uploading file'],
  [500, '', 'Error uploading file'],
  [302, '', 'Error uploading file'],
  [0, '', 'Error uploading file'],
])('a file that is refused with %i says why, if the server did', async (status, body, message) => {
  answer = { status, body }
  await expect(send()).rejects.toThrow(message)
})

it('a file that is canceled is no failure of the upload', async () => {
  answer = { status: -1, body: '' }
  const cancel = new AbortController()
  const sent = send(cancel.signal)
  cancel.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
})
