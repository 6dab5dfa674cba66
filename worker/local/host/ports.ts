import { type AddressInfo, createServer } from 'node:net'

/** Why nothing can listen on this port, as the beginning of a sentence. Undefined if it is free. */
export async function portTrouble(port: number): Promise<string | undefined> {
  // The browser tries [::1] first for 'localhost', so another program there would answer instead of us.
  for (const host of ['127.0.0.1', '::1']) {
    const code = await tryPort(port, host)
    if (code === 'EADDRINUSE') return `Port ${port} is in use`
    if (code === 'EACCES') return `Port ${port} needs administrator rights`
    if (code && host === '127.0.0.1') return `Port ${port} cannot be opened (${code})`
  }
  return undefined
}

/** Free ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  for (const server of servers) {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  return ports
}

function tryPort(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
