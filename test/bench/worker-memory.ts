import { setTimeout as pause } from 'node:timers/promises'

/**
 * The memory of a Worker, as the runtime tells a debugger: what its heap holds, and its buffers. Locally the runtime has
 * no limit that would make it collect its garbage in time, so that it is collected before each look.
 */

const EVERY_MS = 300
const MB = 1024 * 1024

interface Heap {
  usedSize: number
  backingStorageSize?: number
}

const openInspector = async (port: number, worker: string): Promise<WebSocket> => {
  const answer = await fetch(`http://127.0.0.1:${port}/json`)
  const targets = (await answer.json()) as { id: string; webSocketDebuggerUrl: string }[]
  const target = targets.find(({ id }) => id.endsWith(`:${worker}`))
  if (!target) throw new Error(`There is no ${worker} among ${targets.map(({ id }) => id).join(', ')}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('The inspector can’t be reached')))
  })
  return socket
}

export interface WatchedMemory {
  /** Forgets what was before. Answers with what is in use then, in megabytes. */
  begin(): Promise<number>
  /** The most that was in use since, in megabytes. */
  most(): number
  stop(): Promise<void>
}

/**
 * Looks several times a second, between two turns of the Worker. Short peaks between two looks can be missed, and so is
 * what a turn needs only meanwhile.
 */
export const watchMemory = async (port: number, worker: string): Promise<WatchedMemory> => {
  const socket = await openInspector(port, worker)
  const waiting = new Map<number, (result: unknown) => void>()
  let asked = 0
  let most = 0
  let isOver = false
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (id === undefined) return
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  const ask = <T>(method: string): Promise<T> =>
    new Promise((resolve) => {
      asked += 1
      waiting.set(asked, (result) => resolve(result as T))
      socket.send(JSON.stringify({ id: asked, method }))
    })
  const used = async (): Promise<number> => {
    await ask('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize = 0 } = await ask<Heap>('Runtime.getHeapUsage')
    return (usedSize + backingStorageSize) / MB
  }
  const look = async (): Promise<void> => {
    while (!isOver) {
      const now = await used()
      most = Math.max(most, now)
      await pause(EVERY_MS)
    }
  }
  const looking = look()
  return {
    async begin() {
      most = 0
      return used()
    },
    most: () => most,
    async stop() {
      isOver = true
      await Promise.race([looking, pause(1000)])
      socket.close()
    },
  }
}
