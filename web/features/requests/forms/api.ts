import { useQuery } from '@tanstack/react-query'
import { getFormEffects, getIntakeSteps } from '../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import { splitIntoBatches } from './form/save-batches.ts'

const formKeys = {
  form: (categoryId: string) => ['request-configuration', 'form', categoryId] as const,
  effects: (categoryId: string) => ['request-configuration', 'effects', categoryId] as const,
}

export const readForm = async (categoryId: string, signal?: AbortSignal) => {
  const { category, ...form } = await call(getIntakeSteps, { params: { intakeCategoryId: categoryId }, signal })
  return { form, formVersion: category.formVersion }
}

export const useForm = (categoryId: string) =>
  useQuery({
    queryKey: formKeys.form(categoryId),
    queryFn: ({ signal }) => readForm(categoryId, signal),
    refetchOnReconnect: false,
  })

const UPDATE_INTAKE_STEPS = graphql(`
  mutation UpdateIntakeSteps(
    $intakeSteps: [IntakeStepInput!]!
    $intakeCategoryId: ID!
    $transactionId: ID!
    $batch: Int!
    $totalBatches: Int!
    $formVersion: Int
  ) {
    updateIntakeSteps(
      intakeSteps: $intakeSteps
      intakeCategoryId: $intakeCategoryId
      transactionId: $transactionId
      batch: $batch
      totalBatches: $totalBatches
      formVersion: $formVersion
    ) {
      id
      complete
      formVersion
    }
  }
`)

/** Saves the form in numbered batches of one transaction. The last one applies it. */
export const saveForm = async (
  input: { categoryId: string; form: FormDefinition; formVersion: number },
  commandId: string,
): Promise<number> => {
  const batches = splitIntoBatches(input.form.steps)
  let version = input.formVersion
  for (const [index, intakeSteps] of batches.entries()) {
    const { updateIntakeSteps } = await runGraphql(
      UPDATE_INTAKE_STEPS,
      {
        intakeSteps,
        intakeCategoryId: input.categoryId,
        transactionId: commandId,
        batch: index + 1,
        totalBatches: batches.length,
        formVersion: input.formVersion,
      },
      { commandId: `${commandId}-${index + 1}`, quiet: true },
    )
    version = updateIntakeSteps.formVersion
  }
  return version
}

/** How many drafts and undecided requests a change of the form would affect. */
export const useFormEffects = (categoryId: string) =>
  useQuery({
    queryKey: formKeys.effects(categoryId),
    queryFn: ({ signal }) => call(getFormEffects, { params: { intakeCategoryId: categoryId }, signal }),
  })
