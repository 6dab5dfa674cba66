import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { oneLine, Problem } from '../host/problem.ts'
import type { ControlAddress } from './folder-use.ts'
import type { Hold } from './hold.ts'
import { type Taken, takeBackup } from './take-backup.ts'

/** Lines of an answer, one JSON each: what is done, then how it ended. */
type Line = { say: string } | { taken: Taken } | { problem: string }

const order = z.object({ to: z.string(), keep: z.number().int().min(1).optional() })

interface Control extends ControlAddress {
  stop(): Promise<void>
}

/**
 * Lets programs of the same user ask the running host for a backup. They find address and token in a file that only this
 * user can read.
 */
export const serveControl = async (data: string, hold: Hold): Promise<Control> => {
  const token = randomBytes(24).toString('base64url')
  let isBusy = false
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => end(response, { problem: oneLine(error) }))
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!isToken(request.headers.authorization, token) || request.method !== 'POST' || request.url !== '/backup') {
      response.writeHead(404).end()
      return
    }
    const wanted = order.parse(await bodyOf(request))
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    if (isBusy) throw new Problem('Another backup is being made; try again when it has ended.')
    isBusy = true
    try {
      const say = (text: string) => response.write(`${JSON.stringify({ say: text } satisfies Line)}\n`)
      end(response, { taken: await takeBackup({ ...wanted, data, hold, say }) })
    } finally {
      isBusy = false
    }
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const end = (response: ServerResponse, line: Line): void => {
  if (!response.writableEnded) response.end(`${JSON.stringify(line)}\n`)
}

const isToken = (header: string | undefined, token: string): boolean => {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** Asks the running host for a backup. Throws a Problem with its words if it doesn't succeed. */
export const askForBackup = async (
  { url, token }: ControlAddress,
  wanted: z.input<typeof order>,
  say: (text: string) => void,
): Promise<Taken> => {
  const response = await fetch(`${url}/backup`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(wanted),
  })
  if (!response.ok || !response.body) throw new Problem('The Outlay that runs there doesn’t make backups.')
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.map((each) => JSON.parse(each) as Line)) {
      if ('say' in line) say(line.say)
      else if ('taken' in line) return line.taken
      else throw new Problem(line.problem)
    }
  }
  throw new Problem('Outlay ended before the backup was whole.')
}
