import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './table.module.css'

interface PagerProps {
  label: string
  hasPrevious: boolean
  hasNext: boolean
  viewAll: boolean
  onPrevious: () => void
  onNext: () => void
  onViewAll: (viewAll: boolean) => void
}

export const Pager = ({ label, hasPrevious, hasNext, viewAll, onPrevious, onNext, onViewAll }: PagerProps) => (
  <nav aria-label="Pages" className={classes.pager}>
    <span aria-live="polite">{label}</span>
    {(viewAll || hasPrevious || hasNext) && (
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onViewAll(!viewAll)}>
        {viewAll ? 'View by page' : 'View all'}
      </Button>
    )}
    {!viewAll && (hasPrevious || hasNext) && (
      <Button.Group>
        <Button
          variant="default"
          size="compact-md"
          disabled={!hasPrevious}
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          onClick={onPrevious}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="compact-md"
          disabled={!hasNext}
          rightSection={<IconChevronRight size={14} aria-hidden />}
          onClick={onNext}
        >
          Next
        </Button>
      </Button.Group>
    )}
  </nav>
)
