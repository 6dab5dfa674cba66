import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { serveControl } from '../operate/control.ts'
import { stopping } from '../operate/hold.ts'
import { toldStep } from '../told-steps.ts'
import { ensureBundles } from './bundle-apart.ts'
import { readWorkerConfig, type WorkerConfig } from './config.ts'
import { startCron } from './cron.ts'
import { type DataFolder, FolderInUse, openDataFolder } from './data-folder.ts'
import { type DemoAccount, fillEmpty, hasCompany, presentAccounts } from './demo-data.ts'
import { serveMailbox } from './mailbox/server.ts'
import { applyMigrations } from './migrations.ts'
import { openOutside, type Timing } from './outside.ts'
import { paths } from './paths.ts'
import { freePorts, portTrouble } from './ports.ts'
import { oneLine, Problem } from './problem.ts'
import { Restorer } from './restore.ts'
import { withoutSignalHandlers } from './signals.ts'
import { databasesOf, LOCAL_STAFF, topology } from './topology.ts'
import { openLog } from './worker-log.ts'
import { guardWorkerd, killLeftOver } from './workerd-guard.ts'

export interface HostOptions {
  /** Port of the app (default 8787). 0 picks a free one. */
  port?: number
  /** Port of the mailbox: by default the one after `port`, or a free one if that is 0. */
  mailboxPort?: number
  /** Absolute path of the data folder (default .outlay). */
  dataDir?: string
  /** Starts with an empty data folder. */
  reset?: boolean
  /** Fills an empty database with the demo company (default true). */
  demo?: boolean
  /** The number of databases that hold companies: at least as many as the folder has (default 1). */
  cells?: number
  /** Keeps the Worker's log out of the terminal. It is always in DATA/logs/worker.log. */
  quiet?: boolean
  /** Serves only the API, at `directUrl`. Something else serves the app on `port` (hot reload). */
  apiOnly?: boolean
  /** Further vars of the Worker, which override wrangler.toml. */
  vars?: Record<string, string>
  /** Seconds between two runs of the crons (default 15). */
  cronSeconds?: number
  transfers?: Timing
  /** Where debuggers reach the runtime, which tells them how much memory each Worker uses. */
  inspectorPort?: number
  /** Told what a start does meanwhile, without line breaks. */
  say?(text: string): void
  /** Called when the runtime ends by itself. The host has stopped then. */
  ended?(problem: Problem): void
}

export interface Host {
  /** The address people use, for app and API. */
  url: string
  mailboxUrl: string
  /** The API Worker without the Pages function in front. */
  directUrl: string
  dataDir: string
  /** The demo accounts in the database. */
  accounts: DemoAccount[]
  /** Who can sign in while there is no company yet, to add one. Null once there is a company. */
  firstAccount: string | null
  /** Process id of workerd, which changes when the Worker is reloaded. */
  readonly workerdPid: number
  /** Runs the every-minute crons once, now. */
  runCron(): Promise<void>
  /** Calls what only this machine may ask of the Worker: a path below /__local/. */
  ask(path: string, body: unknown): Promise<Response>
  /** Loads the newly built Worker, wrangler.toml and new migrations. */
  reload(): Promise<void>
  /** Puts everything back to what a data folder holds that no host uses: rows, files, objects, emails and providers. */
  restore(from: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts Outlay on this machine: workerd with everything persisted, mailbox, cron. Throws Problems, which people can
 * read.
 */
export async function startHost(options: HostOptions = {}): Promise<Host> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options)
    } catch (error) {
      // Another process can take a free port between its choice and its use.
      const isTaken = error instanceof Error && error.message.includes('Address already in use')
      if (!isTaken || options.port !== 0 || attempt === MOST_STARTS) throw error
    }
  }
}

/** With ports of its own choice. */
const MOST_STARTS = 3

async function startOnce(options: HostOptions): Promise<Host> {
  const ports = await choosePorts(options)
  const folder = await openFolder(options, ports)
  const undo: (() => unknown)[] = [() => folder.release()]
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= undoAll(undo)
    return stopped
  }
  try {
    return await run(options, ports, folder, undo, stop)
  } catch (error) {
    await stop()
    throw startProblem(error)
  }
}

