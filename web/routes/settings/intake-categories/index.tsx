import { Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { useCategoriesForSettings } from '../../../features/request-configuration/api.ts'
import { CategoryDialog } from '../../../features/request-configuration/categories/category-dialog.tsx'
import {
  CategoryList,
  CategoryPlaceholders,
} from '../../../features/request-configuration/categories/category-list.tsx'
import { DuplicateDialog } from '../../../features/request-configuration/categories/duplicate-dialog.tsx'
import { useCan } from '../../../features/shell/use-can.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'

const search = z.object({
  /** 'new', or the id of the category whose name is edited. */
  dialog: z.string().optional().catch(undefined),
  /** The id of the category that is copied. */
  duplicate: z.string().optional().catch(undefined),
})

export const Page = () => {
  const canCreate = useCan()('requests.create-category')
  const router = useRouter()
  const [{ dialog, duplicate }, setSearch] = usePageSearch(search)
  const { data, error, refetch } = useCategoriesForSettings()
  const edited = data?.find((category) => category.id === dialog && !category.isReadOnly) ?? null
  const create = (
    <Button
      id="new-category"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setSearch({ dialog: 'new' })}
    >
      New category
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Request configuration"
        subtitle={
          canCreate
            ? 'What people can ask for, what they are asked, and who approves it.'
            : 'The request categories that you own.'
        }
        action={canCreate && data && data.length > 0 ? create : undefined}
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <CategoryPlaceholders />
      ) : data.length === 0 ? (
        <EmptyState
          icon={<IconForms size={20} aria-hidden />}
          title="No request categories yet"
          text={
            canCreate
              ? 'A category is something people ask for, such as software, travel or a new vendor. It has a form to fill in and workflows that say who approves.'
              : 'You own no category at the moment. An admin can make you the owner of one.'
          }
          action={canCreate ? create : undefined}
        />
      ) : (
        <CategoryList
          categories={data}
          canReorder={canCreate}
          onEdit={(id) => setSearch({ dialog: id })}
          onDuplicate={canCreate ? (id) => setSearch({ duplicate: id }) : undefined}
          onDeleted={() => document.getElementById('new-category')?.focus()}
        />
      )}
      <CategoryDialog
        category={edited}
        opened={(dialog === 'new' && canCreate) || edited !== null}
        onClose={() => setSearch({ dialog: undefined })}
        onCreated={(id) => router.history.push(`/settings/intake-categories/${id}/form`)}
      />
      <DuplicateDialog
        category={(canCreate && data?.find((category) => category.id === duplicate)) || null}
        onClose={() => setSearch({ duplicate: undefined })}
        onCreated={(id) => router.history.push(`/settings/intake-categories/${id}/form`)}
      />
    </>
  )
}
