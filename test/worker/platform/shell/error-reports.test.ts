import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { REPORT_LIMITS } from '../../../../schema/platform/shell/error-report.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { anonymous, makeCompany, signIn } from '../../../support/worker/world.ts'

/** Failed screens are reported to the operator of the product. */

const settings = env as { SENTRY_DSN?: string }
const DSN = 'https://public-key@errors.example/team/42'
const REPORT = { message: 'TypeError: x is null', stack: 'at Page', where: 'screen', path: '/settings/members' }
const report = (more = {}, client = anonymous) => client.post('/public-api/error-reports', { ...REPORT, ...more })

let logged: ReturnType<typeof vi.spyOn>
let sent: { url: string; headers: Headers; body: string }[]
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  sent = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    sent.push({ url: String(input), headers: new Headers(init?.headers), body: String(init?.body) })
    return new Response('{}', { status: sent.length > 1 ? 503 : 200 })
  })
})
afterEach(() => {
  delete settings.SENTRY_DSN
  vi.restoreAllMocks()
})
const entries = () => logged.mock.calls.map(([line]: unknown[]) => JSON.parse(String(line)))

describe('the report of a failed screen', () => {
  it('the log has the report with the person’s id only, and no service gets it unless one is configured', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const answer = await report({}, await signIn(company, person))
    expect(answer.status).toBe(200)
    expect(entries()).toContainEqual(
      expect.objectContaining({
        event: 'web.failed',
        reportId: answer.body.id,
        failure: REPORT.message,
        path: REPORT.path,
        userId: person.userId,
      }),
    )
    expect(sent).toEqual([])
  })

  it('the configured service gets the report in its protocol, and the service’s own failure is only logged', async () => {
    settings.SENTRY_DSN = DSN
    const { body } = await report()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.url).toBe('https://errors.example/team/api/42/envelope/')
    expect(sent[0]?.headers.get('X-Sentry-Auth')).toContain('sentry_key=public-key')
    const [header, item, event] = (sent[0]?.body ?? '').split('\n').map((line) => JSON.parse(line))
    expect([header.event_id, item.type]).toEqual([body.id, 'event'])
    expect(event).toMatchObject({
      event_id: body.id,
      exception: { values: [{ value: REPORT.message }] },
      tags: { where: 'screen', path: REPORT.path },
    })
    expect(event).not.toHaveProperty('user')
    expect((await report()).status).toBe(200)
    await vi.waitFor(() => expect(entries()).toContainEqual(expect.objectContaining({ event: 'web.failed.not-sent' })))
  })

  it('a report that is too long is refused beside the field', async () => {
    expect(fieldsOf(await report({ stack: 'x'.repeat(REPORT_LIMITS.stack + 1) }))).toHaveProperty('stack')
  })

  it('one network address can send thirty reports in fifteen minutes', async () => {
    const from = { 'CF-Connecting-IP': '203.0.113.77' }
    const send = () => anonymous.call('POST', '/public-api/error-reports', { body: REPORT, headers: from })
    for (let i = 0; i < 30; i++) expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(429)
  })
})
