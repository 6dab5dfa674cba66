import { newId } from '../../../../../worker/core/clock.ts'
import { cellFor } from '../../database.ts'
import { nowhere, staffOnly } from '../../fixtures/fixture.ts'
import type { World } from '../../matrix-world.ts'
import { run } from '../../sessions.ts'
import { makeCompany } from '../../world.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

/** An email about an API key that was given up. */
const givenUp = async ({ own: { id: companyId } }: World) => {
  const effectId = newId()
  await run(
    `INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at, attempts, dead_at, last_error)
     VALUES (?, ?, 'api-keys.ending', '{"apiKeyId":"none"}', 1, 1, 10, 2, 'Error: 500')`,
    effectId,
    companyId,
  )
  return { cell: cellFor(companyId), topic: 'api-keys.ending', effectId }
}
const withSeal = async () => {
  const { id } = await makeCompany()
  await run('INSERT OR IGNORE INTO audit_checks (company_id) VALUES (?)', id)
  return { companyId: id }
}
const settings = {
  emails: ['ops@outlay.test'],
  webhookUrl: null,
  laneMinutes: 15,
  tickMinutes: 5,
  sizePercent: 80,
}
const unset = async () => {
  // Several ask at once, and a tick that meets an alarm makes the row, too.
  await run(`INSERT INTO alarm_settings (id, emails) VALUES (1, '[]')
    ON CONFLICT (id) DO UPDATE SET emails = '[]', webhook_url = NULL, version = 0`)
  return { ...settings, version: 0 }
}
const isSet = async () => {
  await run(`INSERT INTO alarm_settings (id, emails, version) VALUES (1, '["ops@outlay.test"]', 1)
    ON CONFLICT (id) DO UPDATE SET emails = excluded.emails, webhook_url = NULL, version = 1`)
  return {}
}

export const facts: AreaFacts = {
  fixtures: {
    'super-admin.operations': {
      cases: [{ of: 'the installation', outcomes: staffOnly, input: () => ({}) }],
      invalid: { change: { firstCell: -1 }, field: 'firstCell' },
      unknown: null,
      repeat: null,
    },
    'super-admin.company-costs': {
      cases: [{ of: 'all companies', outcomes: staffOnly, input: () => ({ from: '2026-11-01', to: '2026-11-29' }) }],
      invalid: { change: { from: 'November' }, field: 'from' },
      unknown: null,
      repeat: null,
    },
    'super-admin.send-effects-again': {
      cases: [{ of: 'an effect', outcomes: staffOnly, input: givenUp }],
      invalid: { change: { cell: -1 }, field: 'cell' },
      unknown: (input) => ({ ...input, effectId: nowhere() }),
      repeat: (input) => ({ ...input, topic: 'audit.head-mail' }),
    },
    'super-admin.put-effects-aside': {
      cases: [
        {
          of: 'an effect',
          outcomes: staffOnly,
          input: async (w) => ({ ...(await givenUp(w)), reason: 'The key is gone' }),
        },
      ],
      invalid: { change: { reason: ' ' }, field: 'reason' },
      unknown: (input) => ({ ...input, effectId: nowhere() }),
      repeat: (input) => ({ ...input, reason: 'Another reason' }),
    },
    'super-admin.verify-chain': {
      cases: [{ of: 'a company', outcomes: staffOnly, input: withSeal }],
      invalid: { change: { companyId: 'no id' }, field: 'companyId' },
      unknown: (input) => ({ ...input, companyId: nowhere() }),
      repeat: null,
    },
    'super-admin.alarms': {
      cases: [{ of: 'the installation', outcomes: staffOnly, input: () => ({}) }],
      invalid: null,
      unknown: null,
      repeat: null,
    },
    'super-admin.set-alarms': {
      cases: [{ of: 'the installation', outcomes: staffOnly, input: unset }],
      invalid: { change: { webhookUrl: 'http://hooks.acme-tools.com' }, field: 'webhookUrl' },
      unknown: null,
      repeat: (input) => ({ ...input, laneMinutes: 20 }),
    },
    'super-admin.try-alarms': {
      cases: [{ of: 'the installation', outcomes: staffOnly, input: isSet }],
      invalid: null,
      unknown: null,
      repeat: 'none',
    },
    'super-admin.reveal-alarm-secret': {
      cases: [{ of: 'the installation', outcomes: staffOnly, input: () => ({}) }],
      invalid: null,
      unknown: null,
      repeat: null,
    },
  },
  left: {
    'super-admin.send-effects-again': left('company.effects-sent-again'),
    'super-admin.put-effects-aside': left('company.effects-put-aside'),
    'super-admin.verify-chain': left(),
    'super-admin.set-alarms': left('company.alarms-changed'),
    'super-admin.try-alarms': left('company.alarms-tried', 'alarms.mail'),
    'super-admin.reveal-alarm-secret': left('company.alarm-secret-shown'),
  },
  limits: {
    'super-admin.operations': 'firstCell 0–9999',
    'super-admin.send-effects-again': 'cell 0–9999; topic 100',
    'super-admin.put-effects-aside': 'cell 0–9999; topic 100; reason 300',
    'super-admin.set-alarms':
      'emails[] 10; emails[] 254; webhookUrl 2000; laneMinutes 2–1440; tickMinutes 2–1440; sizePercent 10–99',
  },
}
