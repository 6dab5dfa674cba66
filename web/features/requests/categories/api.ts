import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { IntakeCategoryType } from '../../../../schema/requests/categories/category-endpoints.ts'
import {
  deleteIntakeCategory,
  getIntakeCategorySettings,
  type intakeCategoryForSettings,
  listIntakeCategoriesForSettings,
  listIntakeCategoryRules,
  reorderIntakeCategories,
  saveIntakeCategorySettings,
} from '../../../../schema/requests/endpoints.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'
import { workflowKeys } from '../../approvals/workflows/index.ts'

export type CategoryForSettings = z.output<typeof intakeCategoryForSettings>

export const configurationKeys = {
  all: ['request-configuration'] as const,
  categories: workflowKeys.holders,
  settings: (categoryId: string) => ['request-configuration', 'settings', categoryId] as const,
  rules: (categoryId: string) => ['request-configuration', 'rules', categoryId] as const,
  history: (categoryId: string) => ['request-configuration', 'history', categoryId] as const,
}

// ---- Categories

/** Both types of vendor forms have the same pages. */
const pagesOf = (type: IntakeCategoryType): IntakeCategoryType => (type === 'CUSTOM_VENDOR_FORM' ? 'VENDOR' : type)

/** The categories of one type, each with their own pages. */
export const useCategoriesForSettings = (type: IntakeCategoryType) =>
  useQuery({
    queryKey: configurationKeys.categories,
    queryFn: ({ signal }) => call(listIntakeCategoriesForSettings, { signal }),
    select: (categories) => categories.filter((category) => pagesOf(category.type) === type),
  })

export const readCategories = () => call(listIntakeCategoriesForSettings)

export const deleteCategory = (id: string, commandId: string) =>
  call(deleteIntakeCategory, { params: { intakeCategoryId: id }, commandId })

export const reorderCategories = (ids: string[], commandId: string) =>
  call(reorderIntakeCategories, { body: ids.map((id, ordinal) => ({ id, ordinal })), commandId })

// ---- Settings

export const readSettings = (categoryId: string, signal?: AbortSignal) =>
  call(getIntakeCategorySettings, { params: { intakeCategoryId: categoryId }, signal })

export const useSettings = (categoryId: string) =>
  useQuery({
    queryKey: configurationKeys.settings(categoryId),
    queryFn: ({ signal }) => readSettings(categoryId, signal),
    refetchOnReconnect: false,
  })

export const saveSettings = (id: string, body: BodyOf<typeof saveIntakeCategorySettings>, commandId: string) =>
  call(saveIntakeCategorySettings, { params: { intakeCategoryId: id }, body, commandId })

/** The rules of every workflow in the category. */
export const useRules = (categoryId: string) =>
  useQuery({
    queryKey: configurationKeys.rules(categoryId),
    queryFn: ({ signal }) => call(listIntakeCategoryRules, { params: { intakeCategoryId: categoryId }, signal }),
  })
