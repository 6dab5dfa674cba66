import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { firstDayOf, lastDayOf } from '../../../../schema/shared/day-count.ts'
import { formatLimit } from '../../../../schema/shared/money.ts'
import { to } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { BarColumns, BarRows } from '../../../ui/chart/bars.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useCan } from '../../platform/session/index.ts'
import { type SpendPicture, spendPictureQuery } from './api.ts'
import { Card } from './card.tsx'
import classes from './pictures.module.css'
import { ratesNote, serviceCount } from './words.ts'

/** What services will cost, and when they end, in the next twelve months. */

interface Drawn {
  picture: SpendPicture
}

/** The list of services of the same unit. */
const filterOf = ({ unit }: SpendPicture): { departmentId?: string; businessUnitId?: string } => {
  if (unit?.kind === 'DEPARTMENT') return { departmentId: unit.id }
  return unit?.kind === 'BUSINESS_UNIT' ? { businessUnitId: unit.id } : {}
}

const runningIn = (picture: SpendPicture, from: string, until: string, spendCategoryId?: string | null) =>
  to('/services', {}, { ...filterOf(picture), from, to: until, ...(spendCategoryId && { spendCategoryId }) })

const endingIn = (picture: SpendPicture, from: string, until = from) =>
  to('/services', {}, { ...filterOf(picture), endsFrom: firstDayOf(from), endsTo: lastDayOf(until) })

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

const OTHERS = 'Other categories'

