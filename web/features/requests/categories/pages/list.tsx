import { Button, Group } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { to, useGo } from '../../../../lib/address.ts'
import { usePageSearch } from '../../../../lib/search-params.ts'
import { searchText } from '../../../../lib/search-text.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { useCan } from '../../../platform/session/index.ts'
import { useCategoriesForSettings } from '../api.ts'
import { categoryHref, useCategoryKind } from '../category-kinds.ts'
import { CategoryDialog } from '../list/category-dialog.tsx'
import { CategoryList, CategoryPlaceholders } from '../list/category-list.tsx'
import { DuplicateDialog } from '../list/duplicate-dialog.tsx'

const search = z.object({
  /** 'new', or the id of the category being renamed. */
  dialog: searchText,
  /** The id of the category being copied. */
  duplicate: searchText,
})

interface CategoriesPageProps {
  /** The settings that the page is part of. */
  partOf?: { title: string; tabs: ReactNode }
}

/** The categories of one type, by the address: request categories, sourcing forms or vendor forms. */
export const CategoriesPage = ({ partOf }: CategoriesPageProps) => {
  const kind = useCategoryKind()
  const can = useCan()
  const canCreate = can(kind.createdBy)
  const go = useGo()
  const [{ dialog, duplicate }, setSearch] = usePageSearch(search)
  const { data, error, refetch } = useCategoriesForSettings(kind.type)
  const edited = data?.find((category) => category.id === dialog && !category.isReadOnly) ?? null
  const create = (
    <Button
      id="new-category"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setSearch({ dialog: 'new' })}
    >
      New {kind.noun}
    </Button>
  )
  const templates = kind.type === 'INTERNAL' && (
    <Button component={AppLink} href={to('/settings/intake-categories/templates')} variant="default">
      Use a template
    </Button>
  )
  const start = templates ? (
    <Group gap="xs" justify="center">
      {templates}
      {create}
    </Group>
  ) : (
    create
  )
  return (
    <>
      <PageHeader
        title={partOf?.title ?? kind.title}
        tabTitle={kind.type === 'PUBLIC' ? 'Sourcing settings' : kind.title}
        subtitle={canCreate ? kind.subtitle : kind.noun === 'form' ? 'Forms you own.' : 'Categories you own.'}
        action={canCreate && data?.length !== 0 ? start : undefined}
      />
      {partOf?.tabs}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <CategoryPlaceholders />
      ) : data.length === 0 ? (
        <EmptyState
          icon={<IconForms size={20} aria-hidden />}
          title={kind.empty.title}
          text={canCreate ? kind.empty.text : `You own no ${kind.noun} right now. Ask an admin to make you an owner.`}
          action={canCreate ? start : undefined}
        />
      ) : (
        <CategoryList
          kind={kind}
          categories={data}
          canReorder={canCreate}
          onEdit={(id) => setSearch({ dialog: id })}
          onDuplicate={canCreate ? (id) => setSearch({ duplicate: id }) : undefined}
          onDeleted={() => document.getElementById('new-category')?.focus()}
        />
      )}
      <CategoryDialog
        kind={kind}
        category={edited}
        opened={(dialog === 'new' && canCreate) || edited !== null}
        onClose={() => setSearch({ dialog: undefined })}
        onCreated={(id) => go.to(categoryHref(kind, id, 'form'))}
      />
      <DuplicateDialog
        category={(canCreate && data?.find((category) => category.id === duplicate)) || null}
        onClose={() => setSearch({ duplicate: undefined })}
        onCreated={(id) => go.to(categoryHref(kind, id, 'form'))}
      />
    </>
  )
}
