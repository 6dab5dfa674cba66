import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { killLeftOver } from '../../../worker/local/host/workerd-guard.ts'

let folder: string
let child: ChildProcess
const original = () => join(folder, 'original.pid')
const copy = () => join(folder, 'copy.pid')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'left-over-'))
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'workerd'], {
    stdio: 'ignore',
    env: { OUTLAY_WORKERD_PID_FILE: original() },
  })
  for (const file of [original(), copy()]) writeFileSync(file, `${child.pid}\n`)
})
afterEach(() => {
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const isOver = () =>
  new Promise<boolean>((resolve) => {
    child.once('exit', () => resolve(true))
    setTimeout(() => resolve(child.exitCode !== null || child.signalCode !== null), 300)
  })

it('starting a copy of a data folder leaves the original’s process alone', async () => {
  killLeftOver(copy())
  expect(await isOver()).toBe(false)
})

it('a process left over in its own folder is ended', async () => {
  killLeftOver(original())
  expect(await isOver()).toBe(true)
})
