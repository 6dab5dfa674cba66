import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ALARM_KINDS } from './alarms.ts'

/** What companies cost by day (UTC): about right, see worker/features/platform/operations/costs.ts. In the directory. */
export const companyCosts = sqliteTable(
  'company_costs',
  {
    day: text('day').notNull(),
    companyId: text('company_id').notNull(),
    /** Calls of people and programs, and jobs. */
    calls: integer('calls').notNull(),
    /** Milliseconds. */
    ms: integer('ms').notNull(),
    rowsRead: integer('rows_read').notNull(),
    rowsWritten: integer('rows_written').notNull(),
    /** Statements. */
    queries: integer('queries').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.companyId] })],
)

/** Who is told when something needs an operator, and from when on. One row, with id 1, in the directory. */
export const alarmSettings = sqliteTable('alarm_settings', {
  id: integer('id').primaryKey(),
  /** JSON. */
  emails: text('emails').notNull().default('[]'),
  webhookUrl: text('webhook_url'),
  laneMinutes: integer('lane_minutes').notNull().default(15),
  tickMinutes: integer('tick_minutes').notNull().default(5),
  sizePercent: integer('size_percent').notNull().default(80),
  /** 0 before anyone has saved them. */
  version: integer('version').notNull().default(0),
  /** Changes with every change of alarms, so that of two that look at the same time only one tells of it. */
  turn: integer('turn').notNull().default(0),
})

/** Alarms that are on, and those before, in the directory. */
export const alarmStates = sqliteTable(
  'alarm_states',
  {
    id: text('id').primaryKey(),
    /** What it is about, for example `LANE mail 3`: one is on at a time. */
    about: text('about').notNull(),
    kind: text('kind', { enum: ALARM_KINDS }).notNull(),
    cell: integer('cell').notNull(),
    text: text('text').notNull(),
    beganAt: integer('began_at').notNull(),
    /** Since when its cause is gone. After some minutes it ends. */
    quietSince: integer('quiet_since'),
    endedAt: integer('ended_at'),
    /** When people were last told of it. */
    toldAt: integer('told_at'),
    reminders: integer('reminders').notNull().default(0),
  },
  (t) => [
    uniqueIndex('alarm_states_on').on(t.about).where(sql`ended_at IS NULL`),
    index('alarm_states_newest').on(t.beganAt),
  ],
)
