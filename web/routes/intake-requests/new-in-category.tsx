import { NewRequest } from '../../features/requests/submissions/form/form-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { categoryId } = usePathParams<'categoryId'>()
  return <NewRequest key={categoryId} categoryId={categoryId} />
}
