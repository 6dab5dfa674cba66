import { exports } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Database } from '../../worker/core/database.ts'
import { schema } from '../../worker/graphql.ts'
import { callsOf, type WalkCall } from '../support/walk/calls.ts'
import { isExport } from '../support/walk/limits.ts'
import { testDoors } from '../support/worker/doors.ts'
import { makeWalkScene, type WalkScene } from '../support/worker/walk-scene.ts'
import { ORIGIN } from '../support/worker/world.ts'

/**
 * What a file holds in memory while it is sent: the rows of one read, and one more page that waits to be taken. That no
 * more pages are read ahead is in test/unit/shared/csv-stream.test.ts.
 */

const SIZE = { requests: 600, members: 600, vendors: 600, servicesOfVendor: 2 }
const MOST_HELD = 32 * 1024 * 1024
/** The page being written, as rows, as text and as bytes, and the one that waits. */
const COPIES = 4
/** So much longer may the rows of a page be than those before it, whose length it goes by (test/unit/core/file-pages.test.ts). */
const LONGER = 4

let scene: WalkScene
let files: WalkCall[]

beforeAll(async () => {
  scene = await makeWalkScene(SIZE)
  files = testDoors
    .filter(({ name }) => name.startsWith('GET '))
    .flatMap((door) => callsOf(door, schema(), scene.ids))
    // A template that is the same for everyone reads nothing.
    .filter(({ access, path }) => access !== 'platform.administer' && path !== '/api/member-imports/template.csv')
    .filter((call) => isExport(call) && call.variant === '' && call.access !== 'public')
}, 600_000)

afterEach(() => vi.restoreAllMocks())

/** The bytes that each read of the database returned, as they come. */
const watchReads = (): number[] => {
  const sizes: number[] = []
  const { all, readBatch, batch } = Database.prototype
  const seen = <T>(rows: T): T => {
    sizes.push(JSON.stringify(rows).length)
    return rows
  }
  vi.spyOn(Database.prototype, 'all').mockImplementation(async function (this: Database, statement) {
    return seen(await all.call(this, statement)) as never
  })
  vi.spyOn(Database.prototype, 'readBatch').mockImplementation(async function (this: Database, statements) {
    return seen(await readBatch.call(this, statements))
  })
  vi.spyOn(Database.prototype, 'batch').mockImplementation(async function (this: Database, statements) {
    return seen(await batch.call(this, statements))
  })
  return sizes
}

const download = async (path: string): Promise<ReadableStreamDefaultReader<Uint8Array>> => {
  const response = await exports.default.fetch(`${ORIGIN}${path}`, {
    headers: { Origin: ORIGIN, Cookie: scene.admin.cookie ?? '' },
  })
  expect({ path, status: response.status }).toEqual({ path, status: 200 })
  return (response.body as ReadableStream<Uint8Array>).getReader()
}

describe('an export', () => {
  it('files of every kind are among them', () => {
    const doors = files.map(({ door }) => door)
    for (const door of [
      'GET /api/download-intake-submissions',
      'GET /api/members.csv',
      'GET /api/services/by-filter/{hash}.csv',
      'GET /api/documents/by-filter/{hash}.csv',
      'GET /api/members/by-filter/{hash}.csv',
      'GET /api/vendors/by-filter/{hash}.csv',
      'GET /api/services/renewal-report.csv',
      'GET /api/audit-logs/company.csv',
    ]) {
      expect(doors).toContain(door)
    }
  })

  it('no file holds more than 32 MB, however long it is', async () => {
    for (const { path } of files) {
      const reads = watchReads()
      const reader = await download(path)
      let written = 0
      for (let part = await reader.read(); !part.done; part = await reader.read()) written += part.value.byteLength
      expect(written).toBeGreaterThan(0)
      const held = Math.max(...reads) * COPIES * LONGER
      expect({ path, held, isLittle: held > 0 && held < MOST_HELD }).toEqual({ path, held, isLittle: true })
      vi.restoreAllMocks()
    }
  }, 120_000)
})
