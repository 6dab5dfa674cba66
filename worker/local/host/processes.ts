import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Watches the script runners above this process (`npx` → `sh` → `bun run`) and calls `gone` once when one of them ends.
 * They don't pass on a kill -9, and people end what they started, not its child processes.
 */
export function watchRunners(gone: () => void): void {
  const links = runnerLinks()
  if (links.length === 0) return
  const linux = process.platform === 'linux'
  const timer = setInterval(
    () => {
      if (links.every(({ child, parent }) => parentOf(child) === parent)) return
      clearInterval(timer)
      gone()
    },
    linux ? 500 : 2000,
  )
  timer.unref()
}

/** Each link says that `child` has `parent`. A parent that ends is replaced, even before it is reaped. */
function runnerLinks(): { child: number; parent: number }[] {
  const links: { child: number; parent: number }[] = []
  let child = process.pid
  let parent = process.ppid
  for (let depth = 0; depth < 8 && parent > 1; depth += 1) {
    const above = parentOf(parent) ?? 0
    // A shell counts only between two runners. One that a person or a script uses can end and leave us running.
    const runner = isRunner(parent) || (isShell(parent) && above > 1 && /\b(npm|npx)\b/.test(commandOf(above)))
    if (!runner) break
    links.push({ child, parent })
    child = parent
    parent = above
  }
  return links
}

function isRunner(pid: number): boolean {
  return /(^|\/)(bun|bunx|npm|npx)(\.exe)?\b|\b(npm|npx)(-cli\.js)?\b/.test(
    commandOf(pid).split(' ').slice(0, 2).join(' '),
  )
}

function isShell(pid: number): boolean {
  return /^(\S*\/)?(sh|dash|bash)\s+-c\b/.test(commandOf(pid))
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

function parentOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return Number(ps(pid, 'ppid')) || undefined
  try {
    // The name before the fields is in brackets and can contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function ps(pid: number, field: string): string {
  return spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}
