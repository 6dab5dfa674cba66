import { UnstyledButton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { forgetSearches, recentSearches } from './recent.ts'
import classes from './search.module.css'

interface RecentSearchesProps {
  owner: { userId: string; companyId: string }
  onChoose: (text: string) => void
}

export const RecentSearches = ({ owner, onChoose }: RecentSearchesProps) => {
  const [searches, setSearches] = useState(() => recentSearches(owner))
  if (searches.length === 0) return null
  const clear = (): void => {
    forgetSearches(owner)
    setSearches([])
  }
  return (
    <section aria-label="Recent searches" className={classes.recent}>
      <header>
        <h3>Recent searches</h3>
        <UnstyledButton className={classes.clear ?? ''} onClick={clear}>
          Clear
        </UnstyledButton>
      </header>
      <ul>
        {searches.map((text) => (
          <li key={text}>
            <UnstyledButton className={classes.result ?? ''} onClick={() => onChoose(text)}>
              <IconHistory size={16} aria-hidden />
              <span className={classes.name}>{text}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
