import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { ErrorState } from '../../../ui/states.tsx'
import classes from './pictures.module.css'

interface CardProps {
  title: string
  /** The figure that the chart adds up to. */
  total?: ReactNode
  note?: ReactNode
  error?: unknown
  onRetry?: () => void
  isLoading: boolean
  /** In place of the chart, if there is nothing to draw. */
  empty?: ReactNode
  /** The same figures, exactly. */
  table?: ReactNode
  children: ReactNode
}

/** A small chart with what it adds up to, and the same as a table. */
export const Card = ({ title, total, note, error, onRetry, isLoading, empty, table, children }: CardProps) => {
  const [isTable, setTable] = useState(false)
  const id = useId()
  const shows = isTable ? 'Show chart' : 'Show table'
  const isDrawn = !error && !isLoading && !empty
  return (
    <section className={classes.card} aria-labelledby={id} aria-busy={isLoading || undefined}>
      <header className={classes.cardHeader}>
        <h3 id={id}>{title}</h3>
        {isDrawn && table && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`${shows}: ${title}`}
            onClick={() => setTable(!isTable)}
          >
            {shows}
          </Button>
        )}
      </header>
      {isDrawn && total && <p className={classes.total}>{total}</p>}
      {error ? (
        <ErrorState compact error={error} onRetry={onRetry} />
      ) : isLoading ? (
        <Skeleton height={160} />
      ) : (
        (empty ?? (isTable ? <div className={classes.table}>{table}</div> : children))
      )}
      {isDrawn && note}
    </section>
  )
}
