import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { SAMPLE_KINDS } from './kinds.ts'

/** Vendors, services and requests that show a new company how everything looks, and go away again. */

const counts = z.record(z.enum(SAMPLE_KINDS), z.number().int())

export const sampleData = z.object({
  state: z.enum(['NONE', 'LOADING', 'LOADED', 'REMOVING']),
  /** What loading would add, or what is there of it. */
  counts,
  /** While it is loaded or removed: how many of its objects are done. */
  done: z.number().int(),
  total: z.number().int(),
  /** Who loaded it. */
  by: z.string().nullable(),
  /** Loading broke off, and the person can continue it. */
  canContinue: z.boolean(),
})
export type SampleData = z.infer<typeof sampleData>

const staying = z.object({
  kind: z.enum(SAMPLE_KINDS),
  id: z.string(),
  name: z.string(),
  /** Why it stays, as a sentence. */
  reason: z.string(),
})
const removal = z.object({ going: counts, staying: z.array(staying) })
export type SampleRemoval = z.infer<typeof removal>

export const getSampleData = endpoint({
  id: 'sample-data.get',
  method: 'GET',
  path: '/api/sample-data',
  summary: 'Whether the company has sample data, and what it consists of',
  response: sampleData,
})

export const getSampleRemoval = endpoint({
  id: 'sample-data.removal',
  method: 'GET',
  path: '/api/sample-data/removal',
  summary: 'What removing the sample data takes away, and what stays and why',
  response: removal,
})

export const loadSampleData = endpoint({
  id: 'sample-data.load',
  method: 'POST',
  path: '/api/sample-data/load',
  summary: 'Load sample data, or continue where loading broke off',
  body: z.object({}),
  response: z.object({ counts }),
})

export const removeSampleData = endpoint({
  id: 'sample-data.remove',
  method: 'POST',
  path: '/api/sample-data/remove',
  summary: 'Remove the sample data, except for what people have changed or built on',
  body: z.object({}),
  response: removal,
})
