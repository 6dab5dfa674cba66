import { VendorCategoryPage } from '../../../features/vendors/settings/vendor-category-page.tsx'
import { usePathParams } from '../../../lib/path-params.ts'

export const Page = () => {
  const { categoryId } = usePathParams<'categoryId'>()
  return <VendorCategoryPage key={categoryId} id={categoryId} />
}
