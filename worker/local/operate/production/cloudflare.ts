import { z } from 'zod'
import { Problem } from '../../host/problem.ts'

/** Cloudflare's API, as far as putting a cell back needs it. https://developers.cloudflare.com/api/resources/d1/ */
export interface Cloudflare {
  /** The bookmark of a database at a moment of the last 30 days. */
  bookmarkAt(database: string, at: Date): Promise<string>
  /** Puts a database back. Returns the bookmark that takes it back. */
  restore(database: string, bookmark: string): Promise<string>
  rows(database: string, sql: string, params: readonly unknown[]): Promise<Record<string, unknown>[]>
}

interface Account {
  account: string
  token: string
  fetch: typeof fetch
}

const API = 'https://api.cloudflare.com/client/v4'

const answer = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
  result: z.unknown(),
})

export const openCloudflare = ({ account, token, fetch: call }: Account): Cloudflare => {
  const ask = async <T>(method: string, path: string, result: z.ZodType<T>, body?: unknown): Promise<T> => {
    const response = await call(`${API}/accounts/${account}/d1/database/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const parsed = answer.safeParse(await response.json().catch(() => null))
    if (!parsed.success || !parsed.data.success) {
      const why = parsed.data?.errors.map(({ message }) => message).join(', ')
      throw new Problem(`Cloudflare refused ${method} ${path.split('?')[0]}: ${why || response.status}`)
    }
    return result.parse(parsed.data.result)
  }
  return {
    bookmarkAt: async (database, at) => {
      const path = `${database}/time_travel/bookmark?timestamp=${encodeURIComponent(at.toISOString())}`
      return (await ask('GET', path, z.object({ bookmark: z.string() }))).bookmark
    },
    restore: async (database, bookmark) => {
      const path = `${database}/time_travel/restore?bookmark=${encodeURIComponent(bookmark)}`
      return (await ask('POST', path, z.object({ previous_bookmark: z.string() }))).previous_bookmark
    },
    rows: async (database, sql, params) => {
      const sets = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }))
      return (await ask('POST', `${database}/query`, sets, { sql, params })).flatMap(({ results }) => results)
    },
  }
}
