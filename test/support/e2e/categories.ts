import type { Api } from './api.ts'

/** A request category with its form and a workflow without levels: their ids. */
export const makeCategory = async (api: Api, name: string, form: object[], workflow: string) => {
  const category: string = (await api.call('POST', '/api/intake-categories', { name })).body.id
  await api.graphql(
    `mutation ($c: ID!, $s: [IntakeStepInput!]!) {
      updateIntakeSteps(intakeCategoryId: $c, transactionId: "form", batch: 1, totalBatches: 1, intakeSteps: $s) { formVersion }
    }`,
    { c: category, s: form },
  )
  const made = await api.graphql(
    'mutation ($c: ID!, $l: String!) { createIntakeWorkflow(intakeCategoryId: $c, label: $l) { id } }',
    { c: category, l: workflow },
  )
  return { category, workflow: made.createIntakeWorkflow.id as string }
}
