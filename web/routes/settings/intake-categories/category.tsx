import { Navigate } from '@tanstack/react-router'
import { useCategoryKind } from '../../../features/requests/categories/category-kinds.ts'
import { usePathParams } from '../../../lib/path-params.ts'

/** The category itself opens its form. */
export const Page = () => {
  const { categoryId } = usePathParams<'categoryId'>()
  const { base } = useCategoryKind()
  const form: string = `${base}/${categoryId}/form`
  return <Navigate to={form} replace />
}
