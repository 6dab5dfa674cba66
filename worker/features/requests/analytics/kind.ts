import type { ChatContent } from '../../../../schema/documents/chats/endpoints.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { registerChatSubject } from '../../documents/chats/index.ts'
import { modelOf } from '../../documents/reading/index.ts'
import { callByModel } from './by-model.ts'
import { callByRules } from './by-rules.ts'
import { figuresOf } from './figures.ts'
import { type Catalog, settledCall } from './figures-call.ts'
import { figuresText } from './words.ts'

/** The most names of a kind that a question can use. */
const MOST_NAMES = 300

const catalogOf = async ({ db, actor }: StaffContext): Promise<Catalog> => {
  const [categories, departments] = await db.batch([
    db.sql(
      `SELECT id, name FROM intake_categories WHERE company_id = ? AND deleted_at IS NULL AND type IN ('INTERNAL', 'PUBLIC')
        ORDER BY ordinal LIMIT ${MOST_NAMES}`,
      actor.companyId,
    ),
    db.sql(`SELECT id, name FROM departments WHERE company_id = ? ORDER BY name LIMIT ${MOST_NAMES}`, actor.companyId),
  ])
  return {
    categories: (categories?.results ?? []) as unknown as Named[],
    departments: (departments?.results ?? []) as unknown as Named[],
  }
}

const refusal = (text: string): ChatContent[] => [{ type: 'refusal', refusal: text }]

registerChatSubject({
  kind: 'REQUEST_ANALYTICS',
  permission: 'requests.ask',
  history: {
    targetType: 'COMPANY',
    action: 'company.requests-asked',
    message: 'Asked the assistant about requests',
  },

  // All requests are no object. Which ones count is decided when they are read.
  requireTarget: async () => {},

  answer: async (context, asked) => {
    const { env, actor, clock } = context
    const today = dayIn(actor.timezone, clock.now())
    const catalog = await catalogOf(context)
    const model = modelOf(env)
    const named = model ? await callByModel(model, asked, catalog, today) : callByRules(asked.question, catalog, today)
    if ('refusal' in named) return refusal(named.refusal)
    const call = settledCall(named, catalog, today)
    if ('refusal' in call) return refusal(call.refusal)
    const value = figuresText(call, await figuresOf(context, call), actor.company.currency)
    return [{ type: 'text', text: { value, annotations: [] } }]
  },
})
