import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Host, startHost } from '../../worker/local/host/host.ts'
import { Api, eventually, mailsTo } from '../support/e2e/api.ts'

/**
 * The runtime is killed (SIGKILL) at random moments while requests are filed and decided. Whatever was answered
 * with success must be there afterwards, once; whatever was not may be sent again with its command id.
 */
const SEED = Number(process.env.OUTLAY_CRASH_SEED ?? 20261120)
const SECONDS = Number(process.env.OUTLAY_CRASH_SECONDS ?? 30)
const WORKERS = 4

const dataDir = mkdtempSync(join(tmpdir(), 'outlay-crash-'))
let host: Host | undefined
afterAll(async () => {
  await host?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Mulberry32: the same seed gives the same moments. */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

/** Always on the same port, so that cookies and addresses stay good. */
const start = async (before?: Host): Promise<Host> => {
  const port = before ? Number(new URL(before.url).port) : 0
  host = await startHost({ port, mailboxPort: 0, dataDir, quiet: true, cronSeconds: 2 })
  return host
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Filed {
  commandId: string
  id: string | null
  decision: { commandId: string; blockId: string; acknowledged: boolean } | null
}

it('loses nothing that was acknowledged and applies nothing twice when the runtime is killed at random moments', async () => {
  const next = random(SEED)
  let current = await start()
  const ada = await Api.signIn(current, 'ada@brightwater.example')
  const omar = await Api.signIn(current, 'omar@brightwater.example')
  const categories = (await ada.get('/api/intake-categories')).body as { id: string; name: string }[]
  const intakeCategoryId = categories.find((category) => category.name === 'Software')?.id
  const filed: Filed[] = []
  let stopping = false
  let down = false

  const submission = (n: number) => ({
    batch: 1,
    totalBatches: 1,
    submission: {
      intakeCategoryId,
      isDraft: false,
      answers: Object.entries({
        'sw-title': `Crash ${n}`,
        'sw-vendor': 'demo-acme-cloud-vendors',
        'sw-kind': 'sw-kind-1',
        'sw-why': 'Crash test',
        'sw-personal-data': false,
        'sw-amount': { value: 100_00, currency: 'USD' },
        'sw-department': 'demo-engineering-departments',
        'sw-start': '2027-01-04',
      }).map(([questionId, value]) => ({ questionId, value })),
    },
  })

  /** The same command again until the runtime, which may be down, has answered it. */
  const insist = async (person: Api, path: string, body: unknown, commandId: string) => {
    for (;;) {
      while (down) await pause(50)
      try {
        const answer = await person.call('POST', path, body, commandId)
        if (answer.status < 500) return answer
      } catch {
        // Killed in the middle: nobody knows whether it was applied. The command id makes asking again safe.
      }
      await pause(50)
    }
  }

  const work = async (worker: number) => {
    for (let n = 0; !stopping; n++) {
      const record: Filed = { commandId: `crash-file-${worker}-${n}-${SEED}`, id: null, decision: null }
      filed.push(record)
      const answer = await insist(ada, '/api/intake-submission', submission(filed.length), record.commandId)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      record.id = answer.body.id as string
      const block = `${record.id}-1-1`
      record.decision = { commandId: `crash-decide-${worker}-${n}-${SEED}`, blockId: block, acknowledged: false }
      const body = { status: 'APPROVED', levelGroupStatusId: block, seenVersion: 1, comment: `Decision ${n}` }
      const path = `/api/intake-submission/${record.id}/status`
      const decided = await insist(omar, path, body, record.decision.commandId)
      expect(decided.status, JSON.stringify(decided.body)).toBe(200)
      record.decision.acknowledged = true
    }
  }

  let kills = 0
  const kill = async () => {
    const until = Date.now() + SECONDS * 1000
    while (Date.now() < until) {
      await pause(500 + next() * 3500)
      down = true
      process.kill(current.workerdPid, 'SIGKILL')
      kills += 1
      await current.stop()
      current = await start(current)
      down = false
    }
    stopping = true
  }
  await Promise.all([kill(), ...Array.from({ length: WORKERS }, (_, worker) => work(worker))])

  expect(kills).toBeGreaterThan(2)
  expect(filed.length).toBeGreaterThan(20)
  expect(new Set(filed.map((record) => record.id)).size).toBe(filed.length)
  const maya = await Api.signIn(current, 'maya@brightwater.example')
  for (const record of filed) {
    const { body } = await maya.get(`/api/intake-submission/${record.id}/approvals`)
    const blocks = body.levels.flatMap((level: { blocks: { id: string; decisions: unknown[] }[] }) => level.blocks)
    expect(body.status).toBe('APPROVED')
    expect(blocks).toHaveLength(1)
    expect(blocks[0].decisions).toHaveLength(1)
    const history = await maya.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${record.id}`)
    const actions = history.body.edges.map((edge: { node: { action: string } }) => edge.node.action)
    expect(actions.filter((action: string) => action.endsWith('.submitted'))).toHaveLength(1)
    expect(new Set(actions).size, actions.join(', ')).toBe(actions.length)
  }
  // Numbers have no gaps and no doubles, whatever was cut off.
  const numbers: number[] = []
  for (let cursor: string | null = null; ; ) {
    const page: {
      status: number
      body: { edges: { node: { number: number } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
    } = await maya.get(`/api/intake-submissions?filter=ALL&first=100${cursor ? `&cursor=${cursor}` : ''}`)
    numbers.push(...page.body.edges.map((edge) => edge.node.number))
    if (!page.body.pageInfo.hasNextPage) break
    cursor = page.body.pageInfo.endCursor
  }
  expect(new Set(numbers).size).toBe(numbers.length)
  // The mails that were promised come, each once, although the queue's memory was lost with every kill.
  await eventually(
    'the mails of every approval',
    async () => {
      const mails = (await mailsTo(current, 'ada@brightwater.example')).filter((mail) =>
        mail.subject.startsWith('Approved: Crash'),
      )
      return mails.length >= filed.length && mails
    },
    60,
  )
  const mails = (await mailsTo(current, 'ada@brightwater.example')).filter((mail) =>
    mail.subject.startsWith('Approved: Crash'),
  )
  expect(mails).toHaveLength(filed.length)
  const verified = await maya.call('POST', '/api/audit-logs/verify', {})
  expect(verified.body).toMatchObject({ ok: true })
}, 240_000)
