import { env } from 'cloudflare:workers'
import { systemClock } from '../../../worker/core/clock.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import { runAutomaticTasks } from '../../../worker/features/approvals/tasks/run.ts'
import { type Client, makeCompany, signIn, type TestPerson } from './world.ts'

/** A company whose automatic tasks run when the test says so. */
const NAMES = { rita: 'Rita P', abe: 'Abe P', bea: 'Bea P', ada: 'Ada Admin' } as const
type Name = keyof typeof NAMES

export interface TaskScene {
  as: Record<Name, Client>
  idOf: (name: Name) => string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  blocksOf: (id: string) => Promise<any[]>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  blockOf: (id: string, label: string) => Promise<any>
  /**
   * Runs what the request's task is waiting for, like the outbox would at the given time. Returns its error, or null.
   */
  carryOut: (targetId: string, attempts?: number) => Promise<string | null>
}

/** The queue would run rows at once, so these are postponed forever. */
const HOLD = `CREATE TRIGGER hold BEFORE INSERT ON outbox WHEN NEW.topic = 'task.run' AND NEW.available_at < 9e15 BEGIN
   INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at)
   VALUES (NEW.id, NEW.company_id, NEW.topic, NEW.payload, NEW.created_at, 9999999999999999); SELECT RAISE(IGNORE); END`

const carryOut = async (targetId: string, attempts = 1): Promise<string | null> => {
  const row = await env.DB.prepare(
    `SELECT id, company_id AS companyId, payload FROM outbox WHERE topic = 'task.run' AND payload ->> 'targetId' = ?
      ORDER BY created_at DESC, rowid DESC LIMIT 1`,
  )
    .bind(targetId)
    .first<{ id: string; companyId: string; payload: string }>()
  if (!row) throw new Error('Nothing to carry out')
  const effect = {
    id: row.id,
    companyId: row.companyId,
    payload: JSON.parse(row.payload),
    createdAt: 0,
    attempts,
    group: 'g',
  }
  const db = new Database(env.DB, 'first-primary')
  const log = createLogger({ job: 'test' }, 'error')
  const run = await runAutomaticTasks({ env, db, clock: systemClock, log }, [effect])
  return run(effect).then(
    () => null,
    (error) => String((error as Error).message),
  )
}

export const makeTaskScene = async (): Promise<TaskScene> => {
  await env.DB.prepare(HOLD).run()
  const company = await makeCompany()
  const people: Partial<Record<Name, TestPerson>> = {}
  const as: Partial<Record<Name, Client>> = {}
  for (const name of Object.keys(NAMES) as Name[]) {
    const person = await company.addPerson({ name: NAMES[name], flags: name === 'ada' ? ['hasAdminAccess'] : [] })
    people[name] = person
    as[name] = await signIn(company, person)
  }
  const clients = as as Record<Name, Client>
  const blocksOf: TaskScene['blocksOf'] = async (id) => {
    const { levels } = (await clients.ada.get(`/api/intake-submission/${id}/approvals`)).body
    return levels.flatMap((level: { blocks: object[] }) => level.blocks)
  }
  return {
    as: clients,
    idOf: (name) => people[name]?.userId ?? '',
    blocksOf,
    blockOf: async (id, label) => {
      const block = (await blocksOf(id)).find((one) => one.label === label)
      if (!block) throw new Error(`No block ${label}`)
      return block
    },
    carryOut,
  }
}
