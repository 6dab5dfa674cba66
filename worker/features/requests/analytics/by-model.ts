import { z } from 'zod'
import { REQUEST_STATUSES } from '../../../../schema/approvals/engine/statuses.ts'
import { type ModelRunner, toolCallFor } from '../../../integrations/workers-ai/client.ts'
import type { Asked } from '../../documents/chats/index.ts'
import { CAN_ASK, type Catalog, DIMENSIONS, MEASURES, type NamedCall, namedCall } from './figures-call.ts'

const text = { type: 'string' }
const SCHEMA = {
  type: 'object',
  properties: {
    isPossible: { type: 'boolean' },
    measure: { type: 'string', enum: MEASURES },
    dimension: { type: 'string', enum: DIMENSIONS },
    statuses: { type: 'array', items: { type: 'string', enum: REQUEST_STATUSES } },
    categories: { type: 'array', items: text },
    departments: { type: 'array', items: text },
    from: { type: ['string', 'null'] },
    to: { type: ['string', 'null'] },
  },
  required: ['isPossible', 'measure', 'dimension', 'statuses', 'categories', 'departments', 'from', 'to'],
}

const instructions = ({ categories, departments }: Catalog, today: string): string => {
  const names = (some: { name: string }[]) => JSON.stringify(some.map(({ name }) => name))
  return `You turn a question about a company's requests into one call of a tool, as JSON. You never answer yourself.
measure: COUNT of requests, AMOUNT added up, PROCESSING_DAYS from submission to decision on average.
dimension: what to group by, or NONE. Filters: statuses, categories, departments, each empty for all. from and to:
calendar dates yyyy-mm-dd, or null. Today is ${today}.
Categories: ${names(categories)}. Departments: ${names(departments)}.
Use only these names. If the question needs anything that the tool can't do, set isPossible to false.`
}

const isPossible = z.object({ isPossible: z.boolean() })

/** Reads a question with a language model, which only chooses among the tool's values. */
export const callByModel = async (
  ai: ModelRunner,
  asked: Asked,
  catalog: Catalog,
  today: string,
): Promise<NamedCall | { refusal: string }> => {
  const said = await toolCallFor(ai, { instructions: instructions(catalog, today), schema: SCHEMA }, asked)
  if (!isPossible.parse(said).isPossible) return { refusal: `I can’t answer that. ${CAN_ASK}` }
  return namedCall.parse(said)
}
