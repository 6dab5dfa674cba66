import type { RuleSettings, WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { formVersionStatements } from './form-versions.ts'

/** Forms and workflows that are made from others: of another category, or of a template. */

/** A new id for each original id, the same one everywhere. */
export const idMap = (newId: () => string) => {
  const ids = new Map<string, string>()
  const renew = (id: string): string => {
    ids.set(id, newId())
    return ids.get(id) ?? id
  }
  return { renew, of: (id: string): string => ids.get(id) ?? id }
}
export type Ids = ReturnType<typeof idMap>

interface Conditions {
  conditionAnyOfs: { valuesQuestionId: string; values: string[] }[]
  conditionNumerics: { valuesQuestionId: string }[]
  conditionBooleans: { valuesQuestionId: string }[]
}

/** Any-of values are option ids if the question has its own options, and are otherwise kept. */
const conditionsWith = <T extends Conditions>(set: T, ids: Ids): T => ({
  ...set,
  conditionAnyOfs: set.conditionAnyOfs.map((c) => ({
    valuesQuestionId: ids.of(c.valuesQuestionId),
    values: c.values.map(ids.of),
  })),
  conditionNumerics: set.conditionNumerics.map((c) => ({ ...c, valuesQuestionId: ids.of(c.valuesQuestionId) })),
  conditionBooleans: set.conditionBooleans.map((c) => ({ ...c, valuesQuestionId: ids.of(c.valuesQuestionId) })),
})

export const copyForm = (form: FormDefinition, ids: Ids): FormDefinition => {
  for (const step of form.steps) {
    ids.renew(step.id)
    for (const question of step.questions) {
      ids.renew(question.id)
      // Options of lookups are the company's objects themselves.
      if (question.type === 'CUSTOM_SELECT') for (const option of question.options) ids.renew(option.id)
    }
  }
  return {
    steps: form.steps.map((step) => ({
      ...step,
      id: ids.of(step.id),
      questions: step.questions.map((question) => ({
        ...conditionsWith(question, ids),
        id: ids.of(question.id),
        options: question.options.map((option) => ({
          ...option,
          id: ids.of(option.id),
          parentId: option.parentId === null ? null : ids.of(option.parentId),
        })),
      })),
    })),
  }
}

const valuesWith = <T extends Record<string, string | undefined>>(mappings: T, ids: Ids): T =>
  Object.fromEntries(Object.entries(mappings).map(([field, id]) => [field, id && ids.of(id)])) as T

/** Everything in a rule's settings that refers to a question or step now refers to the copy's. */
const copySettings = (settings: RuleSettings, ids: Ids): RuleSettings => {
  const { stepIds, webhook, sendDocument, createService, sendVendorForm, purchaseOrder } = settings
  const asked = <S extends { source: string }>(from: S): S =>
    'questionId' in from && typeof from.questionId === 'string'
      ? { ...from, questionId: ids.of(from.questionId) }
      : from
  return {
    ...settings,
    ...(stepIds && { stepIds: stepIds.map(ids.of) }),
    ...(webhook && {
      webhook: {
        ...webhook,
        fields: webhook.fields.map((field) => ({ ...field, questionId: field.questionId && ids.of(field.questionId) })),
      },
    }),
    ...(sendDocument?.recipient.source === 'QUESTION' && {
      sendDocument: {
        ...sendDocument,
        recipient: {
          ...sendDocument.recipient,
          questionId: sendDocument.recipient.questionId && ids.of(sendDocument.recipient.questionId),
        },
      },
    }),
    ...(sendVendorForm && {
      sendVendorForm: {
        ...sendVendorForm,
        vendor: asked(sendVendorForm.vendor),
        recipient: asked(sendVendorForm.recipient),
      },
    }),
    ...(purchaseOrder && {
      purchaseOrder: { ...purchaseOrder, mappings: valuesWith(purchaseOrder.mappings, ids) },
    }),
    ...(createService && {
      createService: {
        ...createService,
        mappings: valuesWith(createService.mappings, ids),
        // The keys are the company's custom fields for services, which copies share.
        ...(createService.customMappings && { customMappings: valuesWith(createService.customMappings, ids) }),
      },
    }),
  }
}

export const copyWorkflow = (definition: WorkflowDefinition, ids: Ids): WorkflowDefinition => ({
  entryPoints: conditionsWith(definition.entryPoints, ids),
  levels: definition.levels.map((level) => ({
    ...level,
    id: ids.renew(level.id),
    rules: level.rules.map((rule) => ({
      ...conditionsWith(rule, ids),
      id: ids.renew(rule.id),
      settings: copySettings(rule.settings, ids),
    })),
  })),
})

export const workflowStatements = (
  { db, actor, clock }: StaffContext,
  categoryId: string,
  workflow: { id: string; label: string; ordinal: number; principalIds: string; definition: WorkflowDefinition },
): D1PreparedStatement[] => {
  const definition = JSON.stringify(workflow.definition)
  return [
    db.sql(
      `INSERT INTO intake_workflows (id, company_id, intake_category_id, label, ordinal, definition, principal_ids,
                                     created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)`,
      workflow.id,
      actor.companyId,
      categoryId,
      workflow.label,
      workflow.ordinal,
      definition,
      workflow.principalIds,
      clock.now(),
    ),
    db.sql(
      `INSERT INTO intake_workflow_versions (intake_workflow_id, version, company_id, definition, created_by_user_id,
                                             created_at) VALUES (?, 1, ?, ?, ?, ?)`,
      workflow.id,
      actor.companyId,
      definition,
      actor.userId,
      clock.now(),
    ),
  ]
}

/** A form and its workflows with new ids, the same ones everywhere. */
export const copiedParts = <W extends { definition: WorkflowDefinition }>(
  { newId }: Pick<StaffContext, 'newId'>,
  form: FormDefinition,
  workflows: readonly W[],
): { form: FormDefinition; workflows: (W & { id: string })[] } => {
  const ids = idMap(newId)
  return {
    form: copyForm(form, ids),
    workflows: workflows.map((workflow) => ({
      ...workflow,
      id: newId(),
      definition: copyWorkflow(workflow.definition, ids),
    })),
  }
}

/** A new category of people's requests, last in the order, with its form and workflows. */
export const newCategoryStatements = (
  context: StaffContext,
  category: {
    id: string
    name: string
    description: string
    form: FormDefinition
    workflows: readonly Parameters<typeof workflowStatements>[2][]
  },
): D1PreparedStatement[] => [
  context.db.sql(
    `INSERT INTO intake_categories (id, company_id, name, description, ordinal, type, form_version, created_at)
     SELECT ?1, ?2, ?3, ?4, COALESCE(MAX(ordinal) + 1, 0), 'INTERNAL', 1, ?5 FROM intake_categories
      WHERE company_id = ?2 AND deleted_at IS NULL`,
    ...[category.id, context.actor.companyId, category.name, category.description, context.clock.now()],
  ),
  ...formVersionStatements(context, { categoryId: category.id, version: 1, form: category.form }),
  ...category.workflows.flatMap((workflow) => workflowStatements(context, category.id, workflow)),
]
