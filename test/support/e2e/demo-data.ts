import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Host, startHost } from '../../../worker/local/host/host.ts'
import { Api, LOGIN_LINK } from './api.ts'
import { offerReady, type Ready } from './ready-sessions.ts'

/** Where the stages of this run find the demo company, filled once. */
export const DEMO_DATA = 'OUTLAY_E2E_DEMO_DATA'

/** Time for the emails of the demo company's past to arrive. */
const SETTLE_MS = 3000

/** The tests of signing in count the sessions of this person, who has none before. */
const WITHOUT_SESSION = 'yuki@brightwater.example'
/** Many files look at what this person does in two browsers, or in one and through the API. */
const TWICE = 'maya@brightwater.example'

/** Signs in the demo company's people by email, once for all files. */
const signInAll = async (host: Host): Promise<Ready> => {
  const emails = host.accounts.map(({ email }) => email).filter((email) => email !== WITHOUT_SESSION)
  const ready: Ready = {}
  for (const email of [...emails, TWICE]) {
    const { cookie } = await Api.signIn(host, email)
    ready[email] = [...(ready[email] ?? []), cookie]
  }
  return ready
}

/**
 * The tests of signing in look for their own links, and ask for as many as one may.
 * @param dataDir of a host that has stopped
 */
const forgetSigningIn = (dataDir: string): void => {
  const mailbox = join(dataDir, 'mailbox')
  for (const file of readdirSync(mailbox).filter((name) => name.endsWith('.json'))) {
    const { subject } = JSON.parse(readFileSync(join(mailbox, file), 'utf8')) as { subject: string }
    if (subject === LOGIN_LINK) rmSync(join(mailbox, file))
  }
  const folder = join(dataDir, 'd1')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.sqlite') && !name.endsWith('metadata.sqlite'))) {
    const database = new DatabaseSync(join(folder, file))
    database.exec('DELETE FROM rate_limits')
    database.close()
  }
}

/**
 * Fills the demo company once for all browser test files, and signs its people in. Each file works with its own copy.
 */
export default async function setup(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlay-e2e-demo-'))
  const host = await startHost({ port: 0, mailboxPort: 0, dataDir, quiet: true, cronSeconds: 1 })
  const [ready] = await Promise.all([signInAll(host), new Promise((resolve) => setTimeout(resolve, SETTLE_MS))])
  await host.stop()
  forgetSigningIn(dataDir)
  offerReady(ready)
  process.env[DEMO_DATA] = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
