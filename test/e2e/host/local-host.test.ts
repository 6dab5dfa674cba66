import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type Host, startHost } from '../../../worker/local/host/host.ts'
import { paths } from '../../../worker/local/host/paths.ts'
import { freePorts, portTrouble } from '../../../worker/local/host/ports.ts'
import { DEMO_DATA } from '../../support/e2e/demo-data.ts'

const scratch = mkdtempSync(join(tmpdir(), 'outlay-host-'))
const main = join(paths.root, 'worker/local/host/main.ts')
const launcher = join(paths.root, 'worker/local/start.ts')
const bun = process.env.npm_execpath?.includes('bun') ? process.env.npm_execpath : 'bun'

const running: Run[] = []
const hosts: Host[] = []
afterEach(async () => {
  for (const run of running.splice(0)) run.child.kill('SIGKILL')
  for (const host of hosts.splice(0)) await host.stop()
})
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

interface Run {
  child: ChildProcess
  out(): string
  err(): string
  status: Promise<number | null>
}

/** Starts a command of the project as a person would, in its own process group. */
function run(command: string, ...args: string[]): Run {
  const child = spawn(command, args, { cwd: paths.root, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const status = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const result = { child, out: () => out, err: () => err, status }
  running.push(result)
  return result
}

const runHost = (...args: string[]) => run(paths.node, main, ...args)

async function until<T>(what: string, check: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 60_000
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const isUp = (started: Run) =>
  Promise.race([
    until('the host is ready', () => started.out().includes('Press Ctrl-C')),
    started.status.then((status) => {
      throw new Error(`the host ended with ${status}: ${started.err()}`)
    }),
  ])

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !(existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
  } catch {
    return false
  }
}

/** The process id of the data folder's workerd, from the file its wrapper writes. */
function workerdOf(dataDir: string): number {
  const file = readdirSync(dataDir).find((entry) => entry.endsWith('.pid'))
  return file ? Number(readFileSync(join(dataDir, file), 'utf8')) : 0
}

/** A data folder that was used before, because migrating an empty one takes longer than these tests. */
function usedFolder(name: string): string {
  const dataDir = join(scratch, name)
  cpSync(process.env[DEMO_DATA] ?? '', dataDir, { recursive: true })
  return dataDir
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

describe('starting the local host', () => {
  const dataDir = join(scratch, 'kept')
  const start = async (options: { demo?: boolean; reset?: boolean } = {}) => {
    const host = await startHost({ port: 0, dataDir, quiet: true, ...options })
    hosts.push(host)
    return host
  }
  const mails = async (host: Host) => {
    const { mails } = (await (await fetch(`${host.mailboxUrl}/api/mails`)).json()) as { mails: { id: string }[] }
    return mails.map((mail) => mail.id)
  }

  it('one origin serves the app and the API, and data survives a restart', async () => {
    const first = await start()
    expect(first.accounts.length).toBeGreaterThan(0)
    expect(first.firstAccount).toBeNull()
    const page = await fetch(`${first.url}/some/page`)
    const policy = page.headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
    expect(await page.text()).toContain(`<meta name="csp-nonce" content="${nonce}"`)
    expect(policy).toContain("default-src 'none'; script-src 'self'; ")
    expect((await fetch(`${first.url}/assets/gone-123.js`)).status).toBe(404)
    expect((await fetch(`${first.url}/_worker.js`)).status).toBe(404)
    expect((await fetch(`${first.url}/jwt-data`)).status).toBe(401)
    expect((await fetch(`${first.directUrl}/__local/demo`, { method: 'POST' })).status).toBe(404)
    await until('the first mails are there', async () => (await mails(first)).length > 0)
    const { accounts } = first
    await first.stop()
    const before = readdirSync(join(dataDir, 'mailbox')).length

    const second = await start()
    expect(second.accounts).toEqual(accounts)
    expect((await mails(second)).length).toBeGreaterThanOrEqual(before)
    await expect(start()).rejects.toThrow(`is in use by the Outlay on ${second.url}`)
  })

  it('--reset starts over, and --no-demo leaves an empty database empty', async () => {
    const host = await start({ reset: true, demo: false })
    expect(host.accounts).toEqual([])
    expect(host.firstAccount).toBe('staff@outlay.example')
    expect(await mails(host)).toEqual([])
  })
})

describe('a start that can’t succeed', () => {
  const refused = async (expected: RegExp, ...args: string[]) => {
    const started = runHost(...args)
    expect(await started.status).toBe(1)
    expect(started.err().trimEnd()).toMatch(expected)
    expect(started.err().trimEnd().split('\n')).toHaveLength(1)
    expect(started.out()).not.toContain('Outlay is ready')
  }

  it('a port in use is reported in one line', async () => {
    const port = await until('a port with a free one before it is found', async () => {
      const [found = 0] = await freePorts(1)
      return !(await portTrouble(found - 1)) && found
    })
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const data = join(scratch, 'port')
    await refused(new RegExp(`^outlay: Port ${port} is in use; .*--port`), '--port', String(port), '--data', data)
    await refused(
      new RegExp(`^outlay: Port ${port} is in use, which the mailbox`),
      '--port',
      String(port - 1),
      '--data',
      data,
    )
    server.close()
  })

  it('an unusable data folder is reported in one line', async () => {
    const file = join(scratch, 'a-file')
    writeFileSync(file, 'x')
    await refused(/is a file, not a folder/, '--port', '0', '--data', file)
    await refused(/cannot be opened: a part of the path is a file/, '--port', '0', '--data', join(file, 'below'))
    const foreign = mkdtempSync(join(scratch, 'foreign-'))
    writeFileSync(join(foreign, 'thesis.txt'), 'x')
    await refused(/holds other files \(thesis\.txt\)/, '--port', '0', '--data', foreign, '--reset')
    expect(readdirSync(foreign)).toEqual(['thesis.txt'])
    if (existsSync('/proc/self')) await refused(/cannot be opened/, '--port', '0', '--data', '/proc/outlay')
  })

  it('a wrong option is reported in one line', async () => {
    await refused(/Unknown option --prot/, '--prot', '1')
    await refused(/--port takes a number/, '--port', 'x')
  })

  it('a failing migration is reported in one line and leaves nothing behind', async () => {
    const dataDir = join(scratch, 'migration')
    const host = await startHost({ port: 0, dataDir, quiet: true, demo: false })
    await host.stop()
    const open = () => {
      const folder = join(dataDir, 'd1/miniflare-D1DatabaseObject')
      const name = readdirSync(folder).find((entry) => /^[0-9a-f]{64}\.sqlite$/.test(entry))
      return new DatabaseSync(join(folder, name ?? ''))
    }
    const database = open()
    // As if a later table of the first migration existed and the rest didn't.
    database.exec('DELETE FROM d1_migrations; PRAGMA foreign_keys = OFF')
    // Views first, because they read tables; then virtual tables, because they delete their own tables.
    const parts = database.prepare(
      `SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE '\\_%' ESCAPE '\\'
        ORDER BY type DESC, sql LIKE 'CREATE VIRTUAL%' DESC`,
    )
    for (const { name, type } of parts.all() as { name: string; type: string }[]) {
      if (!['users', 'd1_migrations', 'sqlite_sequence'].includes(name))
        database.exec(`DROP ${type} IF EXISTS "${name}"`)
    }
    database.close()
    await refused(
      /^outlay: Migration 0001_\w+\.sql failed, .*table `?users`? already exists/,
      '--port',
      '0',
      '--data',
      dataDir,
    )
    const after = open()
    expect(after.prepare('SELECT count(*) AS n FROM d1_migrations').get()).toEqual({ n: 0 })
    expect(after.prepare("SELECT 1 FROM sqlite_master WHERE name = 'companies'").get()).toBeUndefined()
    after.close()
  })
})

describe('stopping the local host', () => {
  const begin = async (name: string, command: string, script: string) => {
    const dataDir = usedFolder(name)
    const started = run(command, script, '--port', '0', '--data', dataDir)
    await isUp(started)
    const { pid, url } = JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')) as { pid: number; url: string }
    const workerd = workerdOf(dataDir)
    expect(isAlive(workerd)).toBe(true)
    return { started, workerd, pid, url }
  }
  const nothingLeft = async ({ workerd, pid, url }: { workerd: number; pid: number; url: string }) => {
    await until('workerd and the host have ended', () => !isAlive(workerd) && !isAlive(pid))
    expect(await answers(url)).toBe(false)
  }

  it('killing the host leaves no workerd running', async () => {
    const { started, ...rest } = await begin('kill-host', paths.node, main)
    started.child.kill('SIGKILL')
    await nothingLeft(rest)
  })

  it('killing the launcher leaves no workerd and no host running', async () => {
    const { started, ...rest } = await begin('kill-launcher', bun, launcher)
    started.child.kill('SIGKILL')
    await nothingLeft(rest)
  })

  it('the host ends with one line and status 1 when workerd is killed', async () => {
    const { started, workerd, url } = await begin('kill-workerd', paths.node, main)
    process.kill(workerd, 'SIGKILL')
    expect(await started.status).toBe(1)
    expect(started.err()).toMatch(/^outlay: The Workers runtime ended unexpectedly.*\n$/)
    expect(await answers(url)).toBe(false)
  })

  it('Ctrl-C ends the host with status 0', async () => {
    const { started, ...rest } = await begin('ctrl-c', bun, launcher)
    started.child.kill('SIGINT')
    expect(await started.status).toBe(0)
    await nothingLeft(rest)
  })
})
