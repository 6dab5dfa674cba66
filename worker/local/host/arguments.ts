import { isAbsolute, resolve } from 'node:path'
import { Problem } from './problem.ts'

export interface Arguments {
  /** 0 picks a free port. */
  port: number
  /** Absolute path. Undefined means .outlay in the project. */
  dataDir: string | undefined
  reset: boolean
  demo: boolean
  /** The number of databases that hold companies. Undefined keeps what the folder has, or one. */
  cells: number | undefined
  dev: boolean
  help: boolean
}

export const usage = `Outlay on one machine

  bun start [options]        serve the built app
  bun run dev [options]      the same with hot reload of the web app and the Worker

  --port N      port of the app; the mailbox takes the next one (default 8787, 0 picks free ones)
  --data DIR    where everything is kept (default .outlay)
  --reset       delete the stored data and start over
  --cells N     keep companies in N databases, as many as the data folder has (default 1)
  --no-demo     leave an empty database empty instead of filling it with the demo company
  --help        this text`

/** Enough to try it out. */
const MOST_CELLS = 20

/** Reads the command line. Anything unknown is refused, so that a typo never starts something else. */
export function parseArguments(argv: string[], from = process.cwd()): Arguments {
  const result: Arguments = {
    port: 8787,
    dataDir: undefined,
    reset: false,
    demo: true,
    cells: undefined,
    dev: false,
    help: false,
  }
  const rest = argv.flatMap((arg) => (/^--[a-z-]+=/.test(arg) ? splitOnce(arg) : [arg]))
  while (rest.length > 0) {
    const arg = rest.shift() ?? ''
    if (arg === '--port') result.port = parsePort(rest.shift())
    else if (arg === '--data') result.dataDir = parseFolder(rest.shift(), from)
    else if (arg === '--cells') result.cells = parseCells(rest.shift())
    else if (arg === '--reset') result.reset = true
    else if (arg === '--no-demo') result.demo = false
    else if (arg === '--dev') result.dev = true
    else if (arg === '--help' || arg === '-h') result.help = true
    else throw new Problem(`Unknown option ${arg}; --help lists the options.`)
  }
  return result
}

function splitOnce(arg: string): string[] {
  const at = arg.indexOf('=')
  return [arg.slice(0, at), arg.slice(at + 1)]
}

function parsePort(text: string | undefined): number {
  const port = Number(text)
  if (text === undefined || !/^\d+$/.test(text) || port > 65534) {
    throw new Problem(`--port takes a number from 0 to 65534${text === undefined ? '' : `, not ${text}`}.`)
  }
  return port
}

function parseCells(text: string | undefined): number {
  const cells = Number(text)
  if (text === undefined || !/^\d+$/.test(text) || cells < 1 || cells > MOST_CELLS) {
    throw new Problem(`--cells takes a number from 1 to ${MOST_CELLS}${text === undefined ? '' : `, not ${text}`}.`)
  }
  return cells
}

function parseFolder(text: string | undefined, from: string): string {
  if (!text || text.startsWith('--')) throw new Problem('--data takes the path of a folder.')
  return isAbsolute(text) ? text : resolve(from, text)
}
