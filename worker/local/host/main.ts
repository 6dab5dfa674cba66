import { join, relative } from 'node:path'
import { sayOnTerminal } from '../told-steps.ts'
import { parseArguments } from './arguments.ts'
import { type Host, startHost } from './host.ts'
import { paths } from './paths.ts'
import { report } from './problem.ts'

/** The host process, started by worker/local/start.ts with the project's own Node. */
async function main(): Promise<void> {
  const options = parseArguments(process.argv.slice(2))
  const dataDir = options.dataDir ?? paths.data
  // The next start removes what a killed runtime leaves behind.
  process.env.TMPDIR = join(dataDir, 'tmp')
  let host: Host | undefined
  let ending: Promise<void> | undefined
  const end = (status: number) => {
    // The second Ctrl-C, and a stop that hangs, don't wait. The watchdog ends workerd in any case.
    if (ending) process.exit(status)
    setTimeout(() => process.exit(status), 2800).unref()
    ending = (host?.stop() ?? Promise.resolve()).finally(() => process.exit(status))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  if (process.env.OUTLAY_LAUNCHER === '1') {
    // The launcher holds the other end of this pipe, which closes however the launcher ends.
    process.stdin.on('end', () => end(0)).on('error', () => end(0))
    process.stdin.resume()
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    if (ending) return
    report(error)
    end(1)
  })
  // A lost connection inside Miniflare is no reason to stop serving.
  process.on('unhandledRejection', (error) => ending || report(error))

  const start = options.dev ? (await import('./dev.ts')).startDev : startHost
  host = await start({
    port: options.port,
    dataDir,
    reset: options.reset,
    demo: options.demo,
    ...(options.cells && { cells: options.cells }),
    say: sayOnTerminal,
    vars: process.env.OUTLAY_TRACE ? { OUTLAY_TRACE: process.env.OUTLAY_TRACE } : {},
    ended(problem) {
      report(problem)
      end(1)
    },
  })
  if (ending) return host.stop()
  console.log(welcome(host))
}

function welcome(host: Host): string {
  const shownData = relative(process.cwd(), host.dataDir)
  const lines = [
    '',
    '  Outlay is ready',
    '',
    `  App        ${host.url}`,
    `  Mailbox    ${host.mailboxUrl}   (sign-in links and all other emails)`,
    `  Data       ${shownData && !shownData.startsWith('..') ? shownData : host.dataDir}`,
  ]
  if (host.accounts.length > 0) {
    const width = (field: 'role' | 'name') => Math.max(...host.accounts.map((account) => account[field].length))
    const [role, name] = [width('role'), width('name')]
    lines.push('', '  Demo accounts', '')
    for (const account of host.accounts) {
      lines.push(`  ${account.role.padEnd(role)}   ${account.name.padEnd(name)}   ${account.email}`)
    }
  }
  if (host.firstAccount) {
    lines.push(
      '',
      '  There is no company yet',
      '',
      `  Log in as ${host.firstAccount} at ${host.url}/login. The link arrives in the mailbox.`,
      '  Then add the first company with its admin on the page that opens.',
    )
  }
  return [...lines, '', '  Press Ctrl-C to stop.', ''].join('\n')
}

main().catch((error: unknown) => {
  report(error)
  process.exit(1)
})
