import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { paths } from '../host/paths.ts'
import {
  CHAIN_EXPORTS,
  type ChainCheck,
  checkChains,
  type Head,
  headsInBucket,
} from '../operate/checks/audit-chains.ts'
import { loadApp } from './load-app.ts'

/**
 * Recomputes the audit chain of every company in a data folder, even while Outlay runs on it, and compares it with the
 * signed summaries: those in the folder's bucket and database, and with --heads those that someone kept as JSON files
 * (from the bucket, or from the daily emails). Exits with 1 if a chain is broken.
 *
 * `npx node worker/local/tools/verify-audit.ts [--data DIR] [--heads DIR] [--keys ID:KEY,…]`
 *
 * With --pack it checks an evidence pack instead, without any data of Outlay: its JSON file, the PDF that was made with it,
 * and files to compare with its documents.
 *
 * `npx node worker/local/tools/verify-audit.ts --pack FILE [--pdf FILE] [--files DIR] [--heads DIR] [--keys ID:KEY,…]`
 *
 * --keys takes the public keys you trust. Without it the folder's own are used, which proves less, because anyone who
 * can rewrite the folder can put other keys in it.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: paths.data },
    heads: { type: 'string' },
    keys: { type: 'string' },
    pack: { type: 'string' },
    pdf: { type: 'string' },
    files: { type: 'string' },
  },
})

interface Packs {
  verifyEvidence(
    text: string,
    given: {
      keys?: string | undefined
      heads?: readonly Head[]
      pdf?: { sha256: string; size: number } | undefined
      files?: readonly { name: string; sha256: string }[]
    },
  ): Promise<{ problems: string[]; notes: string[] }>
}

const app = await loadApp<ChainCheck & Packs>(
  `${CHAIN_EXPORTS}
   export { verifyEvidence } from './worker/features/approvals/evidence/verify.ts'`,
)

const headsInFiles = (folder: string): Head[] =>
  globSync('**/*.json', { cwd: folder }).flatMap((file) => {
    const head = app.readHead(readFileSync(join(folder, file), 'utf8'))
    if (!head) console.error(`${file} isn’t a signed summary.`)
    return head ?? []
  })

const hashed = (file: string): { name: string; sha256: string; size: number } => {
  const bytes = readFileSync(file)
  return { name: basename(file), sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength }
}

const checkPack = async (file: string): Promise<void> => {
  const { keys, heads, pdf, files } = values
  const found = files ? globSync('**/*', { cwd: files }).map((name) => join(files, name)) : []
  const { problems, notes } = await app.verifyEvidence(readFileSync(file, 'utf8'), {
    keys: keys || process.env.OUTLAY_AUDIT_KEYS || undefined,
    heads: heads ? headsInFiles(heads) : [],
    pdf: pdf ? hashed(pdf) : undefined,
    files: found.filter((each) => statSync(each).isFile()).map(hashed),
  })
  if (problems.length === 0) console.log(`ok      ${basename(file)}`)
  for (const problem of problems) console.log(`CHANGED ${problem}`)
  for (const note of notes) console.log(`        ${note}`)
  process.exit(problems.length === 0 ? 0 : 1)
}

const ownKeys = (): string | undefined => {
  const file = join(values.data, 'outlay.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { auditKeys?: string }).auditKeys : undefined
}

if (values.pack) await checkPack(values.pack)

const keys = values.keys ?? process.env.OUTLAY_AUDIT_KEYS ?? ownKeys()
const kept = [...headsInBucket(values.data, app.readHead), ...(values.heads ? headsInFiles(values.heads) : [])]

let seen = 0
for await (const { name, report } of checkChains(app, values.data, { keys, kept })) {
  seen += 1
  const { ok, checked, checkedUntil, unsealed, firstBroken } = report
  const until = checkedUntil ? ` up to ${checkedUntil}` : ''
  if (ok) console.log(`ok      ${name}: ${checked} entries${until}, ${unsealed} of them not sealed yet`)
  else
    console.log(`BROKEN  ${name}: entry ${firstBroken?.auditId}. ${firstBroken?.problem} ${firstBroken?.message ?? ''}`)
  for (const line of report.limits) console.log(`        ${line}`)
  if (!ok) process.exitCode = 1
}
if (seen === 0) {
  console.error(`There is no audit log in ${values.data}. Name the folder with --data.`)
  process.exit(2)
}
