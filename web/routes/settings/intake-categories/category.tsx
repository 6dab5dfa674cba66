import { Navigate } from '@tanstack/react-router'
import { usePathParams } from '../../../lib/path-params.ts'

/** The category itself opens its form. */
export const Page = () => {
  const { categoryId } = usePathParams<'categoryId'>()
  return <Navigate to="/settings/intake-categories/$categoryId/form" params={{ categoryId }} replace />
}
