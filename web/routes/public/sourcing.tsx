import { PublicForm } from '../../features/requests/sourcing/public-form.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { companyId, categoryId } = usePathParams<'companyId' | 'categoryId'>()
  return <PublicForm key={categoryId} companyId={companyId} categoryId={categoryId} />
}
