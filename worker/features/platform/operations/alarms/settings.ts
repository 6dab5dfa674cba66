import * as endpoints from '../../../../../schema/platform/operations/alarms.ts'
import { alarmSettings, alarmStates } from '../../../../../schema/platform/operations/tables.ts'
import { FIRST_CELL, inCell } from '../../../../core/cells.ts'
import { commit } from '../../../../core/commit.ts'
import { guardOneRow } from '../../../../core/database.ts'
import { AppError, staleVersion } from '../../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../../core/operation.ts'
import { type RowOf, select, typed } from '../../../../core/record.ts'
import { WEBHOOK_SIGNING } from '../../../../integrations/webhook/signing-secret.ts'
import { readCredential } from '../../../../objects/connection/credentials.ts'
import { STAFF_COMPANY } from '../../session/index.ts'
import { messagesOf } from './messages.ts'

/** Who is told of alarms and from when on, set by platform staff. */

const COLUMNS = select(alarmSettings, 's', [
  ...(['emails', 'webhookUrl', 'laneMinutes', 'tickMinutes', 'sizePercent', 'version', 'turn'] as const),
])
export const SETTINGS = typed`SELECT ${COLUMNS} FROM alarm_settings s WHERE s.id = 1`

export interface Settings extends endpoints.AlarmSettings {
  turn: number
}

/** @param row null before anyone has saved them */
export const settingsOf = (row: RowOf<typeof SETTINGS> | null | undefined): Settings => ({
  emails: JSON.parse(row?.emails ?? '[]') as string[],
  webhookUrl: row?.webhookUrl ?? null,
  laneMinutes: row?.laneMinutes ?? 15,
  tickMinutes: row?.tickMinutes ?? 5,
  sizePercent: row?.sizePercent ?? 80,
  version: row?.version ?? 0,
  turn: row?.turn ?? 0,
})

const NEWEST = typed`SELECT ${select(alarmStates, 'a', [
  ...(['id', 'kind', 'text', 'beganAt', 'endedAt', 'toldAt', 'reminders'] as const),
])} FROM alarm_states a INDEXED BY alarm_states_newest ORDER BY a.began_at DESC LIMIT 100`

const at = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString())

const shown = ({ turn: _, ...settings }: Settings): endpoints.AlarmSettings => settings

export const readAlarms = query({
  id: 'super-admin.alarms',
  access: 'platform.administer',
  input: inputOf(endpoints.getAlarms),
  run: async ({ directory }) => {
    const [stored, alarms] = await directory.readBatch([directory.sql(SETTINGS), directory.sql(NEWEST)])
    return {
      settings: shown(settingsOf(stored.results[0])),
      alarms: alarms.results.map((alarm) => ({
        ...alarm,
        beganAt: new Date(alarm.beganAt).toISOString(),
        endedAt: at(alarm.endedAt),
        toldAt: at(alarm.toldAt),
      })),
    }
  },
})

const read = async ({ db }: StaffContext): Promise<Settings> => settingsOf(await db.first(db.sql(SETTINGS)))

const entry = (context: StaffContext, action: string, message: string, changeData: unknown) => ({
  changeKey: `alarms:${context.newId()}`,
  action: `company.${action}`,
  targetType: 'COMPANY' as const,
  targetId: context.actor.companyId,
  message,
  changeData,
})

/** Throws CONFLICT for a stale version. */
export const changeAlarms = command({
  id: 'super-admin.set-alarms',
  access: 'platform.administer',
  input: inputOf(endpoints.setAlarms),
  run: async (context, { version, ...input }) => {
    const inside = inCell(context, FIRST_CELL)
    const { db } = inside
    const before = await read(inside)
    if (before.version !== version) throw staleVersion('The alarms')
    const after = { ...input, emails: [...new Set(input.emails)].sort() }
    return commit(inside, {
      subject: 'The alarms',
      statements: [
        db.sql('INSERT OR IGNORE INTO alarm_settings (id) VALUES (1)'),
        db.sql(
          `UPDATE alarm_settings SET emails = ?, webhook_url = ?, lane_minutes = ?, tick_minutes = ?, size_percent = ?,
             version = version + 1 WHERE id = 1 AND version = ?`,
          JSON.stringify(after.emails),
          after.webhookUrl,
          after.laneMinutes,
          after.tickMinutes,
          after.sizePercent,
          version,
        ),
        guardOneRow(db),
      ],
      audit: [
        entry(inside, 'alarms-changed', 'Changed who is told of alarms, and when', {
          before: { ...shown(before), version: undefined },
          after,
        }),
      ],
      result: { ...after, version: version + 1 },
    })
  },
})

/** Throws RULE_BROKEN if no one is told of alarms. */
export const tryAlarms = command({
  id: 'super-admin.try-alarms',
  access: 'platform.administer',
  input: inputOf(endpoints.tryAlarms),
  run: async (context) => {
    const inside = inCell(context, FIRST_CELL)
    const settings = await read(inside)
    const text = `${context.actor.name} tries whether alarms arrive. Nothing is wrong.`
    const outbox = messagesOf(settings, {
      events: [{ event: 'TRIAL', kind: 'TRIAL', text, since: context.clock.now() }],
      more: 0,
    })
    if (outbox.length === 0) throw new AppError('RULE_BROKEN', 'Save an address or a webhook first.')
    return commit(inside, {
      subject: 'The alarms',
      statements: [],
      audit: [entry(inside, 'alarms-tried', 'Sent a trial alarm', null)],
      outbox,
      result: { addresses: settings.emails.length, webhook: settings.webhookUrl !== null },
    })
  },
})

/** The secrets that sign the calls: made from the Worker's own key, as those of companies. */
export const alarmSecrets = async (env: StaffContext['env'], now: number): Promise<string[]> => {
  const found = await readCredential(env, { companyId: STAFF_COMPANY, provider: WEBHOOK_SIGNING }, now)
  if (!found) throw new Error('There is always a signing secret')
  return found.secrets
}

/** Can't be repeated by its command id, because the secret would be stored with the answer. */
export const revealAlarmSecret = command({
  id: 'super-admin.reveal-alarm-secret',
  access: 'platform.administer',
  idempotency: 'none',
  input: inputOf(endpoints.revealAlarmSecret),
  run: async (context) => {
    const inside = inCell(context, FIRST_CELL)
    const [secret = ''] = await alarmSecrets(inside.env, context.clock.now())
    return commit(inside, {
      subject: 'The alarms',
      statements: [],
      audit: [entry(inside, 'alarm-secret-shown', 'Viewed the signing secret of alarms', null)],
      result: { secret },
    })
  },
})
