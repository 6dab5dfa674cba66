import { Button } from '@mantine/core'
import { IconArrowNarrowRight, IconLink } from '@tabler/icons-react'
import { useCommand } from '../../../lib/use-command.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { ShowEarlier } from '../../../ui/show-earlier.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { FOLLOWING, undoLink, type VendorLink } from './api.ts'
import classes from './links.module.css'
import { AccountingSide, VendorSide } from './sides.tsx'
import { WHY_SETTLED } from './words.ts'

interface SettledLinksProps {
  links: readonly VendorLink[]
  /** Reads earlier ones. Undefined if these are all. */
  more: (() => void) | undefined
  isReading: boolean
}

const whyOf = ({ state, reason }: VendorLink): string =>
  state === 'ANSWERED' ? 'Answered by a person' : (WHY_SETTLED[reason] ?? 'Linked')

/** What was linked and added, each of which can be undone. */
export const SettledLinks = ({ links, more, isReading }: SettledLinksProps) => {
  const undo = useCommand({
    run: ({ id, version }: VendorLink, { commandId }) => undoLink(id, version, commandId),
    success: (_, { accounting, state, vendor }) =>
      state === 'MADE' && vendor
        ? `${accounting.name} is back under To answer. ${vendor.name} stays under Vendors until someone deletes it.`
        : `${accounting.name} is back under To answer`,
    invalidates: FOLLOWING,
  })
  if (links.length === 0)
    return (
      <EmptyState
        icon={<IconLink size={20} aria-hidden />}
        title="Nothing linked yet"
        text="Accounting vendors that are linked to your vendors, or added to them, appear here with an undo."
      />
    )
  return (
    <>
      <ul className={classes.list} aria-label="Linked accounting vendors">
        {links.map((link) => (
          <li key={link.id} className={classes.item}>
            <AccountingSide link={link} />
            <IconArrowNarrowRight size={20} className={classes.arrow} aria-hidden />
            <VendorSide link={link} />
            <div className={classes.actions}>
              <Button
                size="xs"
                variant="default"
                disabled={undo.isPending}
                aria-label={`Undo for ${link.accounting.name}`}
                onClick={() => undo.send(link)}
              >
                Undo
              </Button>
            </div>
            <p className={classes.why}>
              {whyOf(link)}, {link.settledAt && <DateText instant={link.settledAt} />}
            </p>
          </li>
        ))}
      </ul>
      {more && <ShowEarlier what="links" loading={isReading} onClick={more} />}
    </>
  )
}
