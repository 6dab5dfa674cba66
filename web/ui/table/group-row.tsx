import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import classes from './table.module.css'
import type { GroupFigures } from './types.ts'

interface GroupRowProps {
  /** In words. */
  group: string
  /** How many of its rows are on this page. Null if the table has no pages. */
  here: number | null
  /** What the whole group comes to, if its list says so. */
  figures: GroupFigures | undefined
  columns: number
  isOpen: boolean
  /** Without it, the group is always open. */
  onToggle?: () => void
}

/** Further currencies are in the hover text. */
const MOST_AMOUNTS = 3

/** "128", "2,000+" while there can be more, or how many are here if they weren't counted. */
const countText = (figures: GroupFigures | undefined, here: number | null): string => {
  if (figures && figures.count !== null) return `${formatNumber(figures.count)}${figures.isPart ? '+' : ''}`
  if (figures?.isCounting) return 'Counting…'
  return here === null ? '' : `${formatNumber(here)} on this page`
}

/** The heading of a group: what it comes to over all pages. It shows and hides its rows. */
export const GroupRow = ({ group, here, figures, columns, isOpen, onToggle }: GroupRowProps) => {
  const amounts = figures?.amounts ?? []
  const texts = amounts.map((amount) => formatMoney(amount))
  const more = texts.length - MOST_AMOUNTS
  const heading = (
    <>
      {group}
      <span className={classes.groupCount}>{countText(figures, here)}</span>
      {texts.length > 0 && (
        <span className={classes.groupAmounts} title={texts.join(' · ')}>
          {texts.slice(0, MOST_AMOUNTS).join(' · ')}
          {more > 0 && ` +${more}`}
          {figures?.isPart && ' so far'}
        </span>
      )}
    </>
  )
  return (
    <tr className={classes.group}>
      <th scope="rowgroup" colSpan={columns}>
        {onToggle ? (
          <button type="button" className={classes.groupButton} aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
            {heading}
          </button>
        ) : (
          <span className={classes.groupButton}>{heading}</span>
        )}
      </th>
    </tr>
  )
}
