import { questionsRead } from '../shared/conditions.ts'
import type { WorkflowDefinition } from './definition.ts'

/** Every question of the form that a workflow asks about, or takes something from: it needs them to be there. */
export const questionsUsedBy = ({ entryPoints, levels }: WorkflowDefinition): Set<string> => {
  const rules = levels.flatMap((level) => level.rules)
  const conditions = [entryPoints, ...rules].flatMap(questionsRead)
  const settings = rules.flatMap(({ settings: { webhook, sendDocument, createService } }) => [
    ...(webhook?.fields ?? []).map(({ questionId }) => questionId),
    sendDocument?.recipient.source === 'QUESTION' ? sendDocument.recipient.questionId : null,
    ...Object.values(createService?.mappings ?? {}),
    ...Object.values(createService?.customMappings ?? {}),
  ])
  return new Set([...conditions, ...settings].filter((id) => id !== null))
}
