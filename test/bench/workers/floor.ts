import { DurableObject } from 'cloudflare:workers'
import { loadSession, type StaffActor } from '../../../worker/core/actor.ts'
import { Database } from '../../../worker/core/database.ts'
import { sha256Hex } from '../../../worker/core/hash.ts'
import type { Env } from '../../../worker/env.ts'
import { questionIds } from '../data/company.ts'
import { FILTERED_PAGE } from '../filtered.ts'
import { floorYoga } from './floor-graphql.ts'
import { LISTED } from './floor-lists.ts'
import { DETAILS, type FloorQuery, filteredQuery, listQuery, SESSION_SQL, searchQuery } from './floor-sql.ts'

/**
 * The floor: what the same work costs without Outlay. Pages run the best SQL for their answer and return the rows,
 * after reading the caller. A decision is one event in an object and one row in D1. No statement comes from the Worker.
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
    if (!session) throw new Error('No one is signed in')
    const hash = sha256Hex(token)
    return {
      actor: session.actor,
      readActor: () => env.DB.prepare(SESSION_SQL).bind(hash, Date.now()).all(),
      db: { sql: (sql, ...params) => env.DB.prepare(sql).bind(...params) },
    }
  }
  const asker = load()
  askers.set(cookie, asker)
  return asker
}

const ask = ({ db }: Asker, { sql, params }: FloorQuery): D1PreparedStatement => db.sql(sql, ...params)

export const readPage = async (asker: Asker, query?: FloorQuery): Promise<Record<string, unknown>[]> => {
  await asker.readActor()
  const asked = query ?? listQuery(asker.actor.companyId)
  return (await ask(asker, asked).all<Record<string, unknown>>()).results
}

const filtered = ({ actor }: Asker): FloorQuery =>
  filteredQuery(actor.companyId, FILTERED_PAGE, questionIds(FILTERED_PAGE.intakeCategoryId).personalData)

const isListed = (what: string): what is keyof typeof LISTED => Object.hasOwn(LISTED, what)

/** A list of the crowd: its page with that number. */
const listedQuery = (companyId: string, what: keyof typeof LISTED, page: number): FloorQuery => {
  const { sql = '', params = [] } = LISTED[what][page] ?? {}
  return { sql, params: [companyId, ...params] }
}

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
    if (what === 'list-filtered') return Response.json(await readPage(asker, filtered(asker)))
    await asker.readActor()
    const { companyId } = asker.actor
    const queries = isListed(what)
      ? [listedQuery(companyId, what, Number(id))]
      : what === 'search'
        ? [searchQuery(companyId, decodeURIComponent(id))]
        : DETAILS[what as keyof typeof DETAILS](companyId, id)
    const results = await env.DB.batch(queries.map((query) => ask(asker, query)))
    return Response.json(results.map((result) => result.results))
  },
} satisfies ExportedHandler<FloorEnv>
