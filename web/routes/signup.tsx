import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SignUpPage } from '../features/platform/sign-up/index.ts'
import { pageSearch, usePageSearch } from '../lib/search-params.ts'
import { searchText } from '../lib/search-text.ts'

const search = z.object({ token: searchText })

const Page = () => {
  const [{ token }] = usePageSearch(search)
  return <SignUpPage token={token} />
}

export const Route = createFileRoute('/signup')({
  staticData: { access: 'everyone' },
  validateSearch: pageSearch(search),
  component: Page,
})
