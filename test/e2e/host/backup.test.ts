import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Host, startHost } from '../../../worker/local/host/host.ts'
import { readManifest } from '../../../worker/local/operate/manifest.ts'
import { Api } from '../../support/e2e/api.ts'
import { type HostProcess, runProgram, startHostProcess } from '../../support/e2e/commands.ts'
import { DEMO_DATA } from '../../support/e2e/demo-data.ts'
import { addInvoice } from '../../support/e2e/invoices.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'

/** The whole way: a backup while people work, a machine that is lost with its disk, and another one that continues. */
const scratch = mkdtempSync(join(tmpdir(), 'outlay-drill-'))
const at = (name: string) => join(scratch, name)
let lost: HostProcess | undefined
let again: Host | undefined
afterAll(async () => {
  await lost?.lose()
  await again?.stop()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

interface Done {
  /** Where it is read. */
  path: string
  /** When its answer had arrived. */
  acknowledgedAt: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('nothing that was acknowledged before a backup is lost with the machine', async () => {
  cpSync(process.env[DEMO_DATA] ?? '', at('data'), { recursive: true })
  const host = await startHostProcess(at('data'))
  lost = host
  const [ada, maya] = await Promise.all(['ada', 'maya'].map((name) => Api.signIn(host, `${name}@brightwater.example`)))
  if (!ada || !maya) throw new Error('No one signed in')
  const category = await softwareCategory(ada)
  const done: Done[] = []
  const failed: string[] = []
  let isOver = false
  const work = async (act: (n: number) => Promise<string>) => {
    for (let n = 1; !isOver; n++) {
      try {
        const path = await act(n)
        done.push({ path, acknowledgedAt: Date.now() })
      } catch (error) {
        // What is on its way when the machine is lost may fail.
        if (!isOver) failed.push(String(error))
      }
    }
  }
  const file = (worker: number) => async (n: number) =>
    `/api/intake-submission/${await saveSoftware(ada, category, `Drill ${worker}-${n}`, 1000 + n)}/approvals`
  const upload = async () => `/api/payments/invoices/${await addInvoice(maya)}`
  const load = Promise.all([work(file(1)), work(file(2)), work(upload)])

  const backup = () =>
    runProgram('worker/local/operate/backup.ts', '--data', at('data'), '--to', at('kept'), '--keep', '1')
  await pause(500)
  expect(await backup()).toMatchObject({ status: 0 })
  const { status, text } = await backup()
  expect(status, text).toBe(0)
  expect(text).toMatch(/Copying files… \d+ s\n/)
  expect(text).toMatch(/Writes were held for \d+ ms\./)
  expect(text).toMatch(/Deleted outlay-/)
  const before = done.length
  await pause(500)
  isOver = true
  await host.lose()
  lost = undefined
  await load
  rmSync(at('data'), { recursive: true, maxRetries: 5, retryDelay: 200 })

  expect(failed).toEqual([])
  const [name, ...others] = readdirSync(at('kept'))
  expect(others).toEqual([])
  const { takenAt, heldMs } = readManifest(join(at('kept'), String(name)))
  expect(heldMs).toBeLessThan(2_000)
  const promised = done.filter(({ acknowledgedAt }) => acknowledgedAt <= Date.parse(takenAt))
  expect(promised.length).toBeGreaterThan(5)
  // They went on working meanwhile and afterwards.
  expect(before).toBeGreaterThan(promised.length)
  expect(done.length).toBeGreaterThan(before)

  const restored = await runProgram('worker/local/operate/restore.ts', '--from', at('kept'), '--to', at('new'))
  expect(restored.status, restored.text).toBe(0)
  expect(restored.text).toMatch(/ok {6}Audit log of Brightwater Robotics: \d+ entries are unchanged/)
  expect(restored.text).toMatch(/ok {6}\d+ objects agree with D1/)
  expect(restored.text).toMatch(/ok {6}\d+ stored files have their bytes/)
  expect(restored.text).toMatch(/ok {6}\d+ files that rows name are there/)

  again = await startHost({ port: 0, mailboxPort: 0, dataDir: at('new'), quiet: true, cronSeconds: 1 })
  const admin = new Api(again.url, maya.cookie)
  const answers = await Promise.all(
    promised.map(async ({ path }) => ({ path, status: (await admin.get(path)).status })),
  )
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
  const verified = await admin.call('POST', '/api/audit-logs/verify', {})
  expect(verified.body).toMatchObject({ ok: true })
  // A copy is one's own: the next request goes on from there.
  const next = await saveSoftware(new Api(again.url, ada.cookie), category, 'After the drill', 1000)
  expect((await admin.get(`/api/intake-submission/${next}/approvals`)).status).toBe(200)
})
