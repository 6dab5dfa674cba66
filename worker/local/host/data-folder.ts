import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileTrouble, Problem } from './problem.ts'

/** The folder's own state. 'filling' at a start means that the last start was interrupted. */
interface State {
  kind: 'outlay-data'
  version: 1
  signingKey: string
  /** Signs the heads of audit chains. Older folders have none. */
  auditKeys?: string
  demo: 'none' | 'filling' | 'filled'
  /** The number of databases that hold companies. Missing for one. */
  cells?: number
}

export interface DataFolder {
  path: string
  d1: string
  r2: string
  objects: string
  mailbox: string
  /** What stand-ins for providers remember. */
  providers: string
  logs: string
  tmp: string
  pidFile: string
  wrapper: string
  state: Readonly<State>
  remember(change: Partial<Pick<State, 'demo' | 'cells'>>): void
  /** Names the process that uses the folder, for the message to the next one. */
  announce(url: string, control: { url: string; token: string }): void
  /** Deletes the stored rows, files, objects and emails, and nothing else. */
  empty(): void
  release(): void
}

/** Another process uses the folder. */
export class FolderInUse extends Problem {}

const kept = ['d1', 'r2', 'objects', 'mailbox', 'providers', 'logs', 'tmp']
const stateFile = 'outlay.json'
/** Says which process uses the folder, and how programs of the same user reach it. */
export const HOLDER_FILE = 'host.json'
/** What the tests know of themselves (worker/local/tools/tests/changed/known.ts), also where nothing was started yet. */
const OF_TESTS = 'tests'
const ours = [...kept, stateFile, HOLDER_FILE, 'lock.db', 'lock.db-journal', 'workerd.sh', 'build', OF_TESTS]

/**
 * Opens the data folder, creates it if necessary, and locks it for this process. `locked` can still refuse before
 * anything in it changes. A folder with other files is refused, so that --reset can't delete them.
 */
export async function openDataFolder(
  path: string,
  reset: boolean,
  locked: (pidFiles: string[]) => Promise<void>,
): Promise<DataFolder> {
  const name = relative(process.cwd(), path) || path
  const shown = name.startsWith('..') ? path : name
  makeFolder(path, shown)
  const release = lockFolder(path, shown)
  try {
    await locked(
      readdirSync(path)
        .filter(isPidFile)
        .map((entry) => join(path, entry)),
    )
    const empty = () => {
      for (const entry of kept) rmSync(join(path, entry), { recursive: true, force: true })
    }
    if (reset) {
      empty()
      rmSync(join(path, stateFile), { force: true })
    }
    let state = readState(path, shown)
    const at = (entry: string) => join(path, entry)
    rmSync(at('tmp'), { recursive: true, force: true })
    for (const entry of kept) mkdirSync(at(entry), { recursive: true })
    const save = () => writeWhole(at(stateFile), JSON.stringify(state, null, 2))
    save()
    return {
      path,
      d1: at('d1'),
      r2: at('r2'),
      objects: at('objects'),
      mailbox: at('mailbox'),
      providers: at('providers'),
      logs: at('logs'),
      tmp: at('tmp'),
      // One per run, because the watchdog of a killed run must not see the next one's.
      pidFile: at(`workerd-${randomBytes(4).toString('hex')}.pid`),
      wrapper: at('workerd.sh'),
      get state() {
        return state
      },
      remember(change) {
        state = { ...state, ...change }
        save()
      },
      announce: (url, control) =>
        writeWhole(
          at(HOLDER_FILE),
          JSON.stringify({ pid: process.pid, url, control: { url: control.url, token: control.token } }),
        ),
      empty() {
        empty()
        for (const entry of kept) mkdirSync(at(entry), { recursive: true })
      },
      release() {
        rmSync(at(HOLDER_FILE), { force: true })
        release()
      },
    }
  } catch (error) {
    release()
    if (error instanceof Problem) throw error
    throw new Problem(`The data folder ${shown} cannot be used: ${fileTrouble(error)}.`)
  }
}

/** One by one, because mkdir with `recursive` never returns where nothing can be created (/proc). */
function makeParents(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeParents(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    const impossible = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw impossible ? new Error('nothing can be created there') : error
  }
}

function isPidFile(entry: string): boolean {
  return /^workerd-[0-9a-f]+\.pid$/.test(entry)
}

function makeFolder(path: string, shown: string): void {
  let entries: string[]
  try {
    if (existsSync(path) && !statSync(path).isDirectory()) {
      throw new Problem(`The data folder ${shown} is a file, not a folder; choose another with --data.`)
    }
    makeParents(path)
    entries = readdirSync(path)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(`The data folder ${shown} cannot be opened: ${fileTrouble(error)}.`)
  }
  const strange = entries.find((entry) => !ours.includes(entry.replace(/\.tmp$/, '')) && !isPidFile(entry))
  if (!entries.includes(stateFile) && strange) {
    throw new Problem(
      `${shown} holds other files (${strange}) and is no Outlay data folder; choose another with --data.`,
    )
  }
}

/** A lock in SQLite, which the system releases however the process ends. Returns what releases it before. */
export function lockFolder(path: string, shown: string): () => void {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(join(path, 'lock.db'))
    database.exec('PRAGMA journal_mode = MEMORY; CREATE TABLE IF NOT EXISTS lock (held); BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === 5) throw new FolderInUse(inUse(path, shown))
    throw new Problem(`The data folder ${shown} cannot be written: ${fileTrouble(error)}.`)
  }
  const held = database
  return () => held.close()
}

function inUse(path: string, shown: string): string {
  try {
    const { pid, url } = JSON.parse(readFileSync(join(path, HOLDER_FILE), 'utf8')) as { pid: number; url: string }
    return `The data folder ${shown} is in use by the Outlay on ${url} (process ${pid}); choose another with --data.`
  } catch {
    return `The data folder ${shown} is in use by another Outlay; choose another with --data.`
  }
}

function readState(path: string, shown: string): State {
  const file = join(path, stateFile)
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    const auditKey = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
    return {
      kind: 'outlay-data',
      version: 1,
      signingKey: randomBytes(32).toString('base64url'),
      auditKeys: `local-1:${auditKey}`,
      demo: 'none',
    }
  }
  let state: Partial<State>
  try {
    state = JSON.parse(readFileSync(file, 'utf8')) as Partial<State>
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is damaged' : fileTrouble(error)
    throw new Problem(`${join(shown, stateFile)} cannot be read: ${why}. Use --reset to start over.`)
  }
  if (state.kind !== 'outlay-data' || !state.signingKey || !state.demo) {
    throw new Problem(`${join(shown, stateFile)} is damaged. Use --reset to start over.`)
  }
  if (state.version !== 1) throw new Problem(`The data folder ${shown} was written by a newer Outlay.`)
  return state as State
}

function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text, { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
}
