import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { lateCode } from '../../../lib/connection/chunk-error.ts'
import { Quietly } from '../../../ui/settling/quietly.tsx'
import classes from './shell.module.css'

export interface NavCountProps {
  /** @param count as it is shown: "3", "25+"; @param of what it counts, for screen readers: "waiting for you" */
  children: (count: string, of: string) => ReactNode
}

const counts = new Map<string, ComponentType<NavCountProps>>()

/**
 * Adds to an item of the menu how much waits there.
 * @param id of the item
 */
export const registerNavCount = (id: string, load: () => Promise<ComponentType<NavCountProps>>): void => {
  counts.set(id, lazy(lateCode(async () => ({ default: await load() }))))
}

/** It is asked for once the page is there. */
const Quiet = ({ of: Count }: { of: ComponentType<NavCountProps> }) => (
  <Quietly>
    <Suspense fallback={null}>
      <Count>
        {(count, of) => (
          <span className={classes.waiting}>
            {count}
            <span className="ol-visually-hidden"> {of}</span>
          </span>
        )}
      </Count>
    </Suspense>
  </Quietly>
)

export const NavCount = ({ id }: { id: string }) => {
  const Count = counts.get(id)
  return Count ? <Quiet of={Count} /> : null
}
