import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { DataFolder } from './data-folder.ts'

export interface WorkerdGuard {
  /** Environment of the runtime's process (Miniflare's unsafeRuntimeEnv). */
  runtimeEnv: Record<string, string>
  /** Process id of the running workerd, which changes when Miniflare restarts it. */
  pid(): number | undefined
  kill(): void
  /** After a graceful end: ends the watchdog without a kill. */
  release(): void
}

/** Names the file in which a process writes its id. */
const PID_FILE = 'OUTLAY_WORKERD_PID_FILE'

/**
 * The wrapper writes its process id, which workerd keeps because of exec. It ignores the terminal's Ctrl-C, because the
 * host ends workerd. It doesn't start if the host is already gone, because then nothing would end it.
 */
const wrapper = `#!/bin/sh
trap '' INT
echo $$ > "$OUTLAY_WORKERD_PID_FILE"
kill -0 "$PPID" 2>/dev/null || exit 1
exec "$OUTLAY_WORKERD" "$@"
`

/**
 * Its stdin is a pipe that only the host holds, so it ends when the host does, even after kill -9. It checks several
 * times, because a wrapper may be about to write its process id.
 */
const watchdog = `
read -r word
[ "$word" = done ] && exit 0
n=0
while [ $n -lt 8 ]; do
  pid=$(cat "$1" 2>/dev/null)
  if [ -n "$pid" ]; then kill -9 "$pid" 2>/dev/null; rm -f "$1"; fi
  sleep 0.25
  n=$((n + 1))
done
`

/** Makes sure that no workerd outlives this process. Call it before Miniflare starts. */
export function guardWorkerd(folder: Pick<DataFolder, 'pidFile' | 'wrapper'>): WorkerdGuard {
  writeFileSync(folder.wrapper, wrapper, { mode: 0o755 })
  process.env.MINIFLARE_WORKERD_PATH = folder.wrapper
  const child = spawn('/bin/sh', ['-c', watchdog, 'outlay-watchdog', folder.pidFile], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  ;(child.stdin as typeof child.stdin & { unref?: () => void }).unref?.()
  const kill = () => {
    const pid = readPid(folder.pidFile)
    if (pid) signal(pid)
    rmSync(folder.pidFile, { force: true })
  }
  // A quick exit (a second signal) leaves no workerd even if the watchdog was killed too.
  process.once('exit', kill)
  return {
    runtimeEnv: { [PID_FILE]: folder.pidFile, OUTLAY_WORKERD: workerdBinary() },
    pid: () => readPid(folder.pidFile),
    kill,
    release() {
      process.off('exit', kill)
      kill()
      child.stdin.end('done\n')
    },
  }
}

/**
 * A workerd whose host and watchdog were both killed. Only ours is ended: the process id may be someone else's by now,
 * and in a copy of a data folder it is the one of the original's host. A process was started with the path of its file.
 */
export function killLeftOver(pidFile: string): void {
  const pid = readPid(pidFile)
  rmSync(pidFile, { force: true })
  if (!pid) return
  try {
    const isWorkerd = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('workerd')
    const started = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    if (isWorkerd && started.includes(`${PID_FILE}=${pidFile}`)) signal(pid)
  } catch {
    // No such process, someone else's, or no /proc on this system. The port check reports the rest.
  }
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'))
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

/** The binary of the Miniflare in use, because wrangler comes with another one. */
function workerdBinary(): string {
  const require = createRequire(import.meta.url)
  const { default: binary } = createRequire(require.resolve('miniflare'))('workerd') as { default: string }
  return binary
}
