import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import classes from './table.module.css'

interface BulkBarProps {
  count: number
  onClear: () => void
  children: ReactNode
}

export const BulkBar = ({ count, onClear, children }: BulkBarProps) => (
  <div className={classes.bulk} role="toolbar" aria-label="Actions for the selected rows">
    <strong aria-live="polite">{formatNumber(count)} selected</strong>
    {children}
    <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
      Clear
    </Button>
  </div>
)
