import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { companyQuery } from '../../../../web/features/platform/session/index.ts'
import { parseSearch, stringifySearch } from '../../../../web/lib/search-params.ts'
import { EquipmentList } from './equipment-list.tsx'

/** The page of a new list, from its definition. */

const shown = async (search: string): Promise<string> => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(companyQuery.queryKey, {} as never)
  const router = createRouter({
    routeTree: createRootRoute({ staticData: { access: 'staff' }, component: EquipmentList }),
    history: createMemoryHistory({ initialEntries: [`/${search}`] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  return renderToString(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

it('the toolbar has its search and its filters, and the number of those in the dialog', async () => {
  const page = await shown('?search=lap&kind=LAPTOP&from=2026-03')
  for (const text of [
    'Search equipment',
    'value="lap"',
    'aria-label="Status"',
    'aria-label="Kind"',
    'Filters (1)',
    'Views',
  ]) {
    expect(page).toContain(text)
  }
})

it('a filter of the dialog is a chip that can be removed', async () => {
  const page = await shown('?from=2026-03&to=2026-04')
  expect(page).toContain('March 2026 – April 2026')
  expect(page).toContain('aria-label="Remove filter Returns"')
})

it('a shared view replaces the filters', async () => {
  const page = await shown('?view=0123456789abcdef')
  expect(page).toContain('A shared view')
  expect(page).not.toContain('Search equipment')
})
