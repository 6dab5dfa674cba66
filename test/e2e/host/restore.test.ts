import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Host, startHost } from '../../../worker/local/host/host.ts'
import { Api, allMails, eventually } from '../../support/e2e/api.ts'
import { DEMO_DATA } from '../../support/e2e/demo-data.ts'
import { addInvoice } from '../../support/e2e/invoices.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'

/** Browser test files follow each other on one host, so that nothing of one may be left for the next. */
describe('putting a host back', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlay-restore-'))
  const filled = process.env[DEMO_DATA] ?? ''
  let host: Host
  beforeAll(async () => {
    cpSync(filled, dataDir, { recursive: true })
    host = await startHost({ port: 0, mailboxPort: 0, dataDir, quiet: true, cronSeconds: 1 })
  })
  afterAll(async () => {
    await host?.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })

  it('rows, files, approvals, emails, sessions and faults are those of the folder', async () => {
    const before = (await allMails(host)).map(({ subject, to }) => `${to} ${subject}`)
    const maya = await Api.signIn(host, 'maya@brightwater.example')
    const ada = await Api.signIn(host, 'ada@brightwater.example')
    const invoice = await addInvoice(maya)
    const title = 'A drawing program'
    const id = await saveSoftware(ada, await softwareCategory(ada), title, 20_000)
    expect((await maya.get(`/api/intake-submission/${id}/approvals`)).body.levels.length).toBeGreaterThan(0)
    expect((await maya.get(`/api/payments/invoices/${invoice}`)).status).toBe(200)
    await eventually('an email about it', async () =>
      (await allMails(host)).some(({ subject, text }) => `${subject} ${text}`.includes(title)),
    )
    await fetch(`${host.mailboxUrl}/faults`, { method: 'POST', body: JSON.stringify({ next: 1000, seconds: 1000 }) })

    await host.restore(filled)

    expect((await maya.get('/api/intake-categories')).status).toBe(401)
    expect((await allMails(host)).map(({ subject, to }) => `${to} ${subject}`)).toEqual(before)
    const again = await Api.signIn(host, 'maya@brightwater.example')
    expect((await again.get(`/api/intake-submission/${id}`)).status).toBe(404)
    expect((await again.get(`/api/intake-submission/${id}/approvals`)).status).toBe(404)
    expect((await again.get(`/api/payments/invoices/${invoice}`)).status).toBe(404)
    const faults = await (await fetch(`${host.mailboxUrl}/faults`)).json()
    expect(faults).toMatchObject({ faults: [] })
  })

  it('the same work succeeds again, with its effects', async () => {
    for (let times = 0; times < 2; times++) {
      await host.restore(filled)
      const ada = await Api.signIn(host, 'ada@brightwater.example')
      const title = `A program, round ${times}`
      const id = await saveSoftware(ada, await softwareCategory(ada), title, 20_000)
      const { body } = await ada.get(`/api/intake-submission/${id}/approvals`)
      expect(body.levels.length).toBeGreaterThan(0)
      await eventually('an email about it', async () =>
        (await allMails(host)).some(({ subject, text }) => `${subject} ${text}`.includes(title)),
      )
    }
  })
})
