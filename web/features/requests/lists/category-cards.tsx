import { Skeleton, TextInput } from '@mantine/core'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { IntakeCategory } from '../../../../schema/requests/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useCategories } from '../submissions/index.ts'
import classes from './list.module.css'
import { matchingCategories } from './matching-categories.ts'

/** Above this many categories there is a filter. */
const FILTER_FROM = 8

const Card = ({ category }: { category: IntakeCategory }) => {
  const text = (
    <div>
      <h2 className={classes.cardName}>{category.name}</h2>
      {category.description && <p className={classes.cardText}>{category.description}</p>}
      {category.formVersion === 0 && <p className={classes.cardText}>This category has no form yet.</p>}
    </div>
  )
  if (category.formVersion === 0) return <div className={classes.card}>{text}</div>
  return (
    <AppLink className={classes.card} href={to('/intake-requests/$categoryId/new', { categoryId: category.id })}>
      {text}
      <IconArrowRight size={16} aria-hidden />
    </AppLink>
  )
}

/** What a request can be about. */
export const CategoryCards = () => {
  const { data, error, refetch } = useCategories()
  const [text, setText] = useState('')
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div className={classes.cards} aria-busy>
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <Skeleton key={n} height={80} radius="lg" />
        ))}
      </div>
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState
        title="No categories yet"
        text="Every request belongs to a category. Ask an admin to add one in Settings."
      />
    )
  }
  const shown = matchingCategories(data, text)
  return (
    <>
      {data.length > FILTER_FROM && (
        <TextInput
          className={classes.cardFilter ?? ''}
          aria-label="Filter categories"
          placeholder="Filter categories"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState compact title="No categories match" text="Try another word." />
      ) : (
        <ul className={classes.cards}>
          {shown.map((category) => (
            <li key={category.id}>
              <Card category={category} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
