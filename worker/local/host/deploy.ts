import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildPages } from './build-pages.ts'
import { readToml } from './config.ts'
import { rememberWebBuilt, webFingerprint } from './freshness.ts'
import { paths } from './paths.ts'
import { Problem, report } from './problem.ts'

const usage = `Deploys Outlay to Cloudflare: migrations, API Worker, Pages project.

  bun run deploy              needs an account: \`wrangler login\` or CLOUDFLARE_API_TOKEN
  bun run deploy --dry-run    builds everything that would be deployed (into dist/worker and web/dist), sends nothing`

const secrets = ['OUTLAY_SIGNING_KEY', 'RESEND_API_KEY']

async function deploy(dryRun: boolean): Promise<void> {
  const missing = placeholders()
  if (missing.length > 0 && !dryRun) throw new Problem(`wrangler.toml still holds placeholders: ${missing.join(', ')}.`)
  for (const each of missing) console.log(`  to be filled in before a deployment: ${each}`)

  // Built first, because a failing build must not leave a migrated database behind.
  const fingerprint = webFingerprint()
  await step('Web app', process.env.npm_execpath ?? 'bun', ['run', 'build:web'])
  rememberWebBuilt(fingerprint)
  await announce('Pages function', buildPages)
  await step('API Worker, dry run', ...wrangler('deploy', '--dry-run', '--outdir', 'dist/worker'))
  if (dryRun) return console.log('\nEverything builds. Nothing was sent.')

  await step('Secrets', ...wrangler('secret', 'list', '--format', 'json')).then(checkSecrets, forgiveFirst)
  for (const { database_name: name } of readToml(paths.config).d1_databases ?? [])
    await step(`Migrations of ${name}`, ...wrangler('d1', 'migrations', 'apply', name, '--remote'))
  await step('API Worker', ...wrangler('deploy'))
  // Runs in web/pages, whose wrangler.toml has the service binding to the Worker.
  const pages = wrangler('pages', 'deploy', '../dist', '--project-name', 'outlay-web', '--branch', 'main')
  await step('Pages', ...pages, join(paths.root, 'web/pages'))
  console.log('\nDeployed.')
}

function wrangler(...args: string[]): [string, string[]] {
  return [paths.node, [join(paths.root, 'node_modules/.bin/wrangler'), ...args]]
}

/** The placeholders in the committed wrangler.toml, which no account can use. */
function placeholders(): string[] {
  const toml = readToml(paths.config)
  const found: string[] = []
  for (const { binding, database_name, database_id } of toml.d1_databases ?? []) {
    if (!database_id || /^[0-]+$/.test(database_id))
      found.push(`database_id of ${binding} (wrangler d1 create ${database_name})`)
  }
  for (const [name, value] of Object.entries(toml.vars ?? {})) {
    if (/\.example\b/.test(String(value))) found.push(name)
  }
  return found
}

function checkSecrets(output: string): void {
  const set = secretNames(output)
  const missing = secrets.filter((name) => !set.includes(name))
  if (missing.length > 0) throw new Problem(`Secrets are missing: ${missing.join(', ')} (wrangler secret put NAME).`)
}

/** Before the first deployment there is no Worker whose secrets could be listed. */
function forgiveFirst(error: unknown): void {
  const output = error instanceof StepFailed ? error.output : ''
  if (!/not found|does not exist|10007/i.test(output)) throw error
  throw new Problem(`The Worker has no secrets yet: ${secrets.join(', ')} (wrangler secret put NAME creates it).`)
}

function secretNames(output: string): string[] {
  try {
    const list = JSON.parse(output.slice(output.indexOf('['))) as { name: string }[]
    return list.map((each) => each.name)
  } catch {
    return []
  }
}

class StepFailed extends Problem {
  readonly output: string

  constructor(message: string, output: string) {
    super(message)
    this.output = output
  }
}

async function announce<T>(title: string, work: () => Promise<T>): Promise<T> {
  console.log(`\n${title}`)
  return work()
}

/** Runs one step and returns its output. */
async function step(title: string, command: string, args: string[], cwd = paths.root): Promise<string> {
  return announce(title, async () => {
    const env = { ...process.env, NODE_ENV: 'production', WRANGLER_SEND_METRICS: 'false' }
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env })
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output.push(chunk.toString())
        process.stdout.write(chunk.toString().replaceAll(/^(?=.)/gm, '  '))
      })
    }
    const status = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', (code) => resolve(code)),
    )
    if (status !== 0) throw new StepFailed(`${title} failed (see above); nothing after it was done.`, output.join(''))
    return output.join('')
  })
}

const args = process.argv.slice(2)
const unknown = args.find((arg) => !['--dry-run', '--help', '-h'].includes(arg))
if (unknown) {
  report(new Problem(`Unknown option ${unknown}; --help lists the options.`))
  process.exitCode = 1
} else if (args.includes('--help') || args.includes('-h')) {
  console.log(usage)
} else {
  await deploy(args.includes('--dry-run')).catch((error: unknown) => {
    report(error)
    process.exitCode = 1
  })
}
