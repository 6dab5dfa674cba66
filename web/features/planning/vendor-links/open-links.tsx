import { Button, Kbd } from '@mantine/core'
import { IconArrowNarrowRight, IconChecks } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useKeyGroup } from '../../../ui/keys/shown-keys.ts'
import { useSingleKeys } from '../../../ui/keys/single-keys.ts'
import { ShowEarlier } from '../../../ui/show-earlier.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { offer } from '../../../ui/toasts/offer.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { answerLink, FOLLOWING, linkKeys, undoLink, type VendorLink } from './api.ts'
import classes from './links.module.css'
import { AccountingSide, VendorSide } from './sides.tsx'
import { WHY_OPEN } from './words.ts'

const OFFERED_MS = 10_000

const KEYS = {
  title: 'Accounting vendors',
  keys: [
    { keys: ['j', 'k'], text: 'Next, previous one' },
    { keys: ['Enter', 'a'], text: 'Same vendor' },
    { keys: ['n'], text: 'Not the same vendor' },
    { keys: ['o'], text: 'Choose another vendor' },
    { keys: ['m'], text: 'Create a new vendor' },
  ],
}

interface Answer {
  link: VendorLink
  answer: 'LINK' | 'REFUSE' | 'NEW'
  vendorId?: string
}

interface OpenLinksProps {
  links: readonly VendorLink[]
  /** Reads more. Undefined if these are all. */
  more: (() => void) | undefined
  isReading: boolean
}

/** Both sides of each, with one key for each answer. What is answered leaves the list, and can be undone. */
export const OpenLinks = ({ links, more, isReading }: OpenLinksProps) => {
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [choosing, setChoosing] = useState<string | null>(null)

  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])]
  const at = (): number => items().findIndex((item) => item.contains(document.activeElement))
  const move = (step: 1 | -1): void => {
    const all = items()
    const next = all[Math.min(Math.max(at() + step, 0), all.length - 1)]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  // The field of the chosen one takes the focus when it appears.
  useEffect(() => {
    if (choosing) list.current?.querySelector<HTMLElement>('[data-choosing] input')?.focus()
  }, [choosing])
  const inFocus = (): VendorLink | undefined => links[at()]

  const undo = useCommand({
    run: ({ id, version }: { id: string; version: number }, { commandId }) => undoLink(id, version, commandId),
    success: 'Undone. It’s back under To answer.',
    invalidates: FOLLOWING,
  })
  const command = useCommand({
    run: ({ link, answer, vendorId }: Answer, { commandId }) => answerLink(link, { answer, vendorId }, commandId),
    onSuccess: async (_, { link: { id, version, accounting, vendor }, answer, vendorId }) => {
      const said = {
        LINK: `${accounting.name} is linked${vendorId === vendor?.id && vendor ? ` to ${vendor.name}` : ''}`,
        NEW: `${accounting.name} was added to your vendors`,
        REFUSE: `${accounting.name} isn’t ${vendor?.name ?? 'this vendor'}`,
      }[answer]
      const next = Math.min(at() === -1 ? 0 : at(), links.length - 2)
      setChoosing(null)
      if (answer !== 'REFUSE') offer(said, 'Undo', OFFERED_MS, () => undo.send({ id, version: version + 1 }))
      await client.invalidateQueries({ queryKey: linkKeys.all })
      for (const queryKey of FOLLOWING.slice(1)) void client.invalidateQueries({ queryKey })
      requestAnimationFrame(() => items()[Math.max(next, 0)]?.focus())
    },
    onError: (error) => {
      if (isApiError(error, 'CONFLICT')) void client.invalidateQueries({ queryKey: linkKeys.all })
      return undefined
    },
  })
  const answer = (link: VendorLink | undefined, said: Answer['answer'], vendorId = link?.vendor?.id): void => {
    if (!link || command.isPending || (said !== 'NEW' && !vendorId)) return
    command.send({ link, answer: said, ...(said !== 'NEW' && vendorId && { vendorId }) })
  }

  useSingleKeys({ j: () => move(1), k: () => move(-1) })
  useSingleKeys(
    {
      a: () => answer(inFocus(), 'LINK'),
      n: () => answer(inFocus(), 'REFUSE'),
      m: () => answer(inFocus(), 'NEW'),
      o: () => setChoosing(inFocus()?.id ?? null),
    },
    list,
  )
  useKeyGroup(links.length > 0 ? KEYS : null)

  if (links.length === 0)
    return (
      <EmptyState
        icon={<IconChecks size={20} aria-hidden />}
        title="No vendors to review"
        text="Accounting vendors that may match one of yours appear here."
      />
    )
  return (
    <>
      <ul ref={list} className={classes.list} aria-label="Accounting vendors to answer">
        {links.map((link) => (
          <li
            key={link.id}
            className={classes.item}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keys act on the one in focus
            tabIndex={0}
            aria-label={`${link.accounting.name}: ${link.vendor?.name ?? 'no match'}`}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.target !== event.currentTarget || event.repeat) return
              event.preventDefault()
              answer(link, 'LINK')
            }}
          >
            <AccountingSide link={link} />
            <IconArrowNarrowRight size={20} className={classes.arrow} aria-hidden />
            <VendorSide link={link} />
            <div className={classes.actions}>
              {link.vendor && (
                <>
                  <Button size="xs" rightSection={<Kbd size="xs">a</Kbd>} onClick={() => answer(link, 'LINK')}>
                    Same vendor
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    rightSection={<Kbd size="xs">n</Kbd>}
                    onClick={() => answer(link, 'REFUSE')}
                  >
                    Not the same
                  </Button>
                </>
              )}
              <Button
                size="xs"
                variant="default"
                rightSection={<Kbd size="xs">o</Kbd>}
                onClick={() => setChoosing(link.id)}
              >
                Another vendor
              </Button>
              <Button
                size="xs"
                variant="default"
                rightSection={<Kbd size="xs">m</Kbd>}
                onClick={() => answer(link, 'NEW')}
              >
                Create new
              </Button>
            </div>
            <p className={classes.why}>{WHY_OPEN[link.reason]}</p>
            {choosing === link.id && (
              <div className={classes.other} data-choosing>
                <AsyncOptionSelect
                  kind="vendor"
                  label={`Vendor for ${link.accounting.name}`}
                  placeholder="Search vendors"
                  value={null}
                  onChange={(vendorId) => vendorId && answer(link, 'LINK', vendorId)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {more && <ShowEarlier what="accounting vendors" loading={isReading} onClick={more} />}
    </>
  )
}
