import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { VendorImport } from '../../../schema/vendors/imports/endpoints.ts'
import { runTicks } from './jobs/ticks.ts'
import type { Answer, Client } from './world.ts'

export const csvFile = (text: string | Uint8Array, name = 'vendors.csv'): File => new File([text as BlobPart], name)

export const uploadCsv = (client: Client, file: File): Promise<Answer> => {
  const form = new FormData()
  form.set('file', file)
  return client.call('POST', '/api/vendor-imports', { body: form })
}

export const readImport = async (client: Client, id: string): Promise<VendorImport> =>
  (await client.get(`/api/vendor-imports/${id}`)).body

/** Uploads and checks with the suggested mapping. */
export const checkedImport = async (
  client: Client,
  text: string,
  { existing = 'SKIP' as 'SKIP' | 'UPDATE', name = 'vendors.csv' } = {},
): Promise<VendorImport> => {
  const { body } = await uploadCsv(client, csvFile(text, name))
  const { columns, version } = await readImport(client, body.id)
  const answer = await client.post(`/api/vendor-imports/${body.id}/check`, {
    mapping: columns.map(({ field }) => field),
    existing,
    version,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** Waits for background work. */
export const settled = async (client: Client, id: string): Promise<VendorImport> => {
  for (let i = 0; i < 200; i++) {
    const found = await readImport(client, id)
    if (found.status === 'DONE' || found.status === 'ROLLED_BACK') return found
    if (i % 5 === 4) await runTicks(env)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The import does not come to an end')
}

/** @param step what is requested: the run, or undoing it */
export const carriedOut = async (client: Client, found: VendorImport, step: 'start' | 'roll-back' = 'start') => {
  const answer = await client.post(`/api/vendor-imports/${found.id}/${step}`, { version: found.version })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return settled(client, found.id)
}

export const rowsOf = async (client: Client, id: string, filter = 'ALL') =>
  (await client.get(`/api/vendor-imports/${id}/rows?filter=${filter}&first=100`)).body.edges.map(
    (edge: { node: unknown }) => edge.node,
  )