async function run(
  options: HostOptions,
  ports: Ports,
  folder: DataFolder,
  undo: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Host> {
  if (folder.state.demo === 'filling') {
    // The last start was killed while it filled the empty database, so no one has worked in it yet.
    folder.empty()
    folder.remember({ demo: 'none' })
  }
  const config = readWorkerConfig(paths.config)
  const cells = Math.max(options.cells ?? 1, folder.state.cells ?? 1)
  if (cells > 1) folder.remember({ cells })
  const scripts = await ensureBundles(options.apiOnly ?? false)
  if (!options.apiOnly && !existsSync(join(paths.webDist, 'index.html'))) {
    throw new Problem('The web app is not built (web/dist is missing); `bun run build:web` builds it.')
  }

  const log = openLog(folder.logs, Boolean(options.quiet))
  undo.push(() => log.close())
  const url = `http://localhost:${ports.app}`
  const directUrl = `http://127.0.0.1:${ports.direct}`
  const outside = openOutside(folder, directUrl, `http://localhost:${ports.mailbox}/providers`, options.transfers)
  undo.push(() => outside.stop())
  const local = { url: directUrl, token: randomBytes(24).toString('base64url') }
  const mailboxServer = await serveMailbox(ports.mailbox, outside, local)
  undo.push(() => mailboxServer.stop())
  const guard = guardWorkerd(folder)
  undo.push(() => guard.release())

  let running = false
  const optionsFor = (current: WorkerConfig) =>
    topology({
      ...{ config: current, folder, scripts, localToken: local.token, outside },
      webDist: paths.webDist,
      origin: url,
      cells,
      port: ports.app,
      directPort: ports.direct,
      providerPages: `${mailboxServer.url}/providers`,
      vars: options.vars ?? {},
      inspectorPort: options.inspectorPort,
      runtimeEnv: guard.runtimeEnv,
      workerLog: log.write,
      runtimeEnded() {
        if (!running) return
        running = false
        const problem = new Problem('The Workers runtime ended unexpectedly; nothing stored is lost, start again.')
        void stop().then(() => options.ended?.(problem))
      },
    })
  const miniflare = withoutSignalHandlers(() => new Miniflare(optionsFor(config)))
  undo.push(() => {
    running = false
    return withinSeconds(2, miniflare.dispose())
  })
  await miniflare.ready
  const database = () => miniflare.getD1Database(config.d1[0]?.binding ?? 'DB', config.name)
  const migrate = async (current: WorkerConfig) => {
    for (const { binding } of databasesOf(current, cells)) {
      const run = async (statements: string[]) => {
        const response = await askLocal(local, 'migrate', { binding, statements })
        if (!response.ok) throw new Error(((await response.json()) as { message: string }).message)
      }
      await applyMigrations(await miniflare.getD1Database(binding, current.name), paths.migrations, run)
    }
  }
  const say = options.say ?? (() => undefined)
  await toldStep(say, 'Preparing the database', () => migrate(config))

  const accounts = await presentAccounts(await database(), local)
  const isEmpty = !(await hasCompany(await database()))
  if (isEmpty && (options.demo ?? true)) {
    const fill = async () => accounts.push(...(await fillEmpty(await database(), folder, local)))
    await toldStep(say, 'Filling the demo company', fill)
  }
  const firstAccount = isEmpty && accounts.length === 0 ? LOCAL_STAFF : null

  const runCron = async (cron: string) => {
    const worker = await miniflare.getWorker(config.name)
    const { outcome } = await worker.scheduled({ cron })
    if (outcome !== 'ok') throw new Error(`scheduled() ended with ${outcome}`)
  }
  const runCrons = () =>
    startCron(config.crons, options.cronSeconds ?? 15, runCron, (error) => {
      // Reported a moment later, because if the runtime has ended, that matters more.
      setTimeout(() => running && log.write('error', `cron: ${oneLine(error)}`), 1000).unref()
    })
  let cron = runCrons()
  undo.push(() => cron.stop())
  const control = await serveControl(folder.path, stopping(guard.pid))
  undo.push(() => control.stop())
  folder.announce(url, control)
  running = true
  const restorer = new Restorer(miniflare, config.name, folder)

  return {
    ...{ url, mailboxUrl: mailboxServer.url, directUrl, dataDir: folder.path, accounts, firstAccount, stop },
    get workerdPid() {
      return guard.pid() ?? 0
    },
    runCron: () => runCron('* * * * *'),
    ask: (path, body) => askLocal(local, path, body),
    async reload() {
      const current = readWorkerConfig(paths.config)
      await miniflare.setOptions(optionsFor(current))
      await migrate(current)
    },
    async restore(from) {
      await cron.stop()
      await restorer.restore(from)
      outside.beginAnew()
      cron = runCrons()
    },
  }
}

const askLocal = (local: { url: string; token: string }, path: string, body: unknown): Promise<Response> =>
  fetch(`${local.url}/__local/${path}`, {
    method: 'POST',
    headers: { 'x-outlay-local': local.token, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

interface Ports {
  app: number
  mailbox: number
  direct: number
}

async function choosePorts({ port = 8787, mailboxPort }: HostOptions): Promise<Ports> {
  const [app = 0, mailbox = 0, direct = 0] = await freePorts(3)
  return { app: port || app, mailbox: mailboxPort || (port && mailboxPort !== 0 ? port + 1 : mailbox), direct }
}

/** The ports are checked once the folder is locked, because a workerd left by a crash is ended first. */
async function openFolder(options: HostOptions, ports: Ports): Promise<DataFolder> {
  const checkPorts = async () => {
    const app = await portTrouble(ports.app)
    if (app) throw new Problem(`${app}; stop what runs there or choose another with --port.`)
    const mailbox = await portTrouble(ports.mailbox)
    if (mailbox) throw new Problem(`${mailbox}, which the mailbox needs; choose another pair with --port.`)
  }
  try {
    return await openDataFolder(options.dataDir ?? paths.data, options.reset ?? false, async (pidFiles) => {
      pidFiles.forEach(killLeftOver)
      await checkPorts()
    })
  } catch (error) {
    // For the same command twice, the port is what the second one can change.
    if (error instanceof FolderInUse) await checkPorts()
    throw error
  }
}

/** Undoes a start in reverse order. One failure doesn't keep the rest from being undone. */
async function undoAll(undo: (() => unknown)[]): Promise<void> {
  for (const step of undo.toReversed()) {
    try {
      await step()
    } catch (error) {
      if (process.env.OUTLAY_DEBUG === '1') console.error(error)
    }
  }
}

function withinSeconds(seconds: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, seconds * 1000).unref())])
}

/** Miniflare's message about a failed start has the runtime's own words in its later lines. */
function startProblem(error: unknown): unknown {
  const words = error instanceof Error ? /Runtime stderr:\s*\n([^\n]+)/.exec(error.message)?.[1] : undefined
  return words ? new Problem(`The Workers runtime did not start: ${words.replace(/^service core:user:/, '')}`) : error
}
