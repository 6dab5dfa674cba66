import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { firstDayOf, lastDayOf } from '../../../../schema/shared/day-count.ts'
import { to } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { BarColumns } from '../../../ui/chart/bars.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useSession } from '../../platform/session/index.ts'
import { type DecisionPicture, decisionPictureQuery } from './api.ts'
import { Card } from './card.tsx'
import classes from './pictures.module.css'
import { tookText } from './words.ts'

const TITLE = 'Time to a decision by month'

const HOUR_MS = 60 * 60_000
/** From so many hours on, the axis is in days. */
const DAYS_FROM = 72

/** What the axis counts in, and how it says so. */
const axisOf = ({ months }: DecisionPicture): { unitMs: number; text: (size: number) => string } => {
  const most = Math.max(0, ...months.map(({ medianMs }) => medianMs ?? 0))
  return most > DAYS_FROM * HOUR_MS
    ? { unitMs: 24 * HOUR_MS, text: (size) => `${formatNumber(size)} d` }
    : { unitMs: HOUR_MS, text: (size) => `${formatNumber(size)} h` }
}

const requestCount = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'request' : 'requests'}`

const whose = ({ of, unit }: DecisionPicture): string =>
  of === 'OWN' ? 'your requests' : of === 'DEPARTMENT' ? `requests from ${unit?.name ?? ''}` : 'all requests'

/** The list of what was decided in these months. */
const useDecidedIn = () => {
  const { userId } = useSession()
  return ({ of, unit }: DecisionPicture, from: string, until: string) =>
    to(
      '/intake-requests',
      {},
      {
        ...{ filter: 'ALL', decidedFrom: firstDayOf(from), decidedTo: lastDayOf(until) },
        ...(of === 'OWN' && { requestorUserId: userId }),
        ...(unit && { departmentIds: [unit.id] }),
      },
    )
}

const DecisionTable = ({ picture }: { picture: DecisionPicture }) => {
  const decidedIn = useDecidedIn()
  return (
    <Table>
      <caption className="ol-visually-hidden">{TITLE}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Month</Table.Th>
          <Table.Th>Decided</Table.Th>
          <Table.Th>Median time</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {picture.months.map(({ month, decided, medianMs }) => (
          <Table.Tr key={month}>
            <Table.Th scope="row">
              <AppLink href={decidedIn(picture, month, month)} className="ol-link">
                {shortMonthText(month)}
              </AppLink>
            </Table.Th>
            <Table.Td>{formatNumber(decided)}</Table.Td>
            <Table.Td>{medianMs === null ? <span aria-hidden>–</span> : tookText(medianMs)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** How long requests took: everyone's, those of a department, or one's own. */
export const DecisionChart = ({ departmentId }: { departmentId: string | undefined }) => {
  const { data, error, refetch } = useQuery(decisionPictureQuery(departmentId))
  const decidedIn = useDecidedIn()
  const last = data?.months.at(-1)?.month ?? ''
  const axis = data && axisOf(data)
  return (
    <Card
      title={TITLE}
      isLoading={!data && !error}
      error={data ? null : error}
      onRetry={() => void refetch()}
      total={
        data &&
        data.medianMs !== null && (
          <>
            {tookText(data.medianMs)}
            <span className={classes.of}>
              median of{' '}
              <AppLink href={decidedIn(data, data.months[0]?.month ?? last, last)} className="ol-link">
                {whose(data)} decided in the last 12 months
              </AppLink>
            </span>
          </>
        )
      }
      empty={
        data && data.decided === 0 ? (
          <EmptyState
            compact
            title="Nothing decided yet"
            text={`How long ${whose(data)} take from submission to decision appears here.`}
          />
        ) : undefined
      }
      table={data && <DecisionTable picture={data} />}
    >
      {data && axis && (
        <BarColumns
          label={TITLE}
          axisText={axis.text}
          bars={data.months.map(({ month, decided, medianMs }) => {
            const name = shortMonthText(month)
            return {
              ...{ key: month, name, size: (medianMs ?? 0) / axis.unitMs },
              title:
                medianMs === null
                  ? `${name}: nothing decided`
                  : `${name}: ${tookText(medianMs)}, ${requestCount(decided)}`,
              ...(decided > 0 && { href: decidedIn(data, month, month) }),
            }
          })}
        />
      )}
    </Card>
  )
}
