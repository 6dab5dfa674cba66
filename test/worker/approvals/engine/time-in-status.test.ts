import { beforeAll, describe, expect, it } from 'vitest'
import { decide, type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { planOf, scansOf } from '../../../support/worker/query-plans.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

let scene: FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})

interface Span {
  status: string
  since: number
  until: number | null
}

/** Each period begins where the previous one ended, and only the last is open. */
const isWithoutGaps = (spans: Span[]): boolean =>
  spans.every(({ until }, i) => (i === spans.length - 1 ? until === null : until === spans[i + 1]?.since))

const PERIOD = 's.company_id = ? AND s.is_draft = 0 AND s.created_at >= ? AND s.created_at < ?'

describe('the time in each status', () => {
  it('the times of the request, its levels and its blocks are stored as soon as a command is answered', async () => {
    const id = await file(scene.requester, scene.category.id, {
      title: 'Timed',
      amount: { value: 200_000, currency: 'USD' },
    })
    const blockId = `${id}-1-1`
    await scene.approver.post(`/api/level-group-statuses/${blockId}/block-status`, { blockStatus: 'WAITING_ON_VENDOR' })
    await decide(scene.approver, id, 'APPROVED', 1)
    await scene.requester.call('PUT', `/api/intake-submission/${id}/archived`, { body: { archived: true } })
    await scene.requester.call('PUT', `/api/intake-submission/${id}/archived`, { body: { archived: false } })
    const request = await rows<Span>(
      'SELECT status, since, until FROM request_status_times WHERE submission_id = ? ORDER BY since, until IS NULL',
      id,
    )
    expect(request.map(({ status }) => status)).toEqual(['PENDING', 'ARCHIVED', 'PENDING'])
    expect(isWithoutGaps(request)).toBe(true)
    const work = await rows<Span & { level: number; work_status: string }>(
      `SELECT level, work_status, since, until FROM block_status_times
        WHERE company_id = ? AND target_type = 'INTAKE_SUBMISSION' AND target_id = ? ORDER BY level, since`,
      ...[scene.company.id, id],
    )
    expect(work.map((span) => [span.level, span.work_status, span.until !== null])).toEqual([
      [1, 'PENDING', true],
      [1, 'WAITING_ON_VENDOR', true],
      [2, 'PENDING', false],
    ])
    const levels = await rows<{ level: number; opened_at: number; decided_at: number | null }>(
      'SELECT level, opened_at, decided_at FROM level_group_statuses WHERE target_id = ? ORDER BY level',
      id,
    )
    expect(levels.map(({ decided_at }) => decided_at !== null)).toEqual([true, false])
    expect(levels[1]?.opened_at).toBe(levels[0]?.decided_at)
  })

  it('a request that was filed and decided once has both times, though its row doesn’t spell them out', async () => {
    const id = await file(scene.requester, scene.category.id, {
      title: 'Usual',
      amount: { value: 200_000, currency: 'USD' },
    })
    const times = () =>
      rows<Span>('SELECT status, since, until FROM request_status_times WHERE submission_id = ? ORDER BY since', id)
    expect(await times()).toMatchObject([{ status: 'PENDING', since: expect.any(Number), until: null }])
    await decide(scene.approver, id, 'REJECTED', 1)
    const done = await times()
    expect(done.map(({ status }) => status)).toEqual(['PENDING', 'REJECTED'])
    expect(isWithoutGaps(done)).toBe(true)
    expect(await rows('SELECT status_history FROM intake_submissions WHERE id = ?', id)).toEqual([
      { status_history: '' },
    ])
    await run(
      `UPDATE intake_submissions SET status_history = '[{"status":"PENDING","at":1,"until":2}]' WHERE id = ?`,
      id,
    )
    expect(await times()).toEqual([{ status: 'PENDING', since: 1, until: 2 }])
  })

  it.each([
    [
      'of requests',
      `SELECT t.status, SUM(t.until - t.since) FROM intake_submissions s
       CROSS JOIN request_status_times t ON t.submission_id = s.id WHERE ${PERIOD} GROUP BY 1`,
    ],
    [
      'of blocks by work status',
      `SELECT t.work_status, SUM(t.until - t.since) FROM intake_submissions s
       CROSS JOIN block_status_times t ON t.company_id = s.company_id AND t.target_type = 'INTAKE_SUBMISSION'
              AND t.target_id = s.id WHERE ${PERIOD} GROUP BY 1`,
    ],
    [
      'of levels',
      `SELECT l.level, MIN(l.opened_at), MAX(COALESCE(l.decided_at, l.closed_at)) FROM intake_submissions s
       CROSS JOIN level_group_statuses l ON l.company_id = s.company_id AND l.target_type = 'INTAKE_SUBMISSION'
              AND l.target_id = s.id WHERE ${PERIOD} GROUP BY s.id, l.run, l.level`,
    ],
  ])('the times %s in a period are found by indexes', async (_, sql) => {
    const plan = await planOf({ sql, params: [scene.company.id, 0, Date.now()] } as Parameters<typeof planOf>[0])
    expect(scansOf(sql, plan)).toEqual([])
    expect(plan.join('\n')).toMatch(
      /intake_submissions_created \(company_id=\? AND is_draft=\? AND created_at>\? AND created_at<\?\)/,
    )
  })
})
