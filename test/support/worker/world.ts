import { exports } from 'cloudflare:workers'
import type { AccessFlag, CompanyFlag } from '../../../schema/shared/permissions.ts'
import { newId, newSecret } from '../../../worker/core/clock.ts'
import { sha256Hex } from '../../../worker/core/hash.ts'

export const ORIGIN = 'https://outlay.test'

export interface TestPerson {
  userId: string
  email: string
  name: string
}

export interface TestCompany {
  id: string
  addPerson(options?: PersonOptions): Promise<TestPerson>
  /** A named object of the company: a department, group, vendor, … Returns its id. */
  add(table: NamedTable, name?: string): Promise<string>
  addToGroup(groupId: string, userId: string): Promise<void>
  addToDepartment(departmentId: string, userId: string, approvesRequests?: boolean): Promise<void>
  addToBusinessUnit(businessUnitId: string, userId: string, approvesRequests?: boolean): Promise<void>
}

type NamedTable =
  | 'departments'
  | 'business_units'
  | 'locations'
  | 'entities'
  | 'groups'
  | 'spend_categories'
  | 'revenue_categories'
  | 'vendors'

import { cellFor, database, secretFor } from './database.ts'

interface PersonOptions {
  name?: string
  email?: string
  managerUserId?: string
  flags?: AccessFlag[]
  disabled?: boolean
}

const column = (flag: string) => flag.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
const run = (sql: string, ...params: unknown[]) =>
  database
    .prepare(sql)
    .bind(...params)
    .run()

const place = async (
  unit: 'department' | 'business_unit',
  companyId: string,
  unitId: string,
  userId: string,
  approvesRequests: boolean,
): Promise<void> => {
  await run(
    `INSERT INTO ${unit}_members (company_id, ${unit}_id, user_id, approves_requests, name_key)
     VALUES (?1, ?2, ?3, ?4, (SELECT name_key FROM company_memberships WHERE company_id = ?1 AND user_id = ?3))`,
    companyId,
    unitId,
    userId,
    approvesRequests ? 1 : 0,
  )
}

const directoryPerson = 'INSERT INTO directory_people (email, company_id, user_id)'

/** Without units that are modules of their own, tests that choose them would first have to turn them on. */
const USUAL: CompanyFlag[] = ['enableIntakeRequests', 'enableBusinessUnits', 'enableEntities']

/** A new company for a test, with no one and nothing in it. */
export const makeCompany = async (flags: CompanyFlag[] = USUAL): Promise<TestCompany> => {
  const id = newId()
  const now = Date.now()
  await run(
    'INSERT INTO companies (id, name, email_short_name, flags, created_at) VALUES (?, ?, ?, ?, ?)',
    id,
    `Company ${id.slice(-6)}`,
    id,
    JSON.stringify(Object.fromEntries(flags.map((flag) => [flag, true]))),
    now,
  )
  await run(
    'INSERT INTO directory_companies (id, cell, name, short_name_key, created_at) VALUES (?1, ?2, ?3, ?1, ?4)',
    id,
    cellFor(id),
    `Company ${id.slice(-6)}`,
    now,
  )
  return {
    id,
    addPerson: async ({ name = 'Test Person', email, managerUserId, flags: access = [], disabled } = {}) => {
      const userId = newId()
      const [first = name, last = ''] = name.split(' ')
      const address = email ?? `${userId}@people.test`
      await run(
        'INSERT INTO users (id, email, first_name, last_name, created_at) VALUES (?, ?, ?, ?, ?)',
        userId,
        address,
        first,
        last,
        now,
      )
      await run(
        `INSERT INTO company_memberships
           (company_id, user_id, manager_user_id, disabled_at, created_at${access.map((f) => `, ${column(f)}`).join('')})
         VALUES (?, ?, ?, ?, ?${', 1'.repeat(access.length)})`,
        id,
        userId,
        managerUserId ?? null,
        disabled ? now : null,
        now,
      )
      await run(`${directoryPerson} VALUES (?, ?, ?)`, address, id, userId)
      return { userId, email: address, name: `${first} ${last}`.trim() }
    },
    add: async (table, name = `${table} ${newId().slice(-8)}`) => {
      const objectId = newId()
      await run(`INSERT INTO ${table} (id, company_id, name, created_at) VALUES (?, ?, ?, ?)`, objectId, id, name, now)
      return objectId
    },
    addToGroup: async (groupId, userId) => {
      await run(
        `INSERT INTO group_members (company_id, group_id, user_id, name_key)
         VALUES (?1, ?2, ?3, (SELECT name_key FROM company_memberships WHERE company_id = ?1 AND user_id = ?3))`,
        ...[id, groupId, userId],
      )
    },
    addToDepartment: (departmentId, userId, approvesRequests = false) =>
      place('department', id, departmentId, userId, approvesRequests),
    addToBusinessUnit: (businessUnitId, userId, approvesRequests = false) =>
      place('business_unit', id, businessUnitId, userId, approvesRequests),
  }
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any
  headers: Headers
}

interface CallOptions {
  body?: unknown
  commandId?: string
  headers?: Record<string, string>
}

/** A signed-in person's browser: calls the Worker over HTTP with their cookie. */
export class Client {
  readonly cookie: string | null

  constructor(cookie: string | null) {
    this.cookie = cookie
  }

  async call(method: string, path: string, { body, commandId, headers = {} }: CallOptions = {}): Promise<Answer> {
    const isForm = body instanceof FormData || body instanceof Blob || body instanceof ReadableStream
    const response = await exports.default.fetch(`${ORIGIN}${path}`, {
      method,
      headers: {
        Origin: ORIGIN,
        ...(this.cookie && { Cookie: this.cookie }),
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...(commandId && { 'Idempotency-Key': commandId }),
        ...headers,
      },
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
    })
    const text = new TextDecoder().decode(await response.arrayBuffer())
    const isJson = response.headers.get('Content-Type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.call('GET', path, { headers })
  }

  post(path: string, body: unknown = {}, commandId?: string): Promise<Answer> {
    return this.call('POST', path, { body, commandId })
  }

  graphql(query: string, variables: Record<string, unknown> = {}, commandId?: string): Promise<Answer> {
    return this.call('POST', '/graphql', { body: { query, variables }, commandId })
  }
}

/** A program: calls the Worker with an API key, without cookies or a page. */
export class KeyClient extends Client {
  readonly key: string

  constructor(key: string) {
    super(null)
    this.key = key
  }

  override call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return super.call(method, path, {
      ...options,
      headers: { Authorization: `Bearer ${this.key}`, ...options.headers },
    })
  }
}

export const anonymous = new Client(null)

/** Signs a person in without the email: a session row and its cookie. */
export const signIn = async (
  company: { id: string },
  person: { userId: string },
  impersonatorUserId: string | null = null,
  /** Why the impersonator acts on the person's behalf. Without it they only view. */
  actingReason: string | null = null,
): Promise<Client> => {
  const token = secretFor(company.id, newSecret())
  const now = Date.now()
  await run(
    `INSERT INTO sessions (token_hash, user_id, company_id, impersonator_user_id, acting_reason, created_at, last_seen_at,
                           expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    sha256Hex(token),
    person.userId,
    company.id,
    impersonatorUserId,
    actingReason,
    now,
    now,
    now + 3_600_000,
  )
  return new Client(`__Host-outlay_session=${token}`)
}
