import { GoTo } from '../../../../ui/go-to.tsx'
import { categoryHref, useCategoryKind } from '../category-kinds.ts'

/** The category itself opens its form. */
export const CategoryPage = ({ categoryId }: { categoryId: string }) => (
  <GoTo href={categoryHref(useCategoryKind(), categoryId, 'form')} />
)
