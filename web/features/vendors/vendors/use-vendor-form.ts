import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { ratesForAnswers } from '../../../../schema/shared/exchange.ts'
import { fieldsQuery } from '../settings/index.ts'
import { useVendorCategories, type Vendor } from './api.ts'

/** The steps of the vendor form: the company's custom fields, then those of each chosen category. */
export const useVendorForm = (
  categoryIds: readonly string[],
  withCategories: boolean,
  answers: Answers,
  vendor: Pick<Vendor, 'answers' | 'answerRates'> | null,
) => {
  const chosen = withCategories ? categoryIds : []
  const { data: categories } = useVendorCategories(withCategories)
  const results = useQueries({ queries: [undefined, ...chosen].map((id) => fieldsQuery(id)) })
  const failed = results.find((result) => result.error && !result.data)
  const loaded = results.map((result) => result.data)
  const key = results.map((result) => result.dataUpdatedAt).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the fields that were read
  const form = useMemo((): FormDefinition => {
    const names = new Map((categories ?? []).map(({ id, name }) => [id, name]))
    const steps = [{ id: 'vendor-fields', label: 'Vendor fields' }].concat(
      chosen.map((id) => ({ id, label: names.get(id) ?? 'Category' })),
    )
    return {
      steps: steps.map(({ id, label }, ordinal) => ({
        ...{ id, label, ordinal, isAdditionalStep: false },
        questions: loaded[ordinal]?.vendorFormFields ?? [],
      })),
    }
  }, [key, chosen.join(' '), categories])
  const now = loaded[0]?.exchange
  const exchange = now && ratesForAnswers(vendor?.answerRates, now, vendor?.answers ?? {}, answers)
  const unused = loaded[0]?.unused
  return { form: { ...form, exchange, unused }, isReady: loaded[0] !== undefined, error: failed?.error ?? null }
}
