import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

/**
 * Accepts every email, over the network and outside the runtime like a real provider, because the cost of accepting
 * isn't the product's. Runs in its own thread, so that it doesn't slow down the load generator.
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
