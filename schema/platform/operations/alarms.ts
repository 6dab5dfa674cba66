import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { webhookUrlProblem } from '../../shared/public-address.ts'
import { email, instant } from '../../shared/values.ts'

/** Who is told when something needs an operator, from when on, and what they were told. */

export const ALARM_KINDS = ['CELL', 'TICK', 'LANE', 'GIVEN_UP', 'CHAIN', 'SIZE', 'PROVIDER'] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

export const MOST_ALARM_ADDRESSES = 10

const whole = (least: number, most: number, unit: string) =>
  z
    .number({ error: 'Enter a whole number' })
    .int('Enter a whole number')
    .min(least, `At least ${least} ${unit}`)
    .max(most, `At most ${most} ${unit}`)

const webhookUrl = z
  .string()
  .trim()
  .max(2_000)
  .superRefine((url, context) => {
    const problem = webhookUrlProblem(url)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

const settings = {
  emails: z.array(email).max(MOST_ALARM_ADDRESSES, `At most ${MOST_ALARM_ADDRESSES} addresses`),
  webhookUrl: webhookUrl.nullable(),
  /** How long what is due may wait in a lane. */
  laneMinutes: whole(2, 1_440, 'minutes'),
  /** How long after its minute a part of the regular work may be missing. */
  tickMinutes: whole(2, 1_440, 'minutes'),
  /** The part of a database’s size that is full. */
  sizePercent: whole(10, 99, 'percent'),
}

const alarm = z.object({
  id: z.string(),
  kind: z.enum(ALARM_KINDS),
  text: z.string(),
  beganAt: instant,
  endedAt: instant.nullable(),
  /** When people were last told of it. Null if no one is told yet. */
  toldAt: instant.nullable(),
  reminders: z.number().int(),
})
export type Alarm = z.infer<typeof alarm>

const alarmSettings = z.object({
  emails: z.array(z.string()),
  webhookUrl: z.string().nullable(),
  laneMinutes: z.number().int(),
  tickMinutes: z.number().int(),
  sizePercent: z.number().int(),
  /** 0 before anyone has saved them. */
  version: z.number().int(),
})
export type AlarmSettings = z.infer<typeof alarmSettings>

export const getAlarms = endpoint({
  id: 'super-admin.alarms',
  method: 'GET',
  path: '/api/super-admin/operations/alarms',
  summary: 'Who is told of alarms and from when on, and the newest 100 alarms',
  response: z.object({ settings: alarmSettings, alarms: z.array(alarm) }),
})

export const setAlarms = endpoint({
  id: 'super-admin.set-alarms',
  method: 'PUT',
  path: '/api/super-admin/operations/alarms',
  summary: 'Change who is told of alarms, and from when on',
  body: z.object({ ...settings, version: z.number().int().min(0) }),
  response: alarmSettings,
})

export const tryAlarms = endpoint({
  id: 'super-admin.try-alarms',
  method: 'POST',
  path: '/api/super-admin/operations/alarms/try',
  summary: 'Send a trial alarm to the saved addresses and webhook',
  response: z.object({ addresses: z.number().int(), webhook: z.boolean() }),
})

export const revealAlarmSecret = endpoint({
  id: 'super-admin.reveal-alarm-secret',
  method: 'POST',
  path: '/api/super-admin/operations/alarms/secret',
  summary: 'The secret that signs calls of the alarm webhook',
  response: z.object({ secret: z.string() }),
})
