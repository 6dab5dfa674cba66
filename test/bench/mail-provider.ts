import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

/**
 * Takes every mail, over the network and beside the runtime, as a provider does: what it costs to take one is not the
 * product's. Runs in a thread of its own, so that it does not hold up whoever makes the load.
 */
export interface MailProvider {
  /** Host and port. */
  address: string
  stop(): Promise<unknown>
}

export const startMailProvider = async (): Promise<MailProvider> => {
  const thread = new Worker(new URL(import.meta.url))
  const port = await new Promise<number>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  })
  return { address: `127.0.0.1:${port}`, stop: () => thread.terminate() }
}

if (!isMainThread) {
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('Content-Type', 'application/json')
    response.end('{"id":"mail"}')
  })
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
}
