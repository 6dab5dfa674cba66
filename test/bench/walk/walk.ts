import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { loadApp } from '../../../worker/local/tools/load-app.ts'
import type { WalkCall } from '../../support/walk/calls.ts'
import { clone, OF_SPEND_REQUEST } from '../../support/walk/clone.ts'
import { storeFiles } from '../../support/walk/files.ts'
import { sentInvoices } from '../../support/walk/furnish-vendor-forms.ts'
import type { WalkIds } from '../../support/walk/ids.ts'
import { excessOf, isExport } from '../../support/walk/limits.ts'
import { type Call, prepare } from '../../support/walk/prepare.ts'
import { type Company, company, cookieOf, crowd, type Person, questionIds } from '../data/company.ts'
import { costOf } from '../pages.ts'
import { submissionBody } from '../requests.ts'
import { type Runtime, SIGNING, STAFF_ADDRESS } from '../runtime.ts'
import type { Cost } from '../workers/counting.ts'
import { feedTokenOf } from './database.ts'

/** Every GET endpoint and GraphQL query, called once each, as an admin, a member and everyone else it is for. */

export interface Walked {
  company: string
  principal: string
  call: WalkCall
  status: number
  cost: Cost
  milliseconds: number
  bytes: number
}

type App = typeof import('./app.ts')

const loadWalk = (): Promise<App> => loadApp<App>("export * from './test/bench/walk/app.ts'")

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' }

const MOST_TRIES = 5

/** A kept connection can be closed the moment it is reused, before anything is asked. So can the next one. */
const fetched = (url: string, init: RequestInit, tries = 1): Promise<Response> =>
  fetch(url, init).catch((error) => {
    if (tries >= MOST_TRIES) throw error
    return fetched(url, init, tries + 1)
  })

