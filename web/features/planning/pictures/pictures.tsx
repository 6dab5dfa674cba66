import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { lateCode } from '../../../lib/connection/chunk-error.ts'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { useCan } from '../../platform/session/index.ts'
import { decisionPictureQuery, spendPictureQuery, waitingPictureQuery } from './api.ts'
import { DecisionChart } from './decision-chart.tsx'
import classes from './pictures.module.css'
import { SpendCharts } from './spend-charts.tsx'
import { OpenRequests, WaitingForMe } from './waiting-cards.tsx'

const UnitSelect = lazy(lateCode(() => import('./unit-select.tsx').then((module) => ({ default: module.UnitSelect }))))

interface PicturesProps {
  /** The department or business unit in the address. */
  unitId: string | undefined
  onUnit: (id: string | undefined) => void
}

/** Which department the charts are about. Leads choose among what they lead, others any. */
const Unit = ({ unitId, onUnit }: PicturesProps) => {
  const { data } = useQuery(spendPictureQuery(unitId))
  if (!data?.unit) return null
  const isAny = data.units.some(({ kind }) => kind === 'COMPANY')
  if (!isAny && data.units.length === 1) return <span className={classes.of}>{data.unit.name}</span>
  return (
    <Suspense fallback={<Skeleton className={classes.unit ?? ''} height={36} />}>
      <UnitSelect units={isAny ? null : data.units} unitId={isAny ? unitId : data.unit.id} onUnit={onUnit} />
    </Suspense>
  )
}

/** Requests: what waits, and how long they take. Someone without any has no charts of them. */
const RequestPictures = ({ unitId }: Pick<PicturesProps, 'unitId'>) => {
  const can = useCan()
  const spend = useQuery({ ...spendPictureQuery(unitId), enabled: can('spend-picture.read') })
  const waiting = useQuery(waitingPictureQuery)
  const seesAll = can('requests.see-all')
  // The department that was chosen for all charts, if its requests may be counted for this person, too.
  const unit = unitId ? spend.data?.unit : undefined
  const departmentId =
    unit?.kind === 'DEPARTMENT' && (seesAll || spend.data?.units.some(({ id }) => id === unit.id)) ? unit.id : undefined
  const decisions = useQuery(decisionPictureQuery(departmentId))
  useNotYet(waiting.isLoading || decisions.isLoading || spend.isLoading)
  const isWaiting = waiting.data?.mine.ages.some(({ count }) => count > 0)
  const isMine = decisions.data?.of === 'OWN'
  const isEmpty = isMine && decisions.data?.decided === 0
  if (isEmpty && waiting.data && !isWaiting) return null
  return (
    <section aria-labelledby="requests-pictured">
      <header className={classes.header}>
        <h2 id="requests-pictured">Requests</h2>
      </header>
      <div className={classes.cards} data-three={waiting.data?.open ? true : undefined}>
        <WaitingForMe />
        {!isEmpty && <DecisionChart departmentId={departmentId} />}
        <OpenRequests />
      </div>
    </section>
  )
}

const SpendPictures = (props: PicturesProps) => {
  const { data, isLoading } = useQuery(spendPictureQuery(props.unitId))
  useNotYet(isLoading)
  if (data && !data.unit) return null
  return (
    <section aria-labelledby="next-twelve-months">
      <header className={classes.header}>
        <h2 id="next-twelve-months">The next twelve months</h2>
        <Unit {...props} />
      </header>
      <SpendCharts {...props} />
    </section>
  )
}

/** Home: charts of requests, and of the next twelve months. Someone who leads nothing has none of those. */
export const Pictures = (props: PicturesProps) => {
  const can = useCan()
  return (
    <div className={classes.parts}>
      <InOrder>
        {can('requests.use') && <RequestPictures unitId={props.unitId} />}
        {can('spend-picture.read') && <SpendPictures {...props} />}
      </InOrder>
    </div>
  )
}
