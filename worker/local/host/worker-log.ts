import { createWriteStream, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface WorkerLog {
  write(level: string, message: string): void
  close(): Promise<void>
}

const keep = 5_000_000

/** The Worker's log: everything goes into a file, and warnings and errors to the terminal too unless it is quiet. */
export function openLog(folder: string, quiet: boolean): WorkerLog {
  const file = join(folder, 'worker.log')
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > keep) renameSync(file, `${file}.old`)
  const stream = createWriteStream(file, { flags: 'a' })
  stream.on('error', () => undefined)
  return {
    write(level, message) {
      stream.write(`${new Date().toISOString()} ${level} ${message}\n`)
      if (quiet) return
      if (level === 'error' || level === 'warn' || process.env.OUTLAY_DEBUG === '1') console.error(message)
    },
    close: () => new Promise((resolve) => stream.end(resolve)),
  }
}