const callAs =
  (url: string, cookie: string): Call =>
  async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetched(url + path, {
      method,
      headers: { ...SAME_ORIGIN, Cookie: cookie, ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}) },
      body: isForm ? body : body ? JSON.stringify(body) : undefined,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 400)}`)
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
  }

/** Files are written page by page, so that the rest is like the beginning. Of a filtered one the first page is enough. */
const MOST_OF_FILE = 4 * 1024 * 1024
const FILE_ENDS_MS = 400
/** Only pages are read on, and none of them is longer. */
const MOST_TEXT = 8 * 1024 * 1024

interface Answered {
  status: number
  headers: Headers
  text: string
  bytes: number
}

const askSocket = (url: string, path: string, cookie: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...{ ...SAME_ORIGIN, Cookie: cookie, Connection: 'Upgrade', Upgrade: 'websocket' },
      ...{ 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
    }
    const asked = httpRequest(url + path, { headers })
    const answered = (status: number | undefined, given: NodeJS.Dict<string | string[]>) =>
      resolve({
        status: status === 101 ? 200 : (status ?? 0),
        headers: new Headers(Object.entries(given).map(([name, value]) => [name, String(value)])),
        text: '',
        bytes: 0,
      })
    asked.on('upgrade', (response, socket) => {
      socket.destroy()
      answered(response.statusCode, response.headers)
    })
    asked.on('response', (response) => {
      response.resume()
      answered(response.statusCode, response.headers)
    })
    asked.on('error', reject)
    asked.end()
  })

const ask = async (url: string, call: WalkCall, cookie: string): Promise<Answered> => {
  if (call.isSocket) return askSocket(url, call.path, cookie)
  const response = await fetched(url + call.path, {
    method: call.body ? 'POST' : 'GET',
    headers: { ...SAME_ORIGIN, Cookie: cookie, ...(call.body ? { 'Content-Type': 'application/json' } : {}) },
    body: call.body ?? undefined,
  })
  const most = isExport(call) ? (call.variant === '' ? MOST_OF_FILE : 1) : Number.POSITIVE_INFINITY
  const read = await readUntil(response.body, most)
  // A file that isn't wanted any longer is still reading its next page, which must not count for the next call.
  if (read.bytes >= most) await new Promise((resolve) => setTimeout(resolve, FILE_ENDS_MS))
  return { status: response.status, headers: response.headers, ...read }
}

/** @param most stops once this many bytes have come */
const readUntil = async (
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Pick<Answered, 'text' | 'bytes'>> => {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const part of body ?? []) {
    if (bytes < MOST_TEXT) text += decoder.decode(part, { stream: true })
    bytes += part.byteLength
    if (bytes >= most) break
  }
  return { text, bytes }
}

/** GraphQL answers a refusal with 200 and its error. */
const statusOf = (call: WalkCall, { status, text }: Answered): number => {
  if (!call.body || status !== 200) return status
  const code = (JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] }).errors?.[0]?.extensions?.code
  return code === undefined ? 200 : code === 'FORBIDDEN' ? 403 : code === 'NOT_FOUND' ? 404 : 500
}

/** One spend request for so many requests. */
const REQUESTS_OF_SPEND = 5
const FEWEST_SPEND_REQUESTS = 600

const walkCompany = async (
  runtime: Runtime,
  app: App,
  walked: Company,
  size: number,
  isWanted: (call: WalkCall) => boolean,
): Promise<Walked[]> => {
  const database = await runtime.database()
  await storeFiles(await runtime.files(), walked.id)
  const admin = walked.people[0] as Person
  const [member, delegate] = walked.requestors as [Person, Person]
  const category = walked.categories[0]
  const ids = questionIds(category?.id ?? '')
  const url = runtime.traced
  const { submission } = JSON.parse(submissionBody(walked, member, 0)) as { submission: { answers: [] } }
  const found: WalkIds = await prepare(
    {
      ...{ companyId: walked.id, memberId: member.id, category: category?.id ?? '', answers: submission.answers },
      ...{ question: ids.plan, option: 'basic', vendorQuestion: ids.vendor, feedToken: feedTokenOf(walked) },
      signing: SIGNING,
    },
    {
      admin: callAs(url, cookieOf(admin)),
      member: callAs(url, cookieOf(member)),
      find: async (sql, ...values) =>
        Object.values(
          (await database
            .prepare(sql)
            .bind(...values)
            .first()) ?? {},
        )[0] as string | undefined,
      run: (sql, ...values) =>
        database
          .prepare(sql)
          .bind(...values)
          .run(),
    },
  )
  await clone(
    {
      run: (sql, ...values) =>
        database
          .prepare(sql)
          .bind(...values)
          .run(),
      columnsOf: async (table) => {
        const named = await database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{ name: string }>()
        return named.results.map(({ name }) => name)
      },
    },
    found.spendRequest,
    Math.max(FEWEST_SPEND_REQUESTS, Math.ceil(size / REQUESTS_OF_SPEND)),
    OF_SPEND_REQUEST,
  )
  const vendorCookie = await signInVendor(database, walked)
  const staffCookie = await signInStaff(database, walked)
  const results: Walked[] = []
  const go = async (call: WalkCall, principal: string, cookie: string): Promise<void> => {
    const started = performance.now()
    const answered = await ask(url, call, cookie)
    const milliseconds = performance.now() - started
    const status = statusOf(call, answered)
    const cost = costOf(answered.headers)
    results.push({ company: walked.name, principal, call, status, cost, milliseconds, bytes: answered.bytes })
    const excess = excessOf(call, cost)
    // Said at once, because all of it takes long.
    if (excess) console.log(`${principal} ${call.door} ${call.variant}: ${excess}`)
    if (status >= 400 && status !== 403) {
      console.log(`${principal} ${call.door} ${call.variant}: ${status} ${answered.text.slice(0, 200)}`)
      return
    }
    if (status !== 200 || !answered.text.startsWith('{') || call.variant.endsWith('page 2')) return
    const next = app.nextPageOf(call, JSON.parse(answered.text))
    if (next) await go(next, principal, cookie)
  }
  const started = performance.now()
  for (const [place, door] of app.walkedDoors.entries()) {
    if (place % 40 === 0) {
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      console.log(
        `${walked.name}: ${place} of ${app.walkedDoors.length} endpoints, ${results.length} calls, ${seconds} s`,
      )
    }
    for (const call of app.callsOf(door, app.schema, found)) {
      if (!isWanted(call)) continue
      if (call.access.startsWith('vendor.')) await go(call, 'vendor', vendorCookie)
      else if (call.access === 'platform.administer') await go(call, 'platform staff', staffCookie)
      else if (call.access === 'public') await go(call, 'nobody', '')
      else {
        if (!call.isOfMember) await go(call, 'admin', cookieOf(admin))
        await go(call, 'member', cookieOf(member))
        if (!call.isOfMember) await go(call, 'delegate', cookieOf(delegate))
      }
    }
  }
  return results
}

const signInVendor = async (database: D1Database, { id }: Company): Promise<string> => {
  const token = `v.${id}-walk`
  const now = Date.now()
  const run = (sql: string, ...values: unknown[]) =>
    database
      .prepare(sql)
      .bind(...values)
      .run()
  await run(
    "INSERT INTO users (id, email, first_name, last_name, created_at) VALUES (?1 || '-vera', ?1 || '@v.example', 'V', 'V', 0)",
    id,
  )
  await run("INSERT INTO vendor_companies (id, name, created_at) VALUES (?1 || '-seller', 'Seller', 0)", id)
  await run(
    "INSERT INTO vendor_company_members (vendor_company_id, user_id, created_at) VALUES (?1 || '-seller', ?1 || '-vera', 0)",
    id,
  )
  await run(
    `INSERT INTO vendor_company_customers (vendor_company_id, company_id, vendor_id, created_at)
     SELECT ?1 || '-seller', ?1, vendor_id, 0 FROM vendor_form_invitations
      WHERE company_id = ?1 AND recipient = 'VENDOR_COMPANY' LIMIT 1`,
    id,
  )
  await sentInvoices(run, id, `${id}-seller`)
  await run(
    `INSERT INTO vendor_sessions (token_hash, user_id, vendor_company_id, company_id, created_at, last_seen_at, expires_at)
     VALUES (?2, ?1 || '-vera', ?1 || '-seller', ?1, ?3, ?3, ?4)`,
    ...[id, createHash('sha256').update(token).digest('hex'), now, now + 3_600_000],
  )
  return `outlay_session=${token}`
}

/** Platform staff find the company in the directory. */
const signInStaff = async (database: D1Database, { id, name }: Company): Promise<string> => {
  const token = 'bench-session-of-staff'
  const now = Date.now()
  const run = (sql: string, ...values: unknown[]) => database.prepare(sql).bind(...values)
  await database.batch([
    run(
      'INSERT OR IGNORE INTO directory_companies (id, name, short_name_key, created_at) VALUES (?1, ?2, ?1, 0)',
      ...[id, name],
    ),
    run(
      `INSERT OR IGNORE INTO companies (id, name, email_short_name, flags, created_at)
       VALUES ('platform-staff', 'Outlay staff', 'platform-staff', '{}', 0)`,
    ),
    run(
      `INSERT OR IGNORE INTO users (id, email, first_name, last_name, created_at, is_platform_staff)
       VALUES ('bench-staff', ?, 'desk', '', 0, 1)`,
      STAFF_ADDRESS,
    ),
    run(
      `INSERT OR IGNORE INTO company_memberships (company_id, user_id, created_at)
       VALUES ('platform-staff', 'bench-staff', 0)`,
    ),
    run(
      `INSERT OR IGNORE INTO sessions (token_hash, user_id, company_id, created_at, last_seen_at, expires_at)
       VALUES (?1, 'bench-staff', 'platform-staff', ?2, ?2, ?3)`,
      ...[createHash('sha256').update(token).digest('hex'), now, now + 3_600_000],
    ),
  ])
  return `outlay_session=${token}`
}

/** @param size how many requests the company has */
export const walk = async (
  runtime: Runtime,
  size: number,
  isWanted: (call: WalkCall) => boolean = () => true,
): Promise<Walked[]> => {
  const app = await loadWalk()
  const results: Walked[] = []
  for (const each of [company, crowd]) results.push(...(await walkCompany(runtime, app, each, size, isWanted)))
  return results
}
