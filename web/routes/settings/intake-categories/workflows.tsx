import { z } from 'zod'
import { WorkflowList } from '../../../features/approvals/workflows/workflow-list.tsx'
import { CategoryFrame } from '../../../features/requests/categories/category-frame.tsx'
import { usePathParams } from '../../../lib/path-params.ts'
import { usePageSearch } from '../../../lib/search-params.ts'

const search = z.object({
  /** 'new', or the id of the workflow being renamed. */
  dialog: z.string().optional().catch(undefined),
})

export const Page = () => {
  const { categoryId } = usePathParams<'categoryId'>()
  const [{ dialog }, setSearch] = usePageSearch(search)
  return (
    <CategoryFrame categoryId={categoryId} tab="workflows">
      {() => <WorkflowList categoryId={categoryId} dialog={dialog} onDialog={(next) => setSearch({ dialog: next })} />}
    </CategoryFrame>
  )
}
