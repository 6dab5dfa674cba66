import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { paths } from '../../../worker/local/host/paths.ts'
import { freePorts } from '../../../worker/local/host/ports.ts'
import { eventually, type Reached } from './api.ts'

export interface Ended {
  status: number | null
  /** What it wrote, errors included. */
  text: string
}

/** Runs a program of the project with its own Node, as a script of package.json does. */
export const runProgram = (file: string, ...args: string[]): Promise<Ended> => follow(startProgram(file, args)).ended

const startProgram = (file: string, args: string[]): ChildProcess =>
  spawn(paths.node, [join(paths.root, file), ...args], { cwd: paths.root, stdio: ['ignore', 'pipe', 'pipe'] })

const follow = (child: ChildProcess): { ended: Promise<Ended>; text: () => string } => {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = new Promise<Ended>((resolve) => child.once('close', (status) => resolve({ status, text })))
  return { ended, text: () => text }
}

/** Outlay as a person starts it, in a process of its own. */
export interface HostProcess extends Reached {
  /** Ends it without notice, as a machine does that loses its power. The runtime ends with it. */
  lose(): Promise<void>
}

export const startHostProcess = async (dataDir: string): Promise<HostProcess> => {
  const [port = 0] = await freePorts(1)
  const child = startProgram('worker/local/host/main.ts', ['--data', dataDir, '--port', String(port)])
  const { ended, text } = follow(child)
  await eventually('the host', async () => text().includes('Press Ctrl-C') || (child.exitCode !== null && 'over'), 60)
  const [, mailboxUrl] = /Mailbox\s+(\S+)/.exec(text()) ?? []
  if (!mailboxUrl) throw new Error(`The host didn't start: ${text()}`)
  return {
    url: `http://localhost:${port}`,
    mailboxUrl,
    async lose() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
