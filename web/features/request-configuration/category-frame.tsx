import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { AppLink } from '../../ui/app-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, NotFound } from '../../ui/states.tsx'
import { type CategoryForSettings, useCategoriesForSettings } from './api.ts'
import classes from './category-frame.module.css'

interface CategoryFrameProps {
  categoryId: string
  tab: 'form' | 'workflows'
  children: (category: CategoryForSettings) => ReactNode
}

export const CONFIGURATION_CRUMB = { label: 'Request configuration', href: '/settings/intake-categories' }

/** The page of one category: its name and its tabs. Categories that the person does not configure do not exist. */
export const CategoryFrame = ({ categoryId, tab, children }: CategoryFrameProps) => {
  const { data, error, refetch } = useCategoriesForSettings()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const category = data?.find((candidate) => candidate.id === categoryId)
  if (data && !category) return <NotFound />
  const base = `/settings/intake-categories/${categoryId}`
  return (
    <>
      <PageHeader
        title={category?.name ?? '…'}
        tabTitle={`Request configuration - ${tab === 'form' ? 'Form' : 'Workflows'}`}
        breadcrumbs={[CONFIGURATION_CRUMB]}
      />
      <nav className={classes.tabs} aria-label="Parts of the category">
        <AppLink href={`${base}/form`} aria-current={tab === 'form' ? 'page' : undefined}>
          Form
        </AppLink>
        <AppLink href={`${base}/workflows`} aria-current={tab === 'workflows' ? 'page' : undefined}>
          Workflows
        </AppLink>
      </nav>
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
