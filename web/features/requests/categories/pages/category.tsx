import { Navigate } from '@tanstack/react-router'
import { useCategoryKind } from '../category-kinds.ts'

/** The category itself opens its form. */
export const CategoryPage = ({ categoryId }: { categoryId: string }) => {
  const { base } = useCategoryKind()
  const form: string = `${base}/${categoryId}/form`
  return <Navigate to={form} replace />
}