const SpendTable = ({ picture }: Drawn) => {
  const { months, categories, currency, otherSpend } = picture
  const money = (value: number) => <MoneyText money={{ value, currency }} />
  return (
    <Table>
      <caption className="ol-visually-hidden">Committed spend by month and category</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Month</Table.Th>
          <Table.Th>Total</Table.Th>
          {categories.map(({ id, name }) => (
            <Table.Th key={id ?? ''}>{name}</Table.Th>
          ))}
          {otherSpend !== 0 && <Table.Th>{OTHERS}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.map(({ month, spend, byCategory }) => (
          <Table.Tr key={month}>
            <Table.Th scope="row">
              <AppLink href={runningIn(picture, month, month)} className="ol-link">
                {shortMonthText(month)}
              </AppLink>
            </Table.Th>
            <Table.Td>{money(spend)}</Table.Td>
            {categories.map(({ id }, at) => (
              <Table.Td key={id ?? ''}>{money(byCategory[at] ?? 0)}</Table.Td>
            ))}
            {otherSpend !== 0 && <Table.Td>{money(spend - sum(byCategory))}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const SpendChart = ({ picture }: Drawn) => {
  const { months, categories, currency, otherSpend } = picture
  const [first = '', last = ''] = [months[0]?.month, months.at(-1)?.month]
  return (
    <>
      <BarColumns
        label="Committed spend by month"
        bars={months.map(({ month, spend }) => {
          const name = shortMonthText(month)
          const amount = { value: spend, currency }
          return {
            key: month,
            name,
            amount,
            title: `${name}: ${formatLimit(amount)}`,
            href: runningIn(picture, month, month),
          }
        })}
      />
      <div className={classes.below}>
        <BarRows
          label="Committed spend by category"
          bars={categories.map(({ id, name, spend }) => ({
            ...{ key: id ?? '', name, title: name, amount: { value: spend, currency } },
            // Services without a category can't be listed by it.
            ...(id && { href: runningIn(picture, first, last, id) }),
          }))}
          rest={otherSpend === 0 ? undefined : { name: OTHERS, amount: { value: otherSpend, currency } }}
        />
      </div>
    </>
  )
}

const RenewalTable = ({ picture }: Drawn) => (
  <Table>
    <caption className="ol-visually-hidden">Services that end or renew by month</caption>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Month</Table.Th>
        <Table.Th>Services</Table.Th>
        <Table.Th>Cost of their last period</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {picture.months.map(({ month, renewals, renewalCost }) => (
        <Table.Tr key={month}>
          <Table.Th scope="row">
            <AppLink href={endingIn(picture, month)} className="ol-link">
              {shortMonthText(month)}
            </AppLink>
          </Table.Th>
          <Table.Td>{renewals}</Table.Td>
          <Table.Td>
            <MoneyText money={{ value: renewalCost, currency: picture.currency }} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

/** How many of the months with most renewals are named. */
const NAMED = 3

const RenewalChart = ({ picture }: Drawn) => {
  const { months, currency } = picture
  const costOf = (value: number) => formatLimit({ value, currency })
  const next = months.filter(({ renewals }) => renewals > 0).slice(0, NAMED)
  return (
    <>
      <BarColumns
        label="Renewals by month"
        bars={months.map(({ month, renewals, renewalCost }) => {
          const name = shortMonthText(month)
          const title = `${name}: ${serviceCount(renewals)}${renewals > 0 ? `, ${costOf(renewalCost)}` : ''}`
          return { key: month, name, size: renewals, title, ...(renewals > 0 && { href: endingIn(picture, month) }) }
        })}
      />
      <ul className={classes.next} aria-label="The next months with renewals">
        {next.map(({ month, renewals, renewalCost }) => (
          <li key={month}>
            <AppLink href={endingIn(picture, month)} className="ol-link">
              {shortMonthText(month)}
            </AppLink>
            <span>{serviceCount(renewals)}</span>
            <MoneyText money={{ value: renewalCost, currency }} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface SpendChartsProps {
  unitId: string | undefined
  onUnit: (id: string | undefined) => void
}

export const SpendCharts = ({ unitId, onUnit }: SpendChartsProps) => {
  const can = useCan()
  const { data, error, refetch } = useQuery(spendPictureQuery(unitId))
  const note = data && ratesNote(data)
  const spend = sum(data?.months.map((month) => month.spend) ?? [])
  const renewals = sum(data?.months.map((month) => month.renewals) ?? [])
  const first = data?.months[0]?.month ?? ''
  const last = data?.months.at(-1)?.month ?? ''
  const shared = {
    ...{
      error: data ? null : error,
      isLoading: !data && !error,
      // A department that is gone, or led no more, isn't there the next time either.
      onRetry: () => (isApiError(error, 'NOT_FOUND') ? onUnit(undefined) : void refetch()),
    },
    note: note && <p className={classes.note}>{note}</p>,
  }
  return (
    <div className={classes.cards}>
      <Card
        {...shared}
        title="Committed spend by month and category"
        total={
          data && (
            <>
              <MoneyText money={{ value: spend, currency: data.currency }} />
              <span className={classes.of}>
                {shortMonthText(first)} to {shortMonthText(last)}
              </span>
            </>
          )
        }
        empty={
          data && spend === 0 && data.withoutRate.length === 0 ? (
            <EmptyState
              compact
              title="No spend committed yet"
              text="Services with a period in the next twelve months appear here."
              action={
                can('services.create') && (
                  <AppLink href={to('/services/add-new')} className="ol-link">
                    Add service
                  </AppLink>
                )
              }
            />
          ) : undefined
        }
        table={data && <SpendTable picture={data} />}
      >
        {data && <SpendChart picture={data} />}
      </Card>
      <Card
        {...shared}
        title="Renewals by month"
        total={
          data && (
            <>
              <AppLink href={endingIn(data, first, last)} className="ol-link">
                {serviceCount(renewals)}
              </AppLink>
              <span className={classes.of}>{renewals === 1 ? 'ends or renews' : 'end or renew'}</span>
            </>
          )
        }
        empty={
          data && renewals === 0 ? (
            <EmptyState
              compact
              title="Nothing ends in the next twelve months"
              text="Services appear here in the month in which their last period ends."
            />
          ) : undefined
        }
        table={data && <RenewalTable picture={data} />}
      >
        {data && <RenewalChart picture={data} />}
      </Card>
    </div>
  )
}
