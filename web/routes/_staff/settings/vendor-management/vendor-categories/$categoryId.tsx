import { createFileRoute } from '@tanstack/react-router'
import { VendorCategoryPage } from '../../../../../features/vendors/vendors/index.ts'

const Page = () => {
  const { categoryId } = Route.useParams()
  return <VendorCategoryPage key={categoryId} id={categoryId} />
}

export const Route = createFileRoute('/_staff/settings/vendor-management/vendor-categories/$categoryId')({
  staticData: { access: 'vendors.configure' },
  component: Page,
})
