import { z } from 'zod'
import { usePageSearch } from '../../../../lib/search-params.ts'
import { searchText } from '../../../../lib/search-text.ts'
import { WorkflowList } from '../../../approvals/workflows/index.ts'
import { CategoryFrame } from '../category-frame.tsx'
import { useCategoryKind, workflowHref } from '../category-kinds.ts'

const search = z.object({
  /** 'new', or the id of the workflow being renamed. */
  dialog: searchText,
})

export const WorkflowsPage = ({ categoryId }: { categoryId: string }) => {
  const kind = useCategoryKind()
  const [{ dialog }, setSearch] = usePageSearch(search)
  return (
    <CategoryFrame categoryId={categoryId} tab="workflows">
      {() => (
        <WorkflowList
          categoryId={categoryId}
          hrefOf={(id) => workflowHref(kind, categoryId, id)}
          dialog={dialog}
          onDialog={(next) => setSearch({ dialog: next })}
        />
      )}
    </CategoryFrame>
  )
}
