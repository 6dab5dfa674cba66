import { Button, Progress, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SampleData as Data } from '../../../../schema/platform/sample-data/endpoints.ts'
import { countsText } from '../../../../schema/platform/sample-data/kinds.ts'
import { type Address, to } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useCan } from '../session/index.ts'
import { loadSamples, removeSamples, sampleQuery } from './api.ts'
import { RemoveDialog, StayingList } from './remove-dialog.tsx'
import classes from './sample-data.module.css'

const REFRESH_MS = 700

interface Place {
  /** The level of its heading. */
  heading: 'h2' | 'h3'
}

/** Loads sample data and removes it, for those who may. */
export const SampleData = (place: Place) => {
  const can = useCan()
  return can('sample-data.manage') ? <Panel {...place} /> : null
}

const LINKS: Record<'VENDOR' | 'SERVICE' | 'INTAKE_SUBMISSION', { label: string; href: Address }> = {
  VENDOR: { label: 'Vendors', href: to('/vendors') },
  SERVICE: { label: 'Services', href: to('/services') },
  INTAKE_SUBMISSION: { label: 'Requests', href: to('/intake-requests') },
}

const Panel = ({ heading: Heading }: Place) => {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const refresh = () => client.invalidateQueries()
  const load = useCommand({
    run: (_: undefined, { commandId }) => loadSamples(commandId),
    success: 'Sample data is loaded',
    onSuccess: refresh,
    onError: () => void refresh(),
  })
  const remove = useCommand({
    run: (_: undefined, { commandId }) => removeSamples(commandId),
    success: ({ staying }) =>
      staying.length > 0 ? 'Sample data is removed, except what is in use' : 'Sample data is removed',
    onSuccess: refresh,
    onError: () => void refresh(),
  })
  const isBusy = load.isPending || remove.isPending
  const { data, error, refetch } = useQuery({
    ...sampleQuery,
    refetchInterval: ({ state }) =>
      isBusy || state.data?.state === 'REMOVING' || (state.data?.state === 'LOADING' && !state.data.canContinue)
        ? REFRESH_MS
        : false,
  })
  const ask = async (coming: Data) => {
    const agreed = await confirm({
      title: 'Load sample data?',
      text: `This adds ${countsText(coming.counts)} to your company, all called “Sample: …”. Everyone who can see such things sees them, but no one gets an email or a notification. Sample requests wait for you alone. You can remove everything again; until then, the company’s currency can’t be changed.`,
      confirmLabel: 'Load sample data',
    })
    if (agreed) load.send(undefined)
  }
  const start = () => {
    remove.reset()
    if (data) void ask(data)
  }
  return (
    <section className={classes.section} aria-labelledby="sample-data">
      <Heading id="sample-data">Sample data</Heading>
      {data ? (
        <>
          <p className={classes.text}>{textOf(data, isBusy)}</p>
          {(isBusy || (data.state !== 'NONE' && data.state !== 'LOADED')) && data.total > 0 && (
            <Progress
              className={classes.progress}
              value={data.state === 'NONE' ? 0 : (100 * data.done) / data.total}
              size="sm"
              aria-label={remove.isPending || data.state === 'REMOVING' ? 'Removing' : 'Loading'}
            />
          )}
          {data.state === 'LOADED' && !isBusy && (
            <nav className={classes.links} aria-label="Where sample data is">
              {(['VENDOR', 'SERVICE', 'INTAKE_SUBMISSION'] as const).map(
                (kind) =>
                  data.counts[kind] > 0 && (
                    <AppLink key={kind} className="ol-link" href={LINKS[kind].href}>
                      {LINKS[kind].label}
                    </AppLink>
                  ),
              )}
            </nav>
          )}
          <div className={classes.buttons}>
            {(data.state === 'NONE' || load.isPending) && !remove.isPending && (
              <Button variant="default" loading={load.isPending} onClick={start}>
                Load sample data
              </Button>
            )}
            {data.canContinue && !isBusy && (
              <Button variant="default" onClick={() => load.send(undefined)}>
                Continue loading
              </Button>
            )}
            {((data.state !== 'NONE' && !load.isPending) || remove.isPending) && (
              <Button variant="default" loading={remove.isPending} onClick={() => setAsking(true)}>
                Remove sample data
              </Button>
            )}
          </div>
          {remove.data && remove.data.staying.length > 0 && data.state === 'NONE' && (
            <>
              <p className={classes.text}>These stayed and are yours now:</p>
              <StayingList staying={remove.data.staying} />
            </>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : (
        <Skeleton height={64} />
      )}
      {isAsking && (
        <RemoveDialog
          onClose={() => setAsking(false)}
          onRemove={() => {
            setAsking(false)
            remove.send(undefined)
          }}
        />
      )}
    </section>
  )
}

const textOf = ({ state, counts, by, canContinue }: Data, isBusy: boolean): string => {
  if (state === 'NONE')
    return 'See how everything looks with a few vendors, services and requests. No one is notified, and you can remove them again.'
  if (state === 'LOADED') return `${by} loaded ${countsText(counts)}.`
  if (state === 'REMOVING') return 'Sample data is being removed.'
  if (isBusy) return 'Sample data is being loaded.'
  return canContinue ? 'Loading stopped. Continue, or remove what was added.' : `${by} is loading sample data.`
}
