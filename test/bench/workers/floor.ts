import { DurableObject } from 'cloudflare:workers'
import { ACTOR_SQL, loadSession, type StaffActor } from '../../../worker/core/actor.ts'
import { Database } from '../../../worker/core/database.ts'
import { sha256Hex } from '../../../worker/core/hash.ts'
import type { Env } from '../../../worker/env.ts'
import { listStatement } from '../../../worker/features/intake/submissions/list-statement.ts'
import {
  answersStatements,
  approvalsStatements,
  submissionStatements,
} from '../../../worker/features/intake/submissions/read.ts'
import { listStatement as memberListStatement } from '../../../worker/features/members/list.ts'
import { searchStatements } from '../../../worker/features/search/operations.ts'
import { pageStatements as servicePageStatements } from '../../../worker/features/services/list.ts'
import { pageStatements as vendorPageStatements } from '../../../worker/features/vendors/page.ts'
import { LISTED_PAGES, type ListedName } from '../data/listed-pages.ts'
import { FILTERED_PAGE } from '../filtered.ts'
import { floorYoga } from './floor-graphql.ts'

/**
 * The floor: what the same work costs without Outlay. Pages run the Worker's own statements, read from its code, and
 * answer the rows; who asks is read once and then only asked for again, for its cost. A decision is one event in an
 * object and one row in D1.
 */
export interface FloorEnv {
  DB: D1Database
  FLOOR: DurableObjectNamespace<FloorObject>
}

export interface Asker {
  actor: StaffActor
  /** As the Worker reads it before each page. */
  readActor(): Promise<unknown>
  db: { sql(sql: string, ...params: unknown[]): D1PreparedStatement }
}

const COOKIE = /outlay_session=([^;]+)/
const askers = new Map<string, Promise<Asker>>()

const askerOf = (request: Request, env: FloorEnv): Promise<Asker> => {
  const cookie = request.headers.get('Cookie') ?? ''
  const known = askers.get(cookie)
  if (known) return known
  const load = async (): Promise<Asker> => {
    const token = COOKIE.exec(cookie)?.[1] ?? ''
    const session = await loadSession(env as unknown as Env, new Database(env.DB), token, Date.now())
    if (!session) throw new Error('Nobody is signed in')
    const [hash, today] = [sha256Hex(token), new Date().toISOString().slice(0, 10)]
    return {
      actor: session.actor,
      readActor: () => env.DB.prepare(ACTOR_SQL).bind(hash, today).all(),
      db: { sql: (sql, ...params) => env.DB.prepare(sql).bind(...params) },
    }
  }
  const asker = load()
  askers.set(cookie, asker)
  return asker
}

const FIRST_PAGE = { first: 20, filter: 'ACTIVE', source: 'MEMBERS' } as const

export const readPage = async (
  { actor, db, readActor }: Asker,
  page: Parameters<typeof listStatement>[1] = FIRST_PAGE,
): Promise<Record<string, unknown>[]> => {
  await readActor()
  const { sql, params } = listStatement(actor, page)
  return (await db.sql(sql, ...params).all<Record<string, unknown>>()).results
}

const clock = { now: () => Date.now() }

/** The statements of the lists of the crowd. */
const LISTS: Record<ListedName, (asker: Asker, input: never) => D1PreparedStatement[]> = {
  members: ({ actor, db }, input) => {
    const { sql, params } = memberListStatement(actor, input)
    return [db.sql(sql, ...params)]
  },
  vendors: (asker, input) => vendorPageStatements({ ...asker, clock }, input),
  services: (asker, input) => servicePageStatements({ ...asker, clock }, input),
}
const isListed = (what: string): what is ListedName => Object.hasOwn(LISTS, what)

const DETAILS = { details: submissionStatements, answers: answersStatements, approvals: approvalsStatements }

export class FloorObject extends DurableObject<FloorEnv> {
  /** One event here, one row there. */
  async append(body: string): Promise<number> {
    const { sql } = this.ctx.storage
    sql.exec('CREATE TABLE IF NOT EXISTS log (sequence INTEGER PRIMARY KEY, event TEXT NOT NULL)')
    const { sequence } = sql
      .exec<{ sequence: number }>('INSERT INTO log (event) VALUES (?) RETURNING sequence', body)
      .one()
    await this.env.DB.prepare('INSERT INTO bench_floor (id, body, at) VALUES (?, ?, ?)')
      .bind(crypto.randomUUID(), body, Date.now())
      .run()
    return sequence
  }
}

export default {
  async fetch(request, env) {
    const [, what = '', id = ''] = new URL(request.url).pathname.split('/')
    if (what === 'append') {
      const body = await request.text()
      return Response.json({ sequence: await env.FLOOR.getByName(id).append(body) })
    }
    const asker = await askerOf(request, env)
    if (what === 'graphql') return floorYoga.fetch(request, { asker })
    if (what === 'list') return Response.json(await readPage(asker))
    if (what === 'list-filtered') return Response.json(await readPage(asker, FILTERED_PAGE))
    await asker.readActor()
    const statements =
      what === 'search'
        ? searchStatements(asker, decodeURIComponent(id))
        : isListed(what)
          ? LISTS[what](asker, LISTED_PAGES[what][Number(id)]?.input as never)
          : DETAILS[what as keyof typeof DETAILS](asker, id)
    const results = await env.DB.batch(statements)
    return Response.json(results.map((result) => result.results))
  },
} satisfies ExportedHandler<FloorEnv>
