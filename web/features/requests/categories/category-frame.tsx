import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState, NotFound } from '../../../ui/states.tsx'
import { type CategoryForSettings, useCategoriesForSettings } from './api.ts'
import classes from './category-frame.module.css'
import { categoryHref, useCategoryKind } from './category-kinds.ts'

const TABS = [
  { id: 'form', label: 'Form' },
  { id: 'workflows', label: 'Workflows' },
  { id: 'advanced', label: 'Advanced' },
] as const

interface CategoryFrameProps {
  categoryId: string
  tab: (typeof TABS)[number]['id']
  /** The page's `Menu.Item`s. */
  menu?: ReactNode
  children: (category: CategoryForSettings) => ReactNode
}

/** The page of one category: its name and its tabs. For people who can't configure it, the category doesn't exist. */
export const CategoryFrame = ({ categoryId, tab, menu, children }: CategoryFrameProps) => {
  const kind = useCategoryKind()
  const { data, error, refetch } = useCategoriesForSettings(kind.type)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const category = data?.find((candidate) => candidate.id === categoryId)
  if (data && !category) return <NotFound />
  return (
    <>
      <PageHeader
        title={category?.name ?? '…'}
        tabTitle={`${kind.tabTitle} - ${TABS.find(({ id }) => id === tab)?.label}`}
        breadcrumbs={[{ label: kind.title, href: kind.list }]}
        menu={menu}
      />
      <LinkTabs
        label="Parts of the category"
        current={tab}
        tabs={TABS.map(({ id, label }) => ({
          id,
          label,
          href: categoryHref(kind, categoryId, id),
        }))}
      />
      {category ? children(category) : <BuilderPlaceholder />}
    </>
  )
}

export const BuilderPlaceholder = () => (
  <div className={classes.bones} aria-hidden>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Skeleton key={key} height={36} />
    ))}
  </div>
)
